// Signup: creates account, profile, credits and session, and enqueues the activation mail.
import type { SignupForm } from '#contract/signup';
import { maySignUp } from '#domain/tracking';
import { activationLinkState, useActivationLink } from '../../auth/activation-link.ts';
import { takenRefusal } from '../../auth/deletion-end.ts';
import { eraseForOwner } from '../../auth/unconfirmed-account.ts';
import type { ConnectionCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { languageCookie } from '../../http/language-cookie.ts';
import { storeEventsNow, type StoredEvent } from '../../live/hub.ts';
import { askForActivation } from '../../mail/activation.ts';
import type { Services } from '../../services.ts';
import { sessionCookies, startSession } from '../../auth/sessions.ts';
import { recordDisclosure } from './disclosure.ts';
import { lockAddress } from './lock-address.ts';
import { endReplacedSession } from '../../auth/replaced-session.ts';
import { accountWith, type AddressState, type ExistingAccount, readAddressState } from './address-state.ts';
import { beginAnew } from './begin-anew.ts';
import { keepForm, mailOwner } from './join-by-mail.ts';
import { createMember } from './new-member.ts';
import { isSameForm } from './same-form.ts';
import { checkSignup, type SignupData } from './signup-form.ts';

type JoinCtx = ConnectionCtx<'email_known' | 'email_deleting' | 'signups_closed' | 'check_mail'>;

/** Attempts when another form takes the same address concurrently. */
const MAX_ATTEMPTS = 5;

/**
 * A member's resubmitted form succeeds without effect. An unconfirmed account stays as it is for everyone but its own browser and the
 * reader of a link that was mailed to its address, who may start afresh and takes the address even from one that has paid (decisions E1). For
 * all others, at the disclosure limit and in a neutral brand, the process continues by mail, with the same answer and the same work for known
 * and unknown addresses (`join-by-mail.ts`).
 */
export async function join(services: Services, ctx: JoinCtx, form: SignupForm): Promise<{ joined: true }> {
  const isOpen = maySignUp(ctx.site.siteSettings.signups, form);
  if (!isOpen && !form.token) throw ctx.refuse('signups_closed');
  const signup = checkSignup(form, ctx.site, services.places, ctx.language, ctx.now());
  let cachedHash: string | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const state = await ctx.inTenant((db) => readAddressState(db, ctx, signup));
    const { account } = state;
    if (account && (await isSameForm(services, ctx, account, state, signup)))
      return resumeJoin(services, ctx, account, state);
    // Who was let in once may start afresh, although new members are not taken any more.
    if (!isOpen && state.link !== 'unused') throw ctx.refuse('signups_closed');
    const hash = (cachedHash ??= await services.passwords.hash(signup.password));
    if (state.byMail) {
      await ctx.inTenant((db) => keepForm(services, db, ctx, signup, hash));
      throw ctx.refuse('check_mail');
    }
    const outcome = await ctx.inTenant((db) => storeSignup(services, { ...ctx, db }, signup, hash, state));
    if (outcome === 'changed') continue;
    if (outcome === 'known') return refuseKnownAddress(services, ctx, signup.email);
    if (outcome === 'mailed') throw ctx.refuse('check_mail');
    setLoginCookies(services, ctx, outcome);
    return { joined: true };
  }
  throw ctx.refuse('unavailable', { retryAfter: 1 });
}

type StoreCtx = JoinCtx & { readonly db: Db };

/** `changed`: the address has a different account by now. `known`: its account stays. `mailed`: the process continues by mail. */
async function storeSignup(
  services: Services,
  ctx: StoreCtx,
  signup: SignupData,
  password_hash: string,
  { account, isOwn, link }: AddressState,
): Promise<'changed' | 'known' | 'mailed' | LoggedIn> {
  const { db, tenant } = ctx;
  const { email, language, token } = signup;
  const hasLink = link === 'unused';
  if (account && account.status !== 'not_confirmed') return 'known';
  await lockAddress(db, tenant, email);
  const current = await accountWith(db, tenant, email);
  if (current?.id !== account?.id || current?.status !== account?.status) return 'changed';
  // A link starts afresh once, also when the address has no account meanwhile.
  if (hasLink && (await activationLinkState(db, ctx, email, token)) !== 'unused') return 'changed';
  if (current && !hasLink && !isOwn) return goOnByMail(services, ctx, current);
  if (current && !hasLink) {
    const ended = await beginAnew(db, ctx, current, signup, password_hash);
    if (!ended) return 'changed';
    await askForActivation(services, db, { tenant, account: current.id }, ctx.now());
    return { language, ...(await logIn(db, ctx, current.id, await storeEventsNow(db, tenant, ctx.now(), ended))) };
  }
  if (current && !(await eraseForOwner(db, tenant, { id: current.id, email }))) return 'known';
  const login = { password_hash, login_after_confirming: false };
  const id = await createMember(db, ctx, signup, { ...login, isConfirmed: hasLink });
  if (id === null) return 'changed';
  if (hasLink) await useActivationLink(db, ctx, email, token);
  else await askForActivation(services, db, { tenant, account: id }, ctx.now());
  return { language, ...(await logIn(db, ctx, id)) };
}

/** The account stays, and its mail lets the owner of the address decide. The answer tells of the account, so it counts as a disclosure. */
async function goOnByMail(services: Services, ctx: StoreCtx, { id, email }: ExistingAccount): Promise<'mailed'> {
  const { db, tenant, now } = ctx;
  await recordDisclosure(db, ctx, email);
  await askForActivation(services, db, { tenant, account: id }, now());
  return 'mailed';
}

/** Starts a session, and ends the browser's previous one. */
async function logIn(db: Db, ctx: JoinCtx, id: string, before: readonly StoredEvent[] = []) {
  const events = [...before, ...(await endReplacedSession(db, ctx, id, ctx.now()))];
  return { events, token: await startSession(db, ctx.tenant, id, ctx.now(), ctx.userAgent, ctx.country) };
}

type LoggedIn = Awaited<ReturnType<typeof logIn>> & { readonly language: string };

function setLoginCookies(services: Services, ctx: JoinCtx, { events, token, language }: LoggedIn): void {
  sessionCookies(token, ctx.isSecure).forEach(ctx.setCookie);
  if (!ctx.hasLanguage) ctx.setCookie(languageCookie(language, ctx.isSecure));
  services.hub.publish(events);
}

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

/** Refuses a known address on the page; when the visitor has used up the limit meanwhile, by a mail to the address. */
async function refuseKnownAddress(services: Services, ctx: JoinCtx, email: string): Promise<never> {
  throw await ctx.inTenant(async (db) => {
    const account = await accountWith(db, ctx.tenant, email);
    if (!account) return ctx.refuse('unavailable', { retryAfter: 1 });
    if (await recordDisclosure(db, ctx, email)) return takenRefusal(ctx, account);
    await mailOwner(services, db, ctx.tenant, account);
    return ctx.refuse('check_mail');
  });
}
