// Joining: makes the account with its profile, credits and session, and asks for the mail that confirms the address.
import type { SignupForm } from '#contract/signup';
import { maySignUp } from '#domain/tracking';
import type { OpenCtx } from '../context.ts';
import type { Db } from '../db/index.ts';
import { emailKey } from '../email-key.ts';
import { languageCookie } from '../language-cookie.ts';
import { give } from '../ledger.ts';
import { activationMail } from '../mail/activation.ts';
import { countUnverifiedMail } from '../mail/unverified-quota.ts';
import type { Services } from '../services.ts';
import { sessionCookies, startSession } from '../sessions.ts';
import { secondsUntilFree, secondsUntilTold } from './disclosure.ts';
import { reserveAttempt, returnReserved } from './lockout.ts';
import { endReplaced } from './replaced-session.ts';
import { checkSignup, type Joining } from './signup-form.ts';

type JoinCtx = OpenCtx<'email_known' | 'email_deleting' | 'signups_closed' | 'mail_limit' | 'account_blocked'>;

/** A form sent twice in this time by whoever knows its password is one form: the browser had no session yet. */
const SAME_FORM_SECONDS = 60;

/** Of several forms with one address at once, one makes the account. A form sent again by its own member is done already. */
export async function join(services: Services, ctx: JoinCtx, form: SignupForm): Promise<{ joined: true }> {
  if (!maySignUp(ctx.site.settings.signups, form)) throw ctx.refuse('signups_closed');
  const joining = checkSignup(form, ctx.site, services.places, ctx.language, ctx.now());
  if (await ctx.inTenant((db) => isTaken(db, ctx, joining))) return known(services, ctx, joining);
  const password_hash = await services.passwords.hash(joining.password);
  const made = await ctx.inTenant(async (db) => {
    const id = await makeMember(db, ctx, joining, password_hash);
    if (id === null) return null;
    await countUnverifiedMail({ ...ctx, db }, joining.email);
    await services.queue.add(db, activationMail, { tenant: ctx.tenant, account: id });
    return { language: joining.language, ...(await logIn(db, ctx, id)) };
  });
  if (!made) return known(services, ctx, joining);
  welcome(services, ctx, made);
  return { joined: true };
}

/** Whether the address has an account. A visitor who was told of enough addresses gets the same refusal for any other one. */
async function isTaken(db: Db, ctx: JoinCtx, { email }: Joining): Promise<boolean> {
  if (await accountWith(db, ctx.tenant, email)) return true;
  const seconds = await secondsUntilFree(db, ctx.tenant, ctx.ip, ctx.now());
  if (seconds > 0) throw ctx.refuse('too_many_requests', { retryAfter: seconds });
  return false;
}

/** The new account's id; null when the address has one already. */
async function makeMember(db: Db, ctx: JoinCtx, joining: Joining, password_hash: string): Promise<string | null> {
  const { tenant } = ctx;
  const now = ctx.now();
  const { email, language, profile } = joining;
  const account = await db
    .insertInto('account')
    .values({
      tenant,
      id: crypto.randomUUID(),
      email,
      email_key: emailKey(email),
      password_hash,
      status: 'not_confirmed',
      language,
      signup_at: now,
      accepted_terms_at: now,
      consented_at: now,
      activation_asked_at: now,
      tracking: Object.keys(joining.tracking).length > 0 ? joining.tracking : null,
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
  const credits = ctx.site.settings.signup_credits;
  if (credits > 0)
    await give(db, { tenant, account: id, credits, kind: 'signup', book: 'bonus', about: null, at: now });
  return id;
}

/** Starts the member's session in this browser in place of the one it had. */
async function logIn(db: Db, ctx: JoinCtx, id: string) {
  const events = await endReplaced(db, ctx, id, ctx.now());
  return { events, token: await startSession(db, ctx.tenant, id, ctx.now(), ctx.userAgent) };
}

type LoggedIn = Awaited<ReturnType<typeof logIn>> & { readonly language: string };

function welcome(services: Services, ctx: JoinCtx, { events, token, language }: LoggedIn): void {
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
type Known = NonNullable<Awaited<ReturnType<typeof accountWith>>>;

/** The address has an account: the same form again is done; everybody else is told so, for a few addresses an hour. */
async function known(services: Services, ctx: JoinCtx, joining: Joining): Promise<{ joined: true }> {
  const { account, isOwn } = await ctx.inTenant(async (db) => {
    const found = await accountWith(db, ctx.tenant, joining.email);
    return { account: found, isOwn: found ? await isSessionOf(db, ctx, found.id) : false };
  });
  if (!account) throw ctx.refuse('unavailable', { retryAfter: 1 });
  if (await isSameForm(services, ctx, account, isOwn, joining)) {
    if (isOwn) return { joined: true };
    const again = await ctx.inTenant((db) => logIn(db, ctx, account.id));
    welcome(services, ctx, { ...again, language: account.language });
    return { joined: true };
  }
  const seconds = await ctx.inTenant((db) => secondsUntilTold(db, ctx.tenant, ctx.ip, joining.email, ctx.now()));
  if (seconds > 0) throw ctx.refuse('too_many_requests', { retryAfter: seconds });
  throw ctx.refuse(account.status === 'pending_deletion' ? 'email_deleting' : 'email_known');
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

/** Whether this is the form that made the account. A try counts as a login, so that nobody guesses passwords here. */
async function isSameForm(
  services: Services,
  ctx: JoinCtx,
  account: Known,
  isOwn: boolean,
  { email, password }: Joining,
): Promise<boolean> {
  const isFresh = ctx.now().getTime() - account.signup_at.getTime() < SAME_FORM_SECONDS * 1000;
  if (account.status !== 'not_confirmed' || !(isOwn || isFresh)) return false;
  await ctx.inTenant((db) => reserveAttempt(db, ctx, email));
  if (!(await services.passwords.check(password, account.password_hash))) return false;
  await ctx.inTenant((db) => returnReserved(db, ctx, email));
  return true;
}
