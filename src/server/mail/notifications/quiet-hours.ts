// When a member wants no notifications: pushes and notification mails wait until then, mails about the account do not.
import type { QuietHours } from '#contract/notifications';
import { timeZoneOf } from '#domain/local-day';
import { minutesOf, quietEnd, timeOf } from '#domain/quiet-hours';
import type { Db } from '../../db/index.ts';

interface Whose {
  readonly tenant: number;
  readonly account: string;
}

export const quietHoursOf = (from: number | null, to: number | null): QuietHours | null =>
  from === null || to === null ? null : { from: timeOf(from), to: timeOf(to) };

/** What was held back until an old end may be told anew. */
export async function setQuietHours(db: Db, { tenant, account }: Whose, quiet: QuietHours | null): Promise<void> {
  await db
    .updateTable('account')
    .set({
      quiet_from: quiet && minutesOf(quiet.from),
      quiet_to: quiet && minutesOf(quiet.to),
      pushes_held_until: null,
    })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .execute();
}

/** When the member's quiet time ends, by the clock of their place; null outside of it. */
export async function quietUntil(db: Db, { tenant, account }: Whose, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 'a.tenant').onRef('p.id', '=', 'a.id'))
    .select(['a.quiet_from as from', 'a.quiet_to as to', 'p.country', 'p.region'])
    .where('a.tenant', '=', tenant)
    .where('a.id', '=', account)
    .executeTakeFirst();
  if (!row || row.from === null || row.to === null) return null;
  return quietEnd(now, { from: row.from, to: row.to }, timeZoneOf(row.country, row.region));
}

/** Records that pushes wait until `end`. False when one waits already, which tells all that is new. */
export async function holdPushes(db: Db, { tenant, account }: Whose, end: Date, now: Date): Promise<boolean> {
  const held = await db
    .updateTable('account')
    .set({ pushes_held_until: end })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where((is) => is.or([is('pushes_held_until', 'is', null), is('pushes_held_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst();
  return held !== undefined;
}
