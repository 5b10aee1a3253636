// Suspends members, until a date or for good: sessions end at once, and a job ends what is over.
import { sql } from 'kysely';
import type { Rule } from '#contract/safety';
import type { BaseCtx } from '../context.ts';
import type { Db, OpenDatabase } from '../db/index.ts';
import { eachInTurn } from '../each-in-turn.ts';
import type { Refusal } from '../http/refusal.ts';
import { storeAndPublish } from '../live/hub.ts';
import { setAccountStatus } from './account-status.ts';
import { endAllSessions } from './end-sessions.ts';

export type SuspensionCode = 'account_suspended' | 'account_closed';

interface Suspended {
  readonly suspended_until: Date | null;
  readonly suspended_for: Rule | null;
}

/** What logging in is answered, to someone who has proven that the account is theirs. */
export function suspensionRefusal(
  ctx: Pick<BaseCtx<SuspensionCode>, 'refuse'>,
  { suspended_until: until, suspended_for }: Suspended,
): Refusal {
  const rule = suspended_for ?? 'else';
  return until === null
    ? ctx.refuse('account_closed', { rule })
    : ctx.refuse('account_suspended', { rule, until: until.toISOString() });
}

interface Suspension {
  readonly tenant: number;
  readonly account: string;
  /** Null: for good. */
  readonly until: Date | null;
  readonly rule: Rule;
  readonly now: Date;
}

const isSuspended = sql`suspended_for is not null`;
/** Null, which is for good, is later than all others. */
const laterEnd = (
  until: Date | null,
) => sql`case when suspended_until is null or ${until}::timestamptz is null then null
  else greatest(suspended_until, ${until}::timestamptz) end`;

/**
 * Suspends a confirmed account; returns whether there is one. One in deletion stays in deletion, and is suspended should the
 * member come back in time. Of two suspensions the one that lasts longer stands.
 */
export async function suspendAccount(db: Db, { tenant, account, until, rule, now }: Suspension): Promise<boolean> {
  await setAccountStatus(db, tenant, account, ['active'], 'suspended');
  const changed = await db
    .updateTable('account')
    .set({
      suspended_until: sql`case when ${isSuspended} then ${laterEnd(until)} else ${until}::timestamptz end`,
      suspended_for: sql`case when ${isSuspended} and coalesce(suspended_until, 'infinity') > coalesce(${until}::timestamptz, 'infinity')
        then suspended_for else ${rule} end`,
    })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', 'in', ['suspended', 'pending_deletion'])
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  const ended = await endAllSessions(db, tenant, account);
  await storeAndPublish(
    db,
    tenant,
    now,
    ended.map((session) => [{ type: 'logout' }, { account, session }] as const),
  );
  return true;
}

/** Ends a suspension; returns whether there was one. */
export async function endSuspension(db: Db, tenant: number, account: string): Promise<boolean> {
  await setAccountStatus(db, tenant, account, ['suspended'], 'active');
  const changed = await db
    .updateTable('account')
    .set({ suspended_until: null, suspended_for: null })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('suspended_for', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** The status of an account that comes back from its deletion. */
export async function statusAfterDeletion(
  db: Db,
  tenant: number,
  account: string,
  now: Date,
): Promise<'active' | 'suspended'> {
  const suspended = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('suspended_for', 'is not', null)
    .where((is) => is.or([is('suspended_until', 'is', null), is('suspended_until', '>', now)]))
    .executeTakeFirst();
  return suspended ? 'suspended' : 'active';
}

/** Ends the suspensions of a tenant that are over, each in its own transaction: one that cannot end keeps no other from it. */
export async function endDueSuspensions(database: OpenDatabase, tenant: number, now: Date): Promise<void> {
  const due = await database.inTenant(tenant, (db) =>
    db
      .selectFrom('account')
      .select('id')
      .where('tenant', '=', tenant)
      .where('suspended_until', '<=', now)
      .orderBy('suspended_until')
      .limit(1000)
      .execute(),
  );
  await eachInTurn(due, ({ id }) =>
    database.inTenant(tenant, async (db) => {
      // The profile is locked first, as in every change of status; a new decision may have come since.
      await sql`select id from profile where tenant = ${tenant} and id = ${id}::uuid for update`.execute(db);
      const isDue = await db
        .selectFrom('account')
        .select('id')
        .where('tenant', '=', tenant)
        .where('id', '=', id)
        .where('suspended_until', '<=', now)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (isDue) await endSuspension(db, tenant, id);
    }),
  );
}
