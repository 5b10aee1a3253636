// Password reset: mails a link, and sets the new password by it (decisions A-reset, A-links).
import { sql } from 'kysely';
import type { PasswordReset } from '#contract/auth';
import type { FieldCode } from '#contract/errors';
import { PASSWORD_RESET } from '#domain/limits';
import { isSamePassword } from '#domain/password';
import { asciiEmail, validateEmail } from '#domain/validation';
import { emailKey } from '../../auth/email-key.ts';
import { takeMailToken } from '../../auth/mail-token.ts';
import { personalWords, validateNewPassword } from '../../auth/new-password.ts';
import { endOtherAccess } from '../../auth/end-sessions.ts';
import { endReplacedSession } from '../../auth/replaced-session.ts';
import { hashToken, LIVE_STATUSES, sessionCookies, startSession } from '../../auth/sessions.ts';
import { setPassword } from '../../auth/set-password.ts';
import type { ConnectionCtx, Ctx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { storeEventsNow } from '../../live/hub.ts';
import { passwordResetMail } from '../../mail/password-reset.ts';
import type { Services } from '../../services.ts';
import { recordDisclosure } from '../signup/disclosure.ts';

const HOUR = 3_600_000;
/** The id of no account. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';
type RequestCtx = Ctx<'email_unknown' | 'email_deleting' | 'reset_limit'>;

/** An unconfirmed account counts as unknown: its mail lets the owner of the address start afresh (decisions E1). */
export async function requestReset(services: Services, ctx: RequestCtx, typed: string): Promise<{ sent: true }> {
  const { db, tenant } = ctx;
  const email = asciiEmail(typed);
  const fault = validateEmail(email);
  if (fault) throw ctx.refuse('invalid', { fields: { email: fault } });
  const mayTell = await recordDisclosure(db, tenant, ctx.ip, email, ctx.now());
  const account = await db
    .selectFrom('account')
    .select(['id', 'status'])
    .where('tenant', '=', tenant)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  const isUnknown = !account || account.status === 'not_confirmed';
  const mayReset = !isUnknown && account.status !== 'pending_deletion';
  if (!mayReset && mayTell) throw ctx.refuse(isUnknown ? 'email_unknown' : 'email_deleting', { commitAnyway: true });
  // Beyond the disclosure limit, every address gets the same answer after the same work (decisions B6).
  const addressee = mayReset ? account.id : NO_ACCOUNT;
  const isMailed = await takeMail(ctx, addressee);
  if (!isMailed && mayTell) throw ctx.refuse('reset_limit', { commitAnyway: true });
  await services.queue.add(db, passwordResetMail, { tenant, account: isMailed ? addressee : NO_ACCOUNT });
  return { sent: true };
}

/** Counts a mail; false when the account has had its number in the last hours. Concurrent requests wait for the row. */
async function takeMail({ db, tenant, now }: RequestCtx, account: string): Promise<boolean> {
  const since = new Date(now().getTime() - PASSWORD_RESET.perHours * HOUR);
  const recent = sql`array(select at from unnest(reset_asked_at) at where at > ${since}::timestamptz)`;
  const { rows } = await sql<{ id: string }>`
    update account set reset_asked_at = ${recent} || ${now()}::timestamptz
    where tenant = ${tenant}::smallint and id = ${account}::uuid and cardinality(${recent}) < ${PASSWORD_RESET.mails}
    returning id`.execute(db);
  return rows.length > 0;
}

type ResetCtx = ConnectionCtx<'link_expired'>;

/** The password is hashed between two transactions; the second one uses up the link. */
export async function resetPassword(
  services: Services,
  ctx: ResetCtx,
  { token, password, password_again }: PasswordReset,
): Promise<{ reset: true }> {
  const account = await ctx.inTenant((db) => accountOf(db, ctx, hashToken(token)));
  const fields: Record<string, FieldCode> = {};
  const fault = validateNewPassword(password, personalWords(ctx.site, account));
  if (fault) fields['password'] = fault;
  else if (!isSamePassword(password, password_again)) fields['password_again'] = 'passwords_differ';
  if (Object.keys(fields).length > 0) throw ctx.refuse('invalid', { fields });
  const passwordHash = await services.passwords.hash(password);
  const done = await ctx.inTenant(async (db) => {
    const { tenant } = ctx;
    if (!(await takeMailToken(db, tenant, token, ['reset'], ctx.now()))) throw ctx.refuse('link_expired');
    await endOtherAccess(db, tenant, account.id);
    const loggedOut = await setPassword(services, db, tenant, account, passwordHash);
    const events = await storeEventsNow(db, tenant, ctx.now(), loggedOut);
    if (!LIVE_STATUSES.includes(account.status)) return { events, cookies: [] };
    const replaced = await endReplacedSession(db, ctx, account.id, ctx.now());
    const session = await startSession(db, tenant, account.id, ctx.now(), ctx.userAgent, ctx.country);
    return { events: [...events, ...replaced], cookies: sessionCookies(session, ctx.isSecure) };
  });
  done.cookies.forEach(ctx.setCookie);
  services.hub.publish(done.events);
  return { reset: true };
}

/** The account of a valid link. */
async function accountOf(db: Db, ctx: ResetCtx, hash: Uint8Array) {
  const account = await db
    .selectFrom('mail_token as t')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 't.tenant').onRef('a.id', '=', 't.account'))
    .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 't.tenant').onRef('p.id', '=', 't.account'))
    .select(['a.id', 'a.email', 'a.status', 'p.name'])
    .where('t.tenant', '=', ctx.tenant)
    .where('t.hash', '=', hash)
    .where('t.purpose', '=', 'reset')
    .where('t.expires_at', '>', ctx.now())
    .where('a.status', 'in', ['active', 'suspended'])
    .executeTakeFirst();
  if (!account) throw ctx.refuse('link_expired');
  return account;
}
