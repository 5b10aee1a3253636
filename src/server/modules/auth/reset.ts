// Password reset: mails a link, and sets the new password by it (decisions A-reset, A-links).
import type { PasswordReset } from '#contract/auth';
import type { FieldCode } from '#contract/errors';
import { isSamePassword } from '#domain/password';
import { asciiEmail, validateEmail } from '#domain/validation';
import { deletingRefusal } from '../../auth/deletion-end.ts';
import { emailKey } from '../../auth/email-key.ts';
import { lockOwner, type LockedOwner } from '../../auth/lock-owner.ts';
import { isValidToken, useMailToken } from '../../auth/mail-token.ts';
import { personalWords, validateNewPassword } from '../../auth/new-password.ts';
import { endOtherAccess } from '../../auth/end-sessions.ts';
import { endReplacedSession } from '../../auth/replaced-session.ts';
import { hashToken, LIVE_STATUSES, sessionCookies, startSession } from '../../auth/sessions.ts';
import { setPassword } from '../../auth/set-password.ts';
import type { ConnectionCtx, Ctx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { storeEventsNow, type StoredEvent } from '../../live/hub.ts';
import { NO_ACCOUNT } from '../../mail/account-mail.ts';
import { deletionMail } from '../../mail/deletion.ts';
import { countResetMail, passwordResetAsked, passwordResetMail } from '../../mail/password-reset.ts';
import type { Services } from '../../services.ts';
import { recordDisclosure } from '../signup/disclosure.ts';

type RequestCtx = Ctx<'email_unknown' | 'email_deleting' | 'reset_limit'>;

/** An unconfirmed account counts as unknown: its mail lets the owner of the address start afresh (decisions E1). */
export async function requestReset(services: Services, ctx: RequestCtx, typed: string): Promise<{ sent: true }> {
  const { db, tenant } = ctx;
  const email = asciiEmail(typed);
  const fault = validateEmail(email);
  if (fault) throw ctx.refuse('invalid', { fields: { email: fault } });
  const mayTell = await recordDisclosure(db, ctx, email);
  const account = await db
    .selectFrom('account')
    .select(['id', 'status', 'deleted_at'])
    .where('tenant', '=', tenant)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  const isUnknown = !account || account.status === 'not_confirmed';
  const job = { tenant, account: isUnknown ? NO_ACCOUNT : account.id };
  // Where the answer may not tell, every address gets the same one after the same work (decisions B6).
  if (!mayTell) await services.queue.add(db, passwordResetAsked, { ...job, at: ctx.now().toISOString() });
  else if (isUnknown) throw ctx.refuse('email_unknown', { commitAnyway: true });
  else if (account.status === 'pending_deletion') throw await wayBackRefusal(services, ctx, account);
  else if (await countResetMail(db, job, ctx.now())) await services.queue.add(db, passwordResetMail, job);
  else throw ctx.refuse('reset_limit', { commitAnyway: true });
  return { sent: true };
}

/** The refusal names the link that keeps the account, so a mail brings it once more: the one before may be lost. */
async function wayBackRefusal(
  services: Services,
  ctx: RequestCtx,
  account: { readonly id: string; readonly deleted_at: Date | null },
) {
  const { db, tenant, now } = ctx;
  const job = { tenant, account: account.id };
  if (await countResetMail(db, job, now())) await services.queue.add(db, deletionMail, job);
  return deletingRefusal(ctx, account);
}

type ResetCtx = ConnectionCtx<'link_expired'>;

/**
 * The password is hashed between two transactions; the second one uses up the link. For a moment the same form succeeds again, which logs in
 * once more.
 */
export async function resetPassword(
  services: Services,
  ctx: ResetCtx,
  { token, password, password_again }: PasswordReset,
): Promise<{ reset: true }> {
  const account = await ctx.inTenant((db) => accountOf(db, ctx, token));
  if (account.used_at) return repeatReset(services, ctx, token, password);
  const fields: Record<string, FieldCode> = {};
  const fault = validateNewPassword(password, personalWords(ctx.site, account));
  if (fault) fields['password'] = fault;
  else if (!isSamePassword(password, password_again)) fields['password_again'] = 'passwords_differ';
  if (Object.keys(fields).length > 0) throw ctx.refuse('invalid', { fields });
  const passwordHash = await services.passwords.hash(password);
  const done = await ctx.inTenant(async (db) => {
    const { tenant } = ctx;
    const owner = await lockOwner(db, tenant, account.id, { cookie: ctx.cookieHash });
    if (!owner) throw ctx.refuse('link_expired');
    if (!(await useMailToken(db, tenant, { token, purpose: 'reset', now: ctx.now() }))) return null;
    await endOtherAccess(db, tenant, account.id);
    const loggedOut = await setPassword(services, db, tenant, account, passwordHash);
    return startAgain(db, ctx, owner, await storeEventsNow(db, tenant, ctx.now(), loggedOut));
  });
  if (!done) return repeatReset(services, ctx, token, password);
  return answerReset(services, ctx, done);
}

/** The link was used a moment ago: only the form that used it succeeds, so it must have the password that was set. */
async function repeatReset(services: Services, ctx: ResetCtx, token: string, password: string) {
  const account = await ctx.inTenant((db) => accountOf(db, ctx, token));
  if (!(await services.passwords.check(password, account.password_hash))) throw ctx.refuse('link_expired');
  const done = await ctx.inTenant(async (db) => {
    const owner = await lockOwner(db, ctx.tenant, account.id, { cookie: ctx.cookieHash });
    if (owner?.password_hash !== account.password_hash) throw ctx.refuse('link_expired');
    return startAgain(db, ctx, owner, []);
  });
  return answerReset(services, ctx, done);
}

interface Started {
  readonly events: readonly StoredEvent[];
  readonly cookies: readonly string[];
}

/** Starts a session, unless the account may not log in. */
async function startAgain(
  db: Db,
  ctx: ResetCtx,
  { id, status }: LockedOwner,
  before: readonly StoredEvent[],
): Promise<Started> {
  if (!LIVE_STATUSES.includes(status)) return { events: before, cookies: [] };
  const replaced = await endReplacedSession(db, ctx, id, ctx.now());
  const session = await startSession(db, ctx.tenant, id, ctx.now(), ctx.userAgent, ctx.country);
  return { events: [...before, ...replaced], cookies: sessionCookies(session, ctx.isSecure) };
}

function answerReset({ hub }: Services, ctx: ResetCtx, { events, cookies }: Started): { reset: true } {
  cookies.forEach(ctx.setCookie);
  hub.publish(events);
  return { reset: true };
}

/** The account of a valid link. */
async function accountOf(db: Db, ctx: ResetCtx, token: string) {
  const account = await db
    .selectFrom('mail_token as t')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 't.tenant').onRef('a.id', '=', 't.account'))
    .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 't.tenant').onRef('p.id', '=', 't.account'))
    .select(['a.id', 'a.email', 'a.status', 'a.password_hash', 'p.name', 't.used_at'])
    .where('t.tenant', '=', ctx.tenant)
    .where('t.hash', '=', hashToken(token))
    .where('t.purpose', '=', 'reset')
    .where(isValidToken(ctx.now()))
    .where('a.status', 'in', ['active', 'suspended'])
    .executeTakeFirst();
  if (!account) throw ctx.refuse('link_expired');
  return account;
}
