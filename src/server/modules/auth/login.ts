// Logs a member in. A wrong password and an unknown address take the same time and get the same answer.
import type { Credentials, UserAnswer } from '#contract/auth';
import type { ConnectionCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { deletingRefusal } from '../../auth/deletion-end.ts';
import { emailKey } from '../../auth/email-key.ts';
import type { Services } from '../../services.ts';
import { logIn, mayLogIn } from '../../auth/log-in.ts';
import { type SuspensionCode, suspensionRefusal } from '../../auth/suspension.ts';
import { reserveBrowserAttempt } from '../../auth/browser-attempt.ts';
import { anyKnownBrowser, knownBrowser, sessionBrowser } from '../../auth/known-browser.ts';
import { withPermit } from '../../http/concurrency-limiter.ts';
import { applicantOf } from '../../http/concurrency-limits.ts';

type LoginCtx = ConnectionCtx<'login_failed' | 'account_blocked' | 'email_deleting' | SuspensionCode>;

/**
 * Answers the user and sets the session cookies, and the language cookie if there is none. Throws `login_failed`, or
 * `account_blocked` with the minutes during a lockout, even for the correct password. Beyond the limit of an address,
 * logins wait for a permit; browsers that have logged in before do not wait for strangers.
 */
export async function login(services: Services, ctx: LoginCtx, input: Credentials): Promise<UserAnswer> {
  const key = await services.browserKey();
  const browser = anyKnownBrowser(key, ctx);
  const { logins, knownLogins } = services.concurrency;
  const applicant = applicantOf(ctx, browser ?? emailKey(input.email));
  return withPermit(browser === null ? logins : knownLogins, applicant, async (permit) => {
    const answer = await loginWithPermit(services, ctx, input, key);
    permit.refund();
    return answer;
  });
}

/** The attempt is counted before the password is checked, so that concurrent attempts cannot exceed the limit. */
async function loginWithPermit(
  services: Services,
  ctx: LoginCtx,
  input: Credentials,
  key: Buffer,
): Promise<UserAnswer> {
  const { account, releaseAttempt } = await ctx.inTenant(async (db) => {
    const found = await accountWith(db, ctx, input.email);
    const browser = browserOf(key, ctx, found);
    return { account: found, releaseAttempt: await reserveBrowserAttempt(db, ctx, input.email, browser) };
  });
  const isDeleting = account?.status === 'pending_deletion';
  const isSuspended = account?.status === 'suspended';
  const isCorrect = await services.passwords.check(
    input.password,
    account && (mayLogIn(account) || isDeleting || isSuspended) ? account.password_hash : null,
  );
  if (!isCorrect || !account) throw ctx.refuse('login_failed');
  // The password was right, so none of these is a failure.
  if (isDeleting || isSuspended) await ctx.inTenant(releaseAttempt);
  if (isDeleting) throw deletingRefusal(ctx, account);
  if (isSuspended) throw suspensionRefusal(ctx, account);
  const { id, password_hash: stored } = account;
  const renewed = await services.passwords.renewed(input.password, stored);
  return logIn(services, ctx, id, async (db, owner) => {
    if (!owner || !mayLogIn(owner)) throw ctx.refuse('login_failed');
    await releaseAttempt(db);
    const { password_hash: current } = owner;
    // Another login may have renewed the hash; anything else is a new password, which ended all sessions.
    const isSame =
      current === stored || (renewed !== null && (await services.passwords.check(input.password, current)));
    if (!isSame) throw ctx.refuse('login_failed');
    if (renewed && current === stored) await replaceHash(db, ctx.tenant, id, renewed);
  });
}

/** The account of an address, and whether the browser has its session: in one statement, which takes as long for an unknown address. */
const accountWith = (db: Db, { tenant, cookieHash, now }: LoginCtx, email: string) =>
  db
    .selectFrom('account as a')
    .leftJoin('session as s', (join) =>
      join
        .onRef('s.tenant', '=', 'a.tenant')
        .onRef('s.account', '=', 'a.id')
        .on('s.token_hash', '=', cookieHash)
        .on('s.expires_at', '>', now()),
    )
    .select(['a.id', 'a.password_hash', 'a.status', 'a.login_after_confirming'])
    .select(['a.suspended_until', 'a.suspended_for', 'a.deleted_at'])
    .select('s.token_hash as session')
    .where('a.tenant', '=', tenant)
    .where('a.email_key', '=', emailKey(email))
    .executeTakeFirst();

/** The browser, if it has logged in to the account before or has its session. */
function browserOf(key: Buffer, ctx: LoginCtx, account: Awaited<ReturnType<typeof accountWith>>) {
  const known = knownBrowser(key, ctx, account);
  const browser = known ?? (account?.session ? sessionBrowser(account.session) : null);
  return account && browser !== null ? { key: browser, account: account.id } : null;
}

const replaceHash = (db: Db, tenant: number, id: string, password_hash: string) =>
  db.updateTable('account').set({ password_hash }).where('tenant', '=', tenant).where('id', '=', id).execute();
