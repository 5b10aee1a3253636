// Login by mail: mails a link that works once, and logs in by it (decisions A-links, A-login-mail).
import { sql } from 'kysely';
import type { LoginMailRequest, UserAnswer } from '#contract/auth';
import { LOGIN_MAIL } from '#domain/limits';
import { asciiEmail, validateEmail } from '#domain/validation';
import { emailKey } from '../../auth/email-key.ts';
import { logIn } from '../../auth/log-in.ts';
import { deleteMailTokens, takeMailToken } from '../../auth/mail-token.ts';
import { hashToken } from '../../auth/sessions.ts';
import { type SuspensionCode, suspensionRefusal } from '../../auth/suspension.ts';
import type { ConnectionCtx, Ctx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { limitKey } from '../../http/client-address.ts';
import { safeReturn } from '../../http/safe-return.ts';
import { inTurn } from '../../http/slow-lane.ts';
import { askForActivation } from '../../mail/activation.ts';
import { loginMail } from '../../mail/login-mail.ts';
import type { Services } from '../../services.ts';
import { accountWith } from '../signup/address-state.ts';

const HOUR = 3_600_000;

/** The answer is the same for every address, and so is the work, so that neither tells whether it has an account. */
export async function requestLoginMail(
  services: Services,
  ctx: Ctx,
  { email: typed, to }: LoginMailRequest,
): Promise<{ sent: true }> {
  const email = asciiEmail(typed);
  const fault = validateEmail(email);
  if (fault) throw ctx.refuse('invalid', { fields: { email: fault } });
  const mail = await countMail(ctx, email);
  const account = mail ? null : await accountWith(ctx.db, ctx.tenant, email);
  // Does nothing for accounts that are confirmed.
  if (account) await askForActivation(services, ctx.db, { tenant: ctx.tenant, account: account.id }, ctx.now());
  await services.queue.add(ctx.db, loginMail, {
    tenant: ctx.tenant,
    account: mail?.id ?? null,
    to: safeReturn(to, ctx.origin),
    isLast: mail?.count === LOGIN_MAIL.mails,
  });
  return { sent: true };
}

/** Null when no mail may go. Of concurrent requests one gets it: the others wait for the row, and find its time in it. */
async function countMail({ db, tenant, now }: Ctx, email: string) {
  const ago = (ms: number) => sql`${new Date(now().getTime() - ms)}::timestamptz`;
  const recent = sql`array(select at from unnest(login_mails_at) at where at > ${ago(LOGIN_MAIL.perHours * HOUR)})`;
  const { rows } = await sql<{ id: string; count: number }>`
    update account set login_mails_at = ${recent} || ${now()}::timestamptz
    where tenant = ${tenant}::smallint and email_key = ${emailKey(email)} and status in ('active', 'suspended')
      and cardinality(${recent}) < ${LOGIN_MAIL.mails}
      and not ${ago(LOGIN_MAIL.waitSeconds * 1000)} < any(login_mails_at)
    returning id, cardinality(login_mails_at) as count`.execute(db);
  return rows[0] ?? null;
}

type LinkCtx = ConnectionCtx<'link_expired' | SuspensionCode>;

/** Readers of a link are not kept waiting by wrong passwords, which are counted apart. */
export async function loginByMail(services: Services, ctx: LinkCtx, token: string): Promise<UserAnswer> {
  return inTurn(services.admission.loginLinks, limitKey(ctx.ip), async (turn) => {
    const account = await ctx.inTenant((db) => accountOf(db, ctx, token));
    if (account.status === 'suspended') throw suspensionRefusal(ctx, account);
    const answer = await logIn(services, ctx, account.id, (db) => useLink(db, ctx, account.id, token));
    turn.refund();
    return answer;
  });
}

async function accountOf(db: Db, ctx: LinkCtx, token: string) {
  const account = await db
    .selectFrom('mail_token as t')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 't.tenant').onRef('a.id', '=', 't.account'))
    .select(['a.id', 'a.status', 'a.suspended_until', 'a.suspended_for'])
    .where('t.tenant', '=', ctx.tenant)
    .where('t.hash', '=', hashToken(token))
    .where('t.purpose', '=', 'login')
    .where('t.expires_at', '>', ctx.now())
    .where('a.status', 'in', ['active', 'suspended'])
    .executeTakeFirst();
  if (!account) throw ctx.refuse('link_expired');
  return account;
}

/** Uses up the link and those beside it, and lets new mails go: who reads them has shown to be the owner. */
async function useLink(db: Db, ctx: LinkCtx, account: string, token: string): Promise<void> {
  const { tenant } = ctx;
  const link = await takeMailToken(db, tenant, token, ['login'], ctx.now());
  if (!link) throw ctx.refuse('link_expired');
  await deleteMailTokens(db, tenant, account, 'login');
  const active = await db
    .updateTable('account')
    .set({ login_mails_at: sql`'{}'` })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst();
  if (!active) throw ctx.refuse('link_expired');
}
