// The devices that a push goes to: claimed before it is sent, and told only once the push service has it. A claim that its process does
// not settle ends by itself, so a process that is killed loses nothing.
import { sql } from 'kysely';
import type { PushType } from '#contract/notifications';
import { PUSH } from '#domain/push';
import { LIVE_STATUSES } from '../auth/sessions.ts';
import type { Db } from '../db/index.ts';
import { type Fresh, freshNews } from './news.ts';
import type { Outcome } from './outcome.ts';

export interface Device {
  readonly session: Uint8Array;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly details: boolean;
  readonly discreet: boolean;
  readonly pushed_at: Date;
  readonly language: string;
  readonly fresh: Fresh;
}

interface Whose {
  readonly tenant: number;
  readonly account: string;
}

interface Claimed {
  readonly devices: readonly Device[];
  /** When another job's claim on a device with news ends; null without one. */
  readonly busyUntil: Date | null;
}

/** Claims the devices with a live login to which something wanted is new since their last push. */
export async function claimDevices(
  db: Db,
  { tenant, account }: Whose,
  wanted: readonly PushType[],
  now: Date,
): Promise<Claimed> {
  const rows = await db
    .selectFrom('push_subscription as d')
    .innerJoin('session as s', (join) =>
      join.onRef('s.tenant', '=', 'd.tenant').onRef('s.token_hash', '=', 'd.session'),
    )
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'd.tenant').onRef('a.id', '=', 'd.account'))
    .select(['d.session', 'd.endpoint', 'd.p256dh', 'd.auth', 'd.details', 'd.discreet', 'd.pushed_at', 'a.language'])
    .select('d.claimed_until')
    .where('d.tenant', '=', tenant)
    .where('d.account', '=', account)
    .where('d.gone', '=', false)
    .where('s.expires_at', '>', now)
    .where('a.status', 'in', LIVE_STATUSES)
    .forUpdate('d')
    .execute();
  const devices = [];
  let busyUntil: Date | null = null;
  for (const { claimed_until: until, ...row } of rows) {
    const fresh = await freshNews(db, { tenant, account, wanted }, row.pushed_at);
    if (!fresh) continue;
    if (!until || until <= now) devices.push({ ...row, fresh });
    else if (!busyUntil || until > busyUntil) busyUntil = until;
  }
  await setClaim(db, tenant, devices, new Date(now.getTime() + PUSH.claimMs));
  return { devices, busyUntil };
}

async function setClaim(db: Db, tenant: number, devices: readonly Device[], claimed_until: Date): Promise<void> {
  if (devices.length === 0) return;
  const sessions = devices.map(({ session }) => session);
  await db
    .updateTable('push_subscription')
    .set({ claimed_until })
    .where('tenant', '=', tenant)
    .where('session', 'in', sessions)
    .execute();
}

/** What was not known at `claimedAt` is still new. A subscription that has replaced this one meanwhile was told nothing. */
export async function settleDevice(
  db: Db,
  tenant: number,
  { session, endpoint, fresh }: Device,
  outcome: Outcome,
  claimedAt: Date,
): Promise<void> {
  await db
    .updateTable('push_subscription')
    .set({ claimed_until: null, ...changesBy(outcome, fresh, claimedAt) })
    .where('tenant', '=', tenant)
    .where('session', '=', session)
    .where('endpoint', '=', endpoint)
    .execute();
}

function changesBy(outcome: Outcome, { at }: Fresh, claimedAt: Date) {
  if (outcome === 'gone') return { gone: true };
  if (outcome === 'sent') {
    const told = Math.max(at.getTime(), claimedAt.getTime() - PUSH.lateMs);
    return { pushed_at: new Date(told), failing_since: null };
  }
  const since = sql`coalesce(failing_since, ${claimedAt}::timestamptz)`;
  const longest = new Date(claimedAt.getTime() - PUSH.unreachedMs);
  return { failing_since: sql<Date>`${since}`, gone: sql<boolean>`${since} <= ${longest}::timestamptz` };
}
