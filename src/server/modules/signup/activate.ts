// Confirms an e-mail address with a mailed link, for the person who set the account's password, and lets go what waited for it.
import type { ActivationForm } from '#contract/signup';
import type { EmittedEvent, ConnectionCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { storeEventsNow } from '../../live/hub.ts';
import type { Services } from '../../services.ts';
import { hashToken, sessionCookies, startSession } from '../../auth/sessions.ts';
import { setAccountStatus } from '../../auth/account-status.ts';
import { deliverHeld } from '../chats/held-messages.ts';
import { reserveAttempt, releaseAttempt } from '../../auth/lockout.ts';
import { endReplacedSession } from '../../auth/replaced-session.ts';

type ActivateCtx = ConnectionCtx<'link_expired' | 'account_blocked'>;

/**
 * The browser that joined, which has the account's session, confirms at once; any other needs the account's password and is logged in
 * with it, so that no one ends up with an account whose password someone else chose (decisions E1). A link that has confirmed its
 * address ends well each time it is used. Throws `link_expired` for a link that is unknown or old, or whose account is no longer waiting.
 */
export async function activate(
  services: Services,
  ctx: ActivateCtx,
  { token, password }: ActivationForm,
): Promise<void> {
  const link = await ctx.inTenant((db) => linkOf(db, ctx, token));
  if (link.used_at && link.status === 'active') return;
  if (link.status !== 'not_confirmed') throw ctx.refuse('link_expired');
  if (!link.isOwn) await checkPassword(services, ctx, link, password ?? '');
  const done = await ctx.inTenant(async (db) => {
    const events = await confirm(db, ctx, token, link.account);
    if (link.isOwn) return { events, cookies: [] };
    await releaseAttempt(db, ctx, link.email);
    const replaced = await endReplacedSession(db, ctx, link.account, ctx.now());
    const session = await startSession(db, ctx.tenant, link.account, ctx.now(), ctx.userAgent);
    return { events: [...events, ...replaced], cookies: sessionCookies(session, ctx.isSecure) };
  });
  done.cookies.forEach(ctx.setCookie);
  services.hub.publish(done.events);
}

/** The account of a link that is not too old, and whether this browser has its session. */
async function linkOf(db: Db, ctx: ActivateCtx, token: string) {
  const link = await db
    .selectFrom('mail_token as t')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 't.tenant').onRef('a.id', '=', 't.account'))
    .leftJoin('session as s', (join) =>
      join
        .onRef('s.tenant', '=', 't.tenant')
        .onRef('s.account', '=', 't.account')
        .on('s.token_hash', '=', ctx.cookieHash)
        .on('s.expires_at', '>', ctx.now()),
    )
    .select(['t.account', 't.used_at', 'a.status', 'a.email', 'a.password_hash', 's.token_hash'])
    .where('t.tenant', '=', ctx.tenant)
    .where('t.hash', '=', hashToken(token))
    .where('t.purpose', '=', 'activation')
    .where('t.expires_at', '>', ctx.now())
    .executeTakeFirst();
  if (!link) throw ctx.refuse('link_expired');
  const { token_hash, ...fields } = link;
  return { ...fields, isOwn: token_hash !== null };
}

/** Throws `invalid` unless it is the account's password. It counts as an attempt to log in, so that nobody guesses passwords here. */
async function checkPassword(
  services: Services,
  ctx: ActivateCtx,
  { email, password_hash }: { readonly email: string; readonly password_hash: string },
  password: string,
): Promise<void> {
  if (password === '') throw ctx.refuse('invalid', { fields: { password: 'required' } });
  await ctx.inTenant((db) => reserveAttempt(db, ctx, email));
  if (!(await services.passwords.check(password, password_hash)))
    throw ctx.refuse('invalid', { fields: { password: 'password_wrong' } });
}

/** Of all links of one account at once, the first confirms it; the others are spent. */
async function confirm(db: Db, ctx: ActivateCtx, token: string, account: string) {
  const { tenant } = ctx;
  const hash = hashToken(token);
  // The profile before the account, as every call that notes a member's activity; what is refused below takes it back.
  await db
    .updateTable('profile')
    .set({ status: 'active' })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .execute();
  // All links of one account wait for each other, and only the first finds it unconfirmed.
  const confirmed = await setAccountStatus(db, tenant, account, ['not_confirmed'], 'active');
  if (!confirmed) return confirmedBefore(db, ctx, hash);
  const links = db.deleteFrom('mail_token').where('tenant', '=', tenant).where('account', '=', account);
  await links.where('hash', '!=', hash).execute();
  await db
    .updateTable('mail_token')
    .set({ used_at: ctx.now() })
    .where('tenant', '=', tenant)
    .where('hash', '=', hash)
    .execute();
  const emitted: EmittedEvent[] = [];
  await deliverHeld({ ...ctx, db, emit: (...each) => void emitted.push(each) }, account);
  emitted.push([{ type: 'user' }, { account }]);
  return storeEventsNow(db, tenant, ctx.now(), emitted);
}

/** The same link may have confirmed the address since it was looked up, as when its button was pressed twice. */
async function confirmedBefore(db: Db, { tenant, refuse }: ActivateCtx, hash: Uint8Array): Promise<[]> {
  const used = await db
    .selectFrom('mail_token')
    .select('hash')
    .where('tenant', '=', tenant)
    .where('hash', '=', hash)
    .where('used_at', 'is not', null)
    .executeTakeFirst();
  if (!used) throw refuse('link_expired');
  return [];
}
