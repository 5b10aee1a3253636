// Recognizes a form that is sent twice, such as by a double tap.
import { LOCKOUT, RESUBMIT_SECONDS } from '#domain/limits';
import { linkAttempts } from '../../auth/activation-link.ts';
import { type Budget, returnAttempt, spendAttempt } from '../../auth/attempt-budget.ts';
import type { ReleaseAttempt } from '../../auth/browser-attempt.ts';
import { sessionBrowser } from '../../auth/known-browser.ts';
import { type AttemptCtx, releaseAttempt, reserveAttempt } from '../../auth/lockout.ts';
import type { ConnectionCtx } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';
import type { AddressState, ExistingAccount } from './address-state.ts';
import type { SignupData } from './signup-form.ts';

type FormCtx = ConnectionCtx<never>;

/** Whether the form is a resubmission of the one that created the account. When no attempt is left, it counts as another form. */
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
  const own = startedAfresh ? linkAttempts(token) : isOwn ? sessionAttempts(ctx) : null;
  const release = own ? await reserveOwnAttempt(ctx, own) : await reserveLoginAttempt(ctx, email);
  if (!release || !(await services.passwords.check(password, account.password_hash))) return false;
  await ctx.inTenant(release);
  return true;
}

interface OwnAttempts {
  readonly key: string;
  readonly budget: Budget;
}

const sessionAttempts = ({ cookieHash }: FormCtx): OwnAttempts | null =>
  cookieHash && { key: sessionBrowser(cookieHash), budget: LOCKOUT.known };

/** Attempts of a session or of a mailed link, which strangers cannot use up. Null when none is left. */
async function reserveOwnAttempt(
  { inTenant, tenant, now }: FormCtx,
  { key, budget }: OwnAttempts,
): Promise<ReleaseAttempt | null> {
  const wait = await inTenant((db) => spendAttempt(db, tenant, key, budget, now()));
  return wait > 0 ? null : (db) => returnAttempt(db, tenant, key, budget);
}

/** Counts as a login, to prevent guessing. Null during a block, which strangers may have caused: the process then continues by mail. */
async function reserveLoginAttempt(ctx: FormCtx, email: string): Promise<ReleaseAttempt | null> {
  const attempt: AttemptCtx = { ...ctx, refuse: (code, detail) => new Refusal(code, detail) };
  try {
    await ctx.inTenant((db) => reserveAttempt(db, attempt, email));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'account_blocked') return null;
    throw error;
  }
  return (db) => releaseAttempt(db, attempt, email);
}
