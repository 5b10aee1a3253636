// Logs a member in. A wrong password and an unknown address take the same time and get the same answer.
import type { Credentials, UserAnswer } from '#contract/auth';
import type { ConnectionCtx } from '../../context.ts';
import { emailKey } from '../../auth/email-key.ts';
import { languageCookie } from '../../http/language-cookie.ts';
import type { Services } from '../../services.ts';
import { sessionCookies, startSession } from '../../auth/sessions.ts';
import { reserveAttempt, releaseAttempt } from '../../auth/lockout.ts';
import { endReplacedSession } from '../../auth/replaced-session.ts';
import { readUser } from './user.ts';

type LoginCtx = ConnectionCtx<'login_failed' | 'account_blocked'>;

/**
 * Answers the user and sets the session cookies, and the language cookie if there is none. Throws `login_failed`, or
 * `account_blocked` with the minutes during a lockout, even for the correct password. The attempt is counted before the
 * password is checked, so that concurrent attempts cannot exceed the limit.
 */
export async function login(services: Services, ctx: LoginCtx, input: Credentials): Promise<UserAnswer> {
  const now = ctx.now();
  const account = await ctx.inTenant(async (db) => {
    await reserveAttempt(db, ctx, input.email);
    return db
      .selectFrom('account')
      .select(['id', 'password_hash', 'status', 'login_after_confirming'])
      .where('tenant', '=', ctx.tenant)
      .where('email_key', '=', emailKey(input.email))
      .executeTakeFirst();
  });
  const mayLogIn =
    account?.status === 'active' || (account?.status === 'not_confirmed' && !account.login_after_confirming);
  const isCorrect = await services.passwords.check(input.password, mayLogIn ? account.password_hash : null);
  if (!isCorrect || !account) throw ctx.refuse('login_failed');
  const done = await ctx.inTenant(async (db) => {
    await releaseAttempt(db, ctx, input.email);
    const events = await endReplacedSession(db, ctx, account.id, now);
    const token = await startSession(db, ctx.tenant, account.id, now, ctx.userAgent);
    sessionCookies(token, ctx.isSecure).forEach(ctx.setCookie);
    return { events, user: await readUser(db, ctx, account.id, now) };
  });
  if (done.user && !ctx.hasLanguage) ctx.setCookie(languageCookie(done.user.language, ctx.isSecure));
  services.hub.publish(done.events);
  return { user: done.user };
}
