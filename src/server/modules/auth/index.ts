// Handlers of contract/auth: the user, logins by password and by mail, a new password, the language, logout, and a page that is left.
import type { auth, UserAnswer } from '#contract/auth';
import type { BaseCtx, Ctx, Handlers } from '../../context.ts';
import type { Services } from '../../services.ts';
import { hasTokenOf, knownBrowserCookie } from '../../auth/known-browser.ts';
import { browserAccount } from '../../auth/log-in.ts';
import { clearedCookies, endSession, hintCookie } from '../../auth/sessions.ts';
import { login } from './login.ts';
import { loginByMail, requestLoginMail } from './login-mail.ts';
import { requestReset, resetPassword } from './reset.ts';
import { readUser } from './user.ts';

export function authHandlers(services: Services): Handlers<typeof auth> {
  return {
    user: {
      transactions: 'staged',
      handle: async (ctx) => {
        if (!ctx.cookieHash) return noUser(ctx);
        const key = await services.browserKey();
        return ctx.transaction((own) => readOwnUser(own, key));
      },
    },

    login: { transactions: 'own', handle: (ctx, input) => login(services, ctx, input) },

    requestLoginMail: { transactions: 'own', handle: (ctx, input) => requestLoginMail(services, ctx, input) },
    loginByMail: { transactions: 'own', handle: (ctx, { token }) => loginByMail(services, ctx, token) },
    requestReset: (ctx, { email }) => requestReset(services, ctx, email),
    resetPassword: { transactions: 'own', handle: (ctx, input) => resetPassword(services, ctx, input) },

    setLanguage: async (ctx, { language }) => {
      if (!ctx.site.codes.includes(language)) throw ctx.refuse('unknown_language');
      const { id } = ctx.member();
      await ctx.db
        .updateTable('account')
        .set({ language })
        .where('tenant', '=', ctx.tenant)
        .where('id', '=', id)
        .execute();
      ctx.emit({ type: 'user' }, { account: id });
      return { user: await readUser(ctx.db, ctx, id, ctx.now()) };
    },

    logout: {
      transactions: 'staged',
      handle: (ctx) => (ctx.cookieHash ? ctx.transaction(logOut) : clearCookies(ctx)),
    },

    // Finding the session records the activity.
    pageHidden: {
      transactions: 'staged',
      handle: (ctx) => (ctx.cookieHash ? ctx.transaction(() => Promise.resolve(null)) : null),
    },
  };
}

/** A browser that has just joined, or logged in by another way, becomes known here. */
async function readOwnUser(ctx: Ctx, key: Buffer): Promise<UserAnswer> {
  const { account, session } = ctx;
  updateHint(ctx, account !== null);
  if (account && session && !hasTokenOf(ctx, session.hash))
    ctx.setCookie(knownBrowserCookie(key, ctx, await browserAccount(ctx.db, ctx.tenant, account.id), session.hash));
  return { user: account && (await readUser(ctx.db, ctx, account.id, ctx.now())) };
}

function noUser(ctx: BaseCtx): UserAnswer {
  updateHint(ctx, false);
  return { user: null };
}

async function logOut(ctx: Ctx): Promise<null> {
  const account = ctx.cookieHash && (await endSession(ctx.db, ctx.tenant, ctx.cookieHash));
  if (account && ctx.cookieHash) ctx.emit({ type: 'logout' }, { account, session: ctx.cookieHash });
  return clearCookies(ctx);
}

/**
 * The hint cookie tells static pages whether there is a session. Only the hint changes: the session cookie may already
 * belong to a newer login in another tab.
 */
function updateHint(ctx: BaseCtx, isLoggedIn: boolean): void {
  if (ctx.hasHint !== isLoggedIn) ctx.setCookie(hintCookie(isLoggedIn, ctx.isSecure));
}

function clearCookies(ctx: BaseCtx): null {
  clearedCookies(ctx.isSecure).forEach(ctx.setCookie);
  return null;
}
