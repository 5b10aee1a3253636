// Counts a try of a password for the browser that makes it: a known one has its own allowance first.
import { LOCKOUT } from '#domain/limits';
import type { Db } from '../db/index.ts';
import { returnAttempt, spendAttempt } from './attempt-budget.ts';
import { type AttemptCtx, releaseAttempt, reserveAttempt } from './lockout.ts';

/** Returns the try once the password was right. */
export type ReturnTry = (db: Db) => Promise<void>;

/** `browser` is its key, or null (`knownBrowser`). Throws `account_blocked` like {@link reserveAttempt}. */
export async function reserveTry(db: Db, ctx: AttemptCtx, email: string, browser: string | null): Promise<ReturnTry> {
  const { tenant, now } = ctx;
  if (browser !== null && (await spendAttempt(db, tenant, browser, LOCKOUT.known, now())) === 0)
    return (later) => returnAttempt(later, tenant, browser, LOCKOUT.known);
  await reserveAttempt(db, ctx, email);
  return (later) => releaseAttempt(later, ctx, email);
}
