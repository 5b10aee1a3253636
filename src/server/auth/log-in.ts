// Starts the session of a member who has proven who they are, and ends the one it replaces.
import type { Selectable } from 'kysely';
import type { UserAnswer } from '#contract/auth';
import type { ConnectionCtx } from '../context.ts';
import type { Db } from '../db/index.ts';
import type { AccountTable } from '../db/tables/account.ts';
import { languageCookie } from '../http/language-cookie.ts';
import { readUser } from '../modules/auth/user.ts';
import type { Services } from '../services.ts';
import { knownBrowserCookie } from './known-browser.ts';
import { lockOwner, type LockedOwner } from './lock-owner.ts';
import { endReplacedSession } from './replaced-session.ts';
import { hashToken, sessionCookies, startSession } from './sessions.ts';

type AccountRow = Selectable<AccountTable>;

/** Suspended accounts, those in deletion, and those that wait for their mail may not. */
export const mayLogIn = ({
  status,
  login_after_confirming,
}: Pick<AccountRow, 'status' | 'login_after_confirming'>): boolean =>
  status === 'active' || (status === 'not_confirmed' && !login_after_confirming);

/**
 * `before` runs in the same transaction on the locked account, and refuses one that may not log in since it was read: a session that begins
 * beside a suspension or a deletion would live again on the return. The language cookie is set if there is none.
 */
export async function logIn(
  services: Services,
  ctx: ConnectionCtx,
  account: string,
  before: (db: Db, owner: LockedOwner | null) => Promise<unknown>,
): Promise<UserAnswer> {
  const now = ctx.now();
  const key = await services.browserKey();
  const done = await ctx.inTenant(async (db) => {
    await before(db, await lockOwner(db, ctx.tenant, account, { cookie: ctx.cookieHash }));
    const events = await endReplacedSession(db, ctx, account, now);
    const token = await startSession(db, ctx.tenant, account, now, ctx.userAgent, ctx.country);
    const known = knownBrowserCookie(key, ctx, await browserAccount(db, ctx.tenant, account), hashToken(token));
    return { events, token, known, user: await readUser(db, ctx, account, now) };
  });
  sessionCookies(done.token, ctx.isSecure).forEach(ctx.setCookie);
  ctx.setCookie(done.known);
  if (done.user && !ctx.hasLanguage) ctx.setCookie(languageCookie(done.user.language, ctx.isSecure));
  services.hub.publish(done.events);
  return { user: done.user };
}

/** The account as its known browsers are signed for. */
export const browserAccount = (db: Db, tenant: number, account: string) =>
  db
    .selectFrom('account')
    .select(['id', 'password_hash'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
