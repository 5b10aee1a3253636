// Signup: creates account, profile, credits and session, and enqueues the activation mail.
import type { SignupForm } from '#contract/signup';
import { maySignUp } from '#domain/tracking';
import { deleteUnconfirmed } from '../../auth/unconfirmed-account.ts';
import type { ConnectionCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { emailKey } from '../../auth/email-key.ts';
import { languageCookie } from '../../http/language-cookie.ts';
import { creditAccount } from '../../payments/ledger.ts';
import { activationMail } from '../../mail/activation.ts';
import { knownAddressMail } from '../../mail/known-address.ts';
import { countUnverifiedMail } from '../../mail/unverified-quota.ts';
import type { Services } from '../../services.ts';
import { sessionCookies, startSession } from '../../auth/sessions.ts';
import { mayDisclose, recordDisclosure } from './disclosure.ts';
import { lockAddress } from './lock-address.ts';
import { reserveAttempt, releaseAttempt } from '../../auth/lockout.ts';
import { endReplacedSession } from '../../auth/replaced-session.ts';
import { checkSignup, type SignupData } from './signup-form.ts';

type JoinCtx = ConnectionCtx<
  'email_known' | 'email_deleting' | 'signups_closed' | 'mail_limit' | 'account_blocked' | 'check_mail'
>;

/** Within this time, a form with the same address and password is a resubmission: the browser had no session yet. */
const RESUBMIT_WINDOW_SECONDS = 60;

/** Attempts when another form takes the same address concurrently. */
const MAX_ATTEMPTS = 5;

/**
 * A member's resubmitted form succeeds without effect. Any other form replaces an unconfirmed account (decisions E1).
 * At the disclosure limit the process continues by mail, with the same answer for known and unknown addresses.
 */
export async function join(services: Services, ctx: JoinCtx, form: SignupForm): Promise<{ joined: true }> {
  if (!maySignUp(ctx.site.siteSettings.signups, form)) throw ctx.refuse('signups_closed');
  const signup = checkSignup(form, ctx.site, services.places, ctx.language, ctx.now());
  let cachedHash: string | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const state = await ctx.inTenant((db) => readAddressState(db, ctx, signup.email));
    const { account, byMail } = state;
    if (account && (await isSameForm(services, ctx, account, state, signup)))
      return resumeJoin(services, ctx, account, state);
    const hash = (cachedHash ??= await services.passwords.hash(signup.password));
    const outcome = await ctx.inTenant((db) => createOrReplace(services, { ...ctx, db }, signup, hash, state));
    if (outcome === 'changed') continue;
    if (outcome === 'known') return refuseKnownAddress(services, ctx, signup.email, byMail);
    if (outcome === 'mailed') throw ctx.refuse('check_mail');
    setLoginCookies(services, ctx, outcome);
    return { joined: true };
  }
  throw ctx.refuse('unavailable', { retryAfter: 1 });
}

/** State of an address before its form is processed. */
interface AddressState {
  readonly account: ExistingAccount | undefined;
  /** Whether the browser has the account's session. */
  readonly isOwn: boolean;
  /** Whether the answer must not reveal an account. */
  readonly byMail: boolean;
}

async function readAddressState(db: Db, ctx: JoinCtx, email: string): Promise<AddressState> {
  const account = await accountWith(db, ctx.tenant, email);
  const isOwn = account !== undefined && (await isSessionOf(db, ctx, account.id));
  return { account, isOwn, byMail: !isOwn && !(await mayDisclose(db, ctx.tenant, ctx.ip, email, ctx.now())) };
}

/** `changed`: the address has a different account by now. `known`: its account stays. */
async function createOrReplace(
  services: Services,
  ctx: JoinCtx & { readonly db: Db },
  signup: SignupData,
  password_hash: string,
  { account, byMail }: AddressState,
): Promise<'changed' | 'known' | 'mailed' | LoggedIn> {
  const { db, tenant } = ctx;
  if (account && account.status !== 'not_confirmed') return 'known';
  await lockAddress(db, tenant, signup.email);
  const current = await accountWith(db, tenant, signup.email);
  if (current?.id !== account?.id) return 'changed';
  if (current && !(await deleteUnconfirmed(db, tenant, { id: current.id, email: signup.email }))) return 'known';
  const id = await createMember(db, ctx, signup, password_hash, byMail);
  if (id === null) return 'changed';
  await countUnverifiedMail(ctx, signup.email);
  await services.queue.add(db, activationMail, { tenant, account: id });
  return byMail ? 'mailed' : { language: signup.language, ...(await logIn(db, ctx, id)) };
}

