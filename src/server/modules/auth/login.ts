// Logs a member in. A wrong password and an unknown address take the same time and get the same answer.
import type { Credentials, UserAnswer } from '#contract/auth';
import type { ConnectionCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { emailKey } from '../../auth/email-key.ts';
import type { Services } from '../../services.ts';
import { logIn, mayLogIn } from '../../auth/log-in.ts';
import { type SuspensionCode, suspensionRefusal } from '../../auth/suspension.ts';
import { reserveTry } from '../../auth/browser-attempt.ts';
import { knownBrowser } from '../../auth/known-browser.ts';
import { limitKey } from '../../http/client-address.ts';
import { inTurn } from '../../http/slow-lane.ts';

type LoginCtx = ConnectionCtx<'login_failed' | 'account_blocked' | 'email_deleting' | SuspensionCode>;

/**
 * Answers the user and sets the session cookies, and the language cookie if there is none. Throws `login_failed`, or
 * `account_blocked` with the minutes during a lockout, even for the correct password. Beyond the limit of an address,
 * logins wait for their turn; a browser that the account knows has turns of its own.
 */
export async function login(services: Services, ctx: LoginCtx, input: Credentials): Promise<UserAnswer> {
  const isMaybeKnown = ctx.knownTokens.length > 0 || ctx.cookieHash !== null;
  const browser = isMaybeKnown ? await lookUpBrowser(services, ctx, input.email) : null;
  return inTurn(services.admission.logins, browser ?? limitKey(ctx.ip), async (turn) => {
    const answer = await loginInTurn(services, ctx, input, browser);
    turn.refund();
    return answer;
  });
}

/** A cookie can be made up, so the look-up waits like that of an unknown session. */
const lookUpBrowser = (services: Services, ctx: LoginCtx, email: string): Promise<string | null> =>
  inTurn(services.admission.unknownSessions, limitKey(ctx.ip), async (turn) => {
    const browser = await ctx.inTenant((db) => knownBrowser(db, ctx, email));
    if (browser !== null) turn.refund();
    return browser;
  });

/** The attempt is counted before the password is checked, so that concurrent attempts cannot exceed the limit. */
async function loginInTurn(
  services: Services,
  ctx: LoginCtx,
  input: Credentials,
  browser: string | null,
): Promise<UserAnswer> {
  const { account, returnTry } = await ctx.inTenant(async (db) => {
    const reserved = await reserveTry(db, ctx, input.email, browser);
    const found = await db
      .selectFrom('account')
      .select(['id', 'password_hash', 'status', 'login_after_confirming', 'suspended_until', 'suspended_for'])
      .where('tenant', '=', ctx.tenant)
      .where('email_key', '=', emailKey(input.email))
      .executeTakeFirst();
    return { account: found, returnTry: reserved };
  });
  const isDeleting = account?.status === 'pending_deletion';
  const isSuspended = account?.status === 'suspended';
  const isCorrect = await services.passwords.check(
    input.password,
    account && (mayLogIn(account) || isDeleting || isSuspended) ? account.password_hash : null,
  );
  if (!isCorrect || !account) throw ctx.refuse('login_failed');
  if (isDeleting) throw ctx.refuse('email_deleting');
  if (isSuspended) throw suspensionRefusal(ctx, account);
  const { id, password_hash: stored } = account;
  const renewed = await services.passwords.renewed(input.password, stored);
  return logIn(services, ctx, id, async (db) => {
    await returnTry(db);
    const current = await lockedHash(db, ctx.tenant, id);
    // Another login may have renewed the hash; anything else is a new password, which ended all sessions.
    const isSame =
      current === stored || (renewed !== null && (await services.passwords.check(input.password, current)));
    if (!isSame) throw ctx.refuse('login_failed');
    if (renewed && current === stored) await replaceHash(db, ctx.tenant, id, renewed);
  });
}

/** A change of the password waits until the session of this login is stored, so that it ends it. */
const lockedHash = async (db: Db, tenant: number, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('account')
      .select('password_hash')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
  )?.password_hash ?? null;

const replaceHash = (db: Db, tenant: number, id: string, password_hash: string) =>
  db.updateTable('account').set({ password_hash }).where('tenant', '=', tenant).where('id', '=', id).execute();
