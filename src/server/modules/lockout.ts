// Counts failed logins by account and by address, and blocks for longer each time (decisions A).
import { sql } from 'kysely';
import { LOCKOUT } from '#domain/limits';
import type { Db } from '../db/index.ts';

/** Failures longer ago than this are forgotten, and with a quiet day so is how often one was blocked. */
const FORGET_FAILURES = '15 minutes';
const FORGET_LEVEL = '1 day';

/** Minutes until the longest running block of these keys ends; 0 when none runs. */
export async function blockedMinutes(db: Db, tenant: number, keys: readonly string[], now: Date): Promise<number> {
  const rows = await db
    .selectFrom('login_failure')
    .select('blocked_until')
    .where('tenant', '=', tenant)
    .where('key', 'in', keys)
    .where('blocked_until', '>', now)
    .execute();
  const last = Math.max(0, ...rows.map((row) => (row.blocked_until?.getTime() ?? 0) - now.getTime()));
  return Math.ceil(last / 60_000);
}

/**
 * Counts one failure against a key; the fifth starts a block. Answers false when a block runs already: of many tries
 * at once exactly five get through, since each waits for the row.
 */
export async function countFailure(db: Db, tenant: number, key: string, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const steps = LOCKOUT.minutes.map((minutes, level) => sql`when ${level} then ${`${minutes} minutes`}::interval`);
  const longest = `${LOCKOUT.minutes.at(-1) ?? 60} minutes`;
  const { rows } = await sql<{ key: string }>`
    insert into login_failure as f (tenant, key, failures, level, failed_at, blocked_until) values (${tenant}, ${key}, 1, 0, ${at}, null)
    on conflict (tenant, key) do update set
      failures = case when ${counted(at)} >= ${LOCKOUT.failures} then 0 else ${counted(at)} end,
      level = case when ${counted(at)} >= ${LOCKOUT.failures} then ${levelNow(at)} + 1 else ${levelNow(at)} end,
      failed_at = ${at},
      blocked_until = case when ${counted(at)} >= ${LOCKOUT.failures}
        then ${at} + case ${levelNow(at)} ${sql.join(steps, sql` `)} else ${longest}::interval end end
    where f.blocked_until is null or f.blocked_until <= ${at}
    returning key`.execute(db);
  return rows.length > 0;
}

const counted = (at: ReturnType<typeof sql>) =>
  sql`(case when f.failed_at > ${at} - ${FORGET_FAILURES}::interval then f.failures else 0 end + 1)`;
const levelNow = (at: ReturnType<typeof sql>) =>
  sql`(case when f.failed_at > ${at} - ${FORGET_LEVEL}::interval then f.level else 0 end)`;

/** After a right password the account starts afresh. Its address does not: else one's own account would reset the count. */
export async function forgetFailures(db: Db, tenant: number, key: string): Promise<void> {
  await db.deleteFrom('login_failure').where('tenant', '=', tenant).where('key', '=', key).execute();
}
