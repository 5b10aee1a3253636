// Counts an attempt at a password for the browser that makes it: a known one has its own allowance first.
import { LOCKOUT } from '#domain/limits';
import type { Db } from '../db/index.ts';
import { forgetBudget, returnAttempt, spendAttempt } from './attempt-budget.ts';
import { type AttemptCtx, forgetFailures, releaseAttempt, reserveAttempt } from './lockout.ts';

/** Returns the attempt once the password was right. */
export type ReleaseAttempt = (db: Db) => Promise<void>;

interface KnownBrowser {
  /** As `knownBrowser` or `sessionBrowser` make it. */
  readonly key: string;
  readonly account: string;
}

/** `browser` is null for one that the account does not know. Throws `account_blocked` like {@link reserveAttempt}. */
export async function reserveBrowserAttempt(
  db: Db,
  ctx: AttemptCtx,
  email: string,
  browser: KnownBrowser | null,
): Promise<ReleaseAttempt> {
  if (browser && (await spendBoth(db, ctx, browser))) return (later) => returnBoth(later, ctx, browser);
  await reserveAttempt(db, ctx, email);
  return (later) => releaseAttempt(later, ctx, email);
}

/** All known browsers of an account together have a limit too: a thief may hold several of its sessions. */
const allOf = ({ account }: Pick<KnownBrowser, 'account'>): string => `browsers:${account}`;

async function spendBoth(db: Db, { tenant, now }: AttemptCtx, browser: KnownBrowser): Promise<boolean> {
  if ((await spendAttempt(db, tenant, browser.key, LOCKOUT.known, now())) > 0) return false;
  if ((await spendAttempt(db, tenant, allOf(browser), LOCKOUT.allKnown, now())) === 0) return true;
  await returnAttempt(db, tenant, browser.key, LOCKOUT.known);
  return false;
}

async function returnBoth(db: Db, { tenant }: AttemptCtx, browser: KnownBrowser): Promise<void> {
  await returnAttempt(db, tenant, browser.key, LOCKOUT.known);
  await returnAttempt(db, tenant, allOf(browser), LOCKOUT.allKnown);
}

/** Deletes all that was counted for an account that is being erased, by the address or by its known browsers. */
export async function forgetAttempts(
  db: Db,
  tenant: number,
  { account, email }: Pick<KnownBrowser, 'account'> & { readonly email: string },
): Promise<void> {
  await forgetFailures(db, tenant, email);
  await forgetBudget(db, tenant, allOf({ account }));
}
