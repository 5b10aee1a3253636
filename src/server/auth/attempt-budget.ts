// Rate-limits attempts in the database, exactly even under concurrency; the budget refills continuously.
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** `max` attempts at once, refilled within `perSeconds`. */
export interface Budget {
  readonly max: number;
  readonly perSeconds: number;
}

const stepMs = ({ max, perSeconds }: Budget): number => (perSeconds * 1000) / max;

/** Spends one attempt and returns 0. When none is left, spends nothing and returns the seconds until the next one. */
export async function spendAttempt(db: Db, tenant: number, key: string, budget: Budget, now: Date): Promise<number> {
  const step = stepMs(budget);
  /** The latest `spent_until` at which one more attempt fits. */
  const latestSpentUntil = new Date(now.getTime() + budget.perSeconds * 1000 - step);
  const spent = await db
    .insertInto('attempt_budget')
    .values({ tenant, key, spent_until: new Date(now.getTime() + step) })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'key'])
        .doUpdateSet({
          spent_until: sql`greatest(attempt_budget.spent_until, ${now.toISOString()}::timestamptz) + ${interval(step)}`,
        })
        .where('attempt_budget.spent_until', '<=', latestSpentUntil),
    )
    .returning('key')
    .executeTakeFirst();
  if (spent) return 0;
  const { spent_until } = await db
    .selectFrom('attempt_budget')
    .select('spent_until')
    .where('tenant', '=', tenant)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return Math.max(1, Math.ceil((spent_until.getTime() - latestSpentUntil.getTime()) / 1000));
}

/** Returns one attempt to the budget. */
export async function returnAttempt(db: Db, tenant: number, key: string, budget: Budget): Promise<void> {
  await db
    .updateTable('attempt_budget')
    .set({ spent_until: sql`spent_until - ${interval(stepMs(budget))}` })
    .where('tenant', '=', tenant)
    .where('key', '=', key)
    .execute();
}

/**
 * Deletes the budget of an account that is being erased, and is locked for that. Logins lock the account after the budget, so one that
 * holds it is not waited for: it is as if it had come afterwards.
 */
export async function forgetBudget(db: Db, tenant: number, key: string): Promise<void> {
  await sql`delete from attempt_budget where (tenant, key) in (select tenant, key from attempt_budget
    where tenant = ${tenant}::smallint and key = ${key} for update skip locked)`.execute(db);
}

const interval = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`;
