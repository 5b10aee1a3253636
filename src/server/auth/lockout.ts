// Locks an account out after failed logins, for increasing periods (decisions A-lockout).
import { sql } from 'kysely';
import { LOCKOUT } from '#domain/limits';
import { limitKey } from '../http/client-address.ts';
import { forgetBudget, returnAttempt, spendAttempt } from './attempt-budget.ts';
import type { ConnectionCtx } from '../context.ts';
import type { Db } from '../db/index.ts';
import { emailKey } from './email-key.ts';

/** Older failures are ignored, and after a day without failures the block level resets. */
const FAILURE_WINDOW = '15 minutes';
const LEVEL_WINDOW = '1 day';

export type AttemptCtx = Pick<ConnectionCtx<'account_blocked'>, 'tenant' | 'ip' | 'now' | 'refuse'>;

const keysOf = (ip: string, email: string) => {
  const account = emailKey(email);
  return { pair: `pair:${account} ${limitKey(ip)}`, account: `account:${account}` };
};
/** What the keys of an account with any address begin with. */
const pairsOf = (email: string): string => `pair:${emailKey(email)} `;

/**
 * Reserves one login attempt. Throws `account_blocked` with the minutes; the transaction then rolls back all counts. All
 * callers lock the rows in this order.
 */
export async function reserveAttempt(db: Db, { tenant, ip, now, refuse }: AttemptCtx, email: string): Promise<void> {
  const keys = keysOf(ip, email);
  const time = now();
  const blockedRefusal = (minutes: number) => refuse('account_blocked', { minutes, retryAfter: minutes * 60 });
  if (!(await countFailure(db, tenant, keys.pair, time)))
    throw blockedRefusal(await blockedMinutes(db, tenant, keys.pair, time));
  const accountWait = await spendAttempt(db, tenant, keys.account, LOCKOUT.account, time);
  if (accountWait > 0) throw blockedRefusal(Math.ceil(accountWait / 60));
}

/** Resets the failures of account and address after a correct password, and refunds the budget of the account. */
export async function releaseAttempt(db: Db, { tenant, ip }: AttemptCtx, email: string): Promise<void> {
  const keys = keysOf(ip, email);
  await db.deleteFrom('login_failure').where('tenant', '=', tenant).where('key', '=', keys.pair).execute();
  await returnAttempt(db, tenant, keys.account, LOCKOUT.account);
}

/** Minutes until the block of a key ends. */
async function blockedMinutes(db: Db, tenant: number, key: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('login_failure')
    .select('blocked_until')
    .where('tenant', '=', tenant)
    .where('key', '=', key)
    .executeTakeFirst();
  return Math.max(1, Math.ceil(((row?.blocked_until?.getTime() ?? 0) - now.getTime()) / 60_000));
}

/**
 * Counts one failure for a key; the fifth starts a block. Returns false during a block. Concurrent attempts wait for
 * the row, so exactly five pass.
 */
async function countFailure(db: Db, tenant: number, key: string, now: Date): Promise<boolean> {
  const time = sql`${now.toISOString()}::timestamptz`;
  const steps = LOCKOUT.minutes.map((minutes, level) => sql`when ${level} then ${`${minutes} minutes`}::interval`);
  const longest = `${LOCKOUT.minutes.at(-1) ?? 60} minutes`;
  const { rows } = await sql<{ key: string }>`
    insert into login_failure as f (tenant, key, failures, level, failed_at, blocked_until) values (${tenant}, ${key}, 1, 0, ${time}, null)
    on conflict (tenant, key) do update set
      failures = case when ${failuresAfter(time)} >= ${LOCKOUT.failures} then 0 else ${failuresAfter(time)} end,
      level = case when ${failuresAfter(time)} >= ${LOCKOUT.failures} then ${currentLevel(time)} + 1 else ${currentLevel(time)} end,
      failed_at = ${time},
      blocked_until = case when ${failuresAfter(time)} >= ${LOCKOUT.failures}
        then ${time} + case ${currentLevel(time)} ${sql.join(steps, sql` `)} else ${longest}::interval end end
    where f.blocked_until is null or f.blocked_until <= ${time}
    returning key`.execute(db);
  return rows.length > 0;
}

const failuresAfter = (time: ReturnType<typeof sql>) =>
  sql`(case when f.failed_at > ${time} - ${FAILURE_WINDOW}::interval then f.failures else 0 end + 1)`;
const currentLevel = (time: ReturnType<typeof sql>) =>
  sql`(case when f.failed_at > ${time} - ${LEVEL_WINDOW}::interval then f.level else 0 end)`;

/** Lifts all blocks of an account whose owner has proven to own its address. */
export async function releaseAccount(db: Db, tenant: number, email: string): Promise<void> {
  const { account } = keysOf('', email);
  await db
    .deleteFrom('login_failure')
    .where('tenant', '=', tenant)
    .where(sql<boolean>`starts_with(key, ${pairsOf(email)})`)
    .execute();
  await db.deleteFrom('attempt_budget').where('tenant', '=', tenant).where('key', '=', account).execute();
}

/** Deletes what was counted for the address of an account that is being erased. A row in use is skipped as by `forgetBudget`. */
export async function forgetFailures(db: Db, tenant: number, email: string): Promise<void> {
  await sql`delete from login_failure where (tenant, key) in (select tenant, key from login_failure
    where tenant = ${tenant}::smallint and starts_with(key, ${pairsOf(email)}) for update skip locked)`.execute(db);
  await forgetBudget(db, tenant, keysOf('', email).account);
}
