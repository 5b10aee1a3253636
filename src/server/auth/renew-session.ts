// Gives the browser of a call a new session, in place of one that has ended with all others of the account (decisions A-sessions).
import type { Ctx } from '../context.ts';
import { sessionCookies, startSession } from './sessions.ts';

export async function renewSession(ctx: Ctx, account: string): Promise<void> {
  const token = await startSession(ctx.db, ctx.tenant, account, ctx.now(), ctx.userAgent, ctx.country);
  sessionCookies(token, ctx.isSecure).forEach(ctx.setCookie);
}
