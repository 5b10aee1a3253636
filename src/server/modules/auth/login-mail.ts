// Login by mail: mails a link, and logs in by it (decisions A-links, A-login-mail).
import { sql } from 'kysely';
import type { LoginMailRequest, UserAnswer } from '#contract/auth';
import { asciiEmail, validateEmail } from '#domain/validation';
import { emailKey } from '../../auth/email-key.ts';
import { logIn } from '../../auth/log-in.ts';
import { isValidToken, useMailToken } from '../../auth/mail-token.ts';
import { hashToken } from '../../auth/sessions.ts';
import { type SuspensionCode, suspensionRefusal } from '../../auth/suspension.ts';
import type { ConnectionCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { withPermit } from '../../http/concurrency-limiter.ts';
import { applicantOf } from '../../http/concurrency-limits.ts';
import { safeReturn } from '../../http/safe-return.ts';
import { NO_ACCOUNT } from '../../mail/account-mail.ts';
import { loginMailAsked } from '../../mail/login-mail.ts';
import type { Services } from '../../services.ts';
import { accountWith } from '../signup/address-state.ts';

/**
 * The answer is the same for every address, and so is the work, so that neither tells whether it has an account: what an account has written
 * is left to a job.
 */
export async function requestLoginMail(
  services: Services,
  ctx: ConnectionCtx,
  { email: typed, to }: LoginMailRequest,
): Promise<{ sent: true }> {
  const { tenant } = ctx;
  const email = asciiEmail(typed);
  const fault = validateEmail(email);
  if (fault) throw ctx.refuse('invalid', { fields: { email: fault } });
  await withPermit(services.concurrency.loginMails, applicantOf(ctx, emailKey(email)), () =>
    ctx.inTenant(async (db) => {
      const account = (await accountWith(db, tenant, email))?.id ?? NO_ACCOUNT;
      const asked = { tenant, account, to: safeReturn(to, ctx.origin), at: ctx.now().toISOString() };
      await services.queue.add(db, loginMailAsked, asked);
    }),
  );
  return { sent: true };
}

type LinkCtx = ConnectionCtx<'link_expired' | SuspensionCode>;

/** Readers of a link do not wait for wrong passwords, which are counted apart. */
export async function loginByMail(services: Services, ctx: LinkCtx, token: string): Promise<UserAnswer> {
  return withPermit(services.concurrency.loginLinks, applicantOf(ctx, token), async (permit) => {
    const account = await ctx.inTenant((db) => accountOf(db, ctx, token));
    if (account.status === 'suspended') throw suspensionRefusal(ctx, account);
    const answer = await logIn(services, ctx, account.id, (db) => useLink(db, ctx, account.id, token));
    permit.refund();
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
    .where(isValidToken(ctx.now()))
    .where('a.status', 'in', ['active', 'suspended'])
    .executeTakeFirst();
  if (!account) throw ctx.refuse('link_expired');
  return account;
}

/**
 * Uses the link, ends those beside it, and lets new mails go: who reads them has shown to be the owner. The account is locked before its
 * links, as by a new password.
 */
async function useLink(db: Db, ctx: LinkCtx, account: string, token: string): Promise<void> {
  const { tenant } = ctx;
  const now = ctx.now();
  const active = await db
    .updateTable('account')
    .set({ login_mails_at: sql`'{}'` })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst();
  if (!active) throw ctx.refuse('link_expired');
  if (!(await useMailToken(db, tenant, { token, purpose: 'login', now }))) await accountOf(db, ctx, token);
  await db
    .deleteFrom('mail_token')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('purpose', '=', 'login')
    .where('hash', '!=', hashToken(token))
    .execute();
}
