// Recognizes a form that is sent twice, such as by a double tap.
import { LOCKOUT, RESUBMIT_SECONDS } from '#domain/limits';
import { linkTries } from '../../auth/activation-link.ts';
import { type Budget, returnAttempt, spendAttempt } from '../../auth/attempt-budget.ts';
import type { ReturnTry } from '../../auth/browser-attempt.ts';
import { sessionBrowser } from '../../auth/known-browser.ts';
import { type AttemptCtx, releaseAttempt, reserveAttempt } from '../../auth/lockout.ts';
import type { ConnectionCtx } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';
import type { AddressState, ExistingAccount } from './address-state.ts';
import type { SignupData } from './signup-form.ts';

type FormCtx = ConnectionCtx<never>;

/** Whether the form is a resubmission of the one that created the account. When no try of its password is left, it counts as another form. */
export async function isSameForm(
  services: Services,
  ctx: FormCtx,
  account: ExistingAccount,
  state: AddressState,
  { email, password, token }: SignupData,
): Promise<boolean> {
  const { isOwn, link, byMail } = state;
  const isFresh = ctx.now().getTime() - account.signup_at.getTime() < RESUBMIT_SECONDS * 1000;
  const isWaiting = account.status === 'not_confirmed' && link !== 'unused' && (isOwn || (isFresh && !byMail));
  // The first of two forms has used up its link.
  const startedAfresh = account.status === 'active' && link === 'used' && isFresh;
  if (!isWaiting && !startedAfresh) return false;
  const own = startedAfresh ? linkTries(token) : isOwn ? sessionTries(ctx) : null;
  const returnTry = own ? await reserveOwnTry(ctx, own) : await reserveLoginTry(ctx, email);
  if (!returnTry || !(await services.passwords.check(password, account.password_hash))) return false;
  await ctx.inTenant(returnTry);
  return true;
}

interface OwnTries {
  readonly key: string;
  readonly budget: Budget;
}

const sessionTries = ({ cookieHash }: FormCtx): OwnTries | null =>
  cookieHash && { key: sessionBrowser(cookieHash), budget: LOCKOUT.known };

/** Tries of a session or of a mailed link, which strangers cannot use up. Null when none is left. */
async function reserveOwnTry({ inTenant, tenant, now }: FormCtx, { key, budget }: OwnTries): Promise<ReturnTry | null> {
  const wait = await inTenant((db) => spendAttempt(db, tenant, key, budget, now()));
  return wait > 0 ? null : (db) => returnAttempt(db, tenant, key, budget);
}

/** Counts as a login, to prevent guessing. Null during a block, which strangers may have caused: the process then continues by mail. */
async function reserveLoginTry(ctx: FormCtx, email: string): Promise<ReturnTry | null> {
  const attempt: AttemptCtx = { ...ctx, refuse: (code, detail) => new Refusal(code, detail) };
  try {
    await ctx.inTenant((db) => reserveAttempt(db, attempt, email));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'account_blocked') return null;
    throw error;
  }
  return (db) => releaseAttempt(db, attempt, email);
}