/** The new account's id; null when the address is taken. */
async function createMember(
  db: Db,
  ctx: JoinCtx,
  signup: SignupData,
  password_hash: string,
  login_after_confirming: boolean,
): Promise<string | null> {
  const { tenant } = ctx;
  const now = ctx.now();
  const { email, language, member, profile } = signup;
  const account = await db
    .insertInto('account')
    .values({
      tenant,
      id: crypto.randomUUID(),
      email,
      email_key: emailKey(email),
      password_hash,
      login_after_confirming,
      status: 'not_confirmed',
      language,
      signup_at: now,
      accepted_terms_at: now,
      consented_at: now,
      activation_asked_at: now,
      signup_member: await reachableMember(db, tenant, member),
      tracking: Object.keys(signup.tracking).length > 0 ? signup.tracking : null,
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!account) return null;
  const { id } = account;
  await db
    .insertInto('profile')
    .values({ tenant, id, ...profile, interests: [...profile.interests], status: 'disabled', last_active: now })
    .execute();
  const credits = ctx.site.siteSettings.signup_credits;
  if (credits > 0)
    await creditAccount(db, { tenant, account: id, credits, kind: 'signup', book: 'bonus', about: null, at: now });
  return id;
}

/** The id if it is a member's who can be written to; the form's value can be any id. */
async function reachableMember(db: Db, tenant: number, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const found = await db
    .selectFrom('profile')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('reachable', '=', true)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Starts a session, and ends the browser's previous one. */
async function logIn(db: Db, ctx: JoinCtx, id: string) {
  const events = await endReplacedSession(db, ctx, id, ctx.now());
  return { events, token: await startSession(db, ctx.tenant, id, ctx.now(), ctx.userAgent, ctx.country) };
}

type LoggedIn = Awaited<ReturnType<typeof logIn>> & { readonly language: string };

function setLoginCookies(services: Services, ctx: JoinCtx, { events, token, language }: LoggedIn): void {
  sessionCookies(token, ctx.isSecure).forEach(ctx.setCookie);
  if (!ctx.hasLanguage) ctx.setCookie(languageCookie(language, ctx.isSecure));
  services.hub.publish(events);
}

const accountWith = (db: Db, tenant: number, email: string) =>
  db
    .selectFrom('account')
    .select(['id', 'status', 'password_hash', 'signup_at', 'language'])
    .where('tenant', '=', tenant)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
type ExistingAccount = NonNullable<Awaited<ReturnType<typeof accountWith>>>;

/** Completes a resubmitted form: the browser has the session or gets it. */
async function resumeJoin(
  services: Services,
  ctx: JoinCtx,
  account: ExistingAccount,
  { isOwn }: AddressState,
): Promise<{ joined: true }> {
  if (isOwn) return { joined: true };
  const loggedIn = await ctx.inTenant((db) => logIn(db, ctx, account.id));
  setLoginCookies(services, ctx, { ...loggedIn, language: account.language });
  return { joined: true };
}

/** Refuses a known address on the page, or at the disclosure limit by a mail to the address. */
async function refuseKnownAddress(services: Services, ctx: JoinCtx, email: string, byMail: boolean): Promise<never> {
  const { tenant, ip } = ctx;
  const code = await ctx.inTenant(async (db) => {
    const account = await accountWith(db, tenant, email);
    if (!account) throw ctx.refuse('unavailable', { retryAfter: 1 });
    if (!byMail && (await recordDisclosure(db, tenant, ip, email, ctx.now())))
      return account.status === 'pending_deletion' ? 'email_deleting' : 'email_known';
    await countUnverifiedMail({ ...ctx, db }, email);
    await services.queue.add(db, knownAddressMail, { tenant, account: account.id });
    return 'check_mail';
  });
  throw ctx.refuse(code);
}

const isSessionOf = async (db: Db, { tenant, cookieHash, now }: JoinCtx, account: string): Promise<boolean> =>
  cookieHash !== null &&
  (await db
    .selectFrom('session')
    .select('account')
    .where('tenant', '=', tenant)
    .where('token_hash', '=', cookieHash)
    .where('account', '=', account)
    .where('expires_at', '>', now())
    .executeTakeFirst()) !== undefined;

/**
 * Whether the form is a resubmission of the one that created the account. Counts as a login attempt, to prevent
 * guessing.
 */
async function isSameForm(
  services: Services,
  ctx: JoinCtx,
  account: ExistingAccount,
  { isOwn, byMail }: AddressState,
  { email, password }: SignupData,
): Promise<boolean> {
  const isFresh = ctx.now().getTime() - account.signup_at.getTime() < RESUBMIT_WINDOW_SECONDS * 1000;
  if (account.status !== 'not_confirmed' || !(isOwn || (isFresh && !byMail))) return false;
  await ctx.inTenant((db) => reserveAttempt(db, ctx, email));
  if (!(await services.passwords.check(password, account.password_hash))) return false;
  await ctx.inTenant((db) => releaseAttempt(db, ctx, email));
  return true;
}
