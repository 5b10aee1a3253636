// Carries out contract/auth: who is logged in, logging in and out, the account's language.
import type { auth } from '#contract/auth';
import type { BaseCtx, Handlers } from '../../context.ts';
import type { Services } from '../../services.ts';
import { clearedCookies, endSession, hintCookie } from '../../auth/sessions.ts';
import { login } from './login.ts';
import { readUser } from './user.ts';

export function authHandlers(services: Services): Handlers<typeof auth> {
  return {
    user: {
      transactions: 'with_cookie',
      visitor: (ctx) => {
        tellPages(ctx, false);
        return { user: null };
      },
      handle: async (ctx) => {
        tellPages(ctx, ctx.account !== null);
        return { user: ctx.account && (await readUser(ctx.db, ctx, ctx.account.id, ctx.now())) };
      },
    },

    login: { transactions: 'own', handle: (ctx, input) => login(services, ctx, input) },

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
      transactions: 'with_cookie',
      visitor: clearCookies,
      handle: async (ctx) => {
        const account = ctx.cookieHash && (await endSession(ctx.db, ctx.tenant, ctx.cookieHash));
        if (account && ctx.cookieHash) ctx.emit({ type: 'logout' }, { account, session: ctx.cookieHash });
        return clearCookies(ctx);
      },
    },
  };
}

/**
 * Static pages must not take whoever's session has ended for a member. Only what they read changes: the session's own cookie may be
 * that of a login in another tab, which this call was asked before.
 */
function tellPages(ctx: BaseCtx, isLoggedIn: boolean): void {
  if (ctx.hasHint !== isLoggedIn) ctx.setCookie(hintCookie(isLoggedIn, ctx.isSecure));
}

function clearCookies(ctx: BaseCtx): null {
  clearedCookies(ctx.isSecure).forEach(ctx.setCookie);
  return null;
}
