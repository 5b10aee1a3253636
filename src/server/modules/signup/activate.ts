// Confirms an e-mail address with a mailed link, and delivers held messages.
import { sql } from 'kysely';
import type { ActivationForm } from '#contract/signup';
import type { EmittedEvent, ConnectionCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { storeEventsNow } from '../../live/hub.ts';
import type { Services } from '../../services.ts';
import { linkAttempts, useActivationLink } from '../../auth/activation-link.ts';
import { lockOwner } from '../../auth/lock-owner.ts';
import { hashToken, sessionCookies, startSession } from '../../auth/sessions.ts';
import { setAccountStatus } from '../../auth/account-status.ts';
import { deliverHeld } from '../chats/held-messages.ts';
import { spendAttempt } from '../../auth/attempt-budget.ts';
import { endReplacedSession } from '../../auth/replaced-session.ts';

type ActivateCtx = ConnectionCtx<'link_expired' | 'account_blocked'>;

/**
 * Confirms the account that has the link's address. A browser with its session does so at once. Any other must send the account's
 * password and is logged in, so that no member gets an account with a password of someone else's choice; who does not know it may start
 * afresh by `join` (decisions E1). A link that confirmed its address succeeds on each use. Throws `link_expired` when the link is unknown
 * or expired, or no account with its address waits for it.
 */
export async function activate(
  services: Services,
  ctx: ActivateCtx,
  { token, password }: ActivationForm,
): Promise<void> {
  const link = await ctx.inTenant((db) => linkOf(db, ctx, token));
  if (link.used_at && link.status === 'active') return;
  if (link.status !== 'not_confirmed') throw ctx.refuse('link_expired');
  if (!link.isOwn) await checkPassword(services, ctx, token, password ?? '', link.password_hash);
  const done = await ctx.inTenant(async (db) => {
    await lockOwner(db, ctx.tenant, link.account, { cookie: ctx.cookieHash });
    const events = await confirm(db, ctx, token, link.account);
    if (link.isOwn) return { events, cookies: [] };
    const replaced = await endReplacedSession(db, ctx, link.account, ctx.now());
    const session = await startSession(db, ctx.tenant, link.account, ctx.now(), ctx.userAgent, ctx.country);
    return { events: [...events, ...replaced], cookies: sessionCookies(session, ctx.isSecure) };
  });
  done.cookies.forEach(ctx.setCookie);
  services.hub.publish(done.events);
}

/** The account that has the address of a valid link, and whether the browser has its session. */
async function linkOf(db: Db, ctx: ActivateCtx, token: string) {
  const link = await db
    .selectFrom('mail_token as t')
    .innerJoin('account as a', (join) =>
      join.onRef('a.tenant', '=', 't.tenant').onRef('a.email_key', '=', 't.email_key'),
    )
    .leftJoin('session as s', (join) =>
      join
        .onRef('s.tenant', '=', 'a.tenant')
        .onRef('s.account', '=', 'a.id')
        .on('s.token_hash', '=', ctx.cookieHash)
        .on('s.expires_at', '>', ctx.now()),
    )
    .select(['a.id as account', 't.used_at', 'a.status', 'a.password_hash', 's.token_hash'])
    .where('t.tenant', '=', ctx.tenant)
    .where('t.hash', '=', hashToken(token))
    .where('t.purpose', '=', 'activation')
    .where('t.expires_at', '>', ctx.now())
    .executeTakeFirst();
  if (!link) throw ctx.refuse('link_expired');
  const { token_hash, ...fields } = link;
  return { ...fields, isOwn: token_hash !== null };
}

/**
 * Throws `invalid` for a wrong password. Each link has tries of its own, to prevent guessing: those of logins could be used up by
 * strangers, who have no link.
 */
async function checkPassword(
  services: Services,
  ctx: ActivateCtx,
  token: string,
  password: string,
  stored: string,
): Promise<void> {
  if (password === '') throw ctx.refuse('invalid', { fields: { password: 'required' } });
  const { key, budget } = linkAttempts(token);
  const retryAfter = await ctx.inTenant((db) => spendAttempt(db, ctx.tenant, key, budget, ctx.now()));
  if (retryAfter > 0) throw ctx.refuse('account_blocked', { minutes: Math.ceil(retryAfter / 60), retryAfter });
  if (!(await services.passwords.check(password, stored)))
    throw ctx.refuse('invalid', { fields: { password: 'password_wrong' } });
}

/** The first link confirms the account; the other ones to its address are deleted. */
async function confirm(db: Db, ctx: ActivateCtx, token: string, account: string) {
  const { tenant } = ctx;
  const now = ctx.now();
  // A refusal below rolls this back.
  await db
    .updateTable('profile')
    .set({ status: sql`case when ${hasWithdrawn(ctx, account)} then 'no_consent' else 'active' end`, joined_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .execute();
  // Concurrent links of one account wait for each other; only the first finds it unconfirmed.
  const confirmed = await setAccountStatus(db, tenant, account, ['not_confirmed'], 'active', {
    confirmed_at: now,
    mail_after: null,
  });
  if (!confirmed) return confirmedBefore(db, ctx, token, account);
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  // The member may have corrected the address meanwhile: then the link went to the one before.
  if (!(await useActivationLink(db, ctx, email, token))) throw ctx.refuse('link_expired');
  const emitted: EmittedEvent[] = [];
  await deliverHeld({ ...ctx, db, emit: (...each) => void emitted.push(each) }, account);
  emitted.push([{ type: 'user' }, { account }]);
  return storeEventsNow(db, tenant, ctx.now(), emitted);
}

/** Whether the member has withdrawn the consent to use sensitive data. */
const hasWithdrawn = ({ tenant }: ActivateCtx, account: string) =>
  sql`(select consent_withdrawn_at is not null from account where tenant = ${tenant}::smallint and id = ${account}::uuid)`;

/** The same link may have confirmed the address in the meantime, e.g. by a double click. */
async function confirmedBefore(db: Db, ctx: ActivateCtx, token: string, account: string): Promise<[]> {
  const link = await linkOf(db, ctx, token);
  if (!link.used_at || link.account !== account || link.status !== 'active') throw ctx.refuse('link_expired');
  return [];
}
