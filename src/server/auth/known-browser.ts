// The cookie of a browser that has logged in to an account: its tries there are counted apart, so that strangers cannot use
// them up (decisions A-lockout).
import { randomInt } from 'node:crypto';
import { KNOWN_BROWSER } from '#domain/limits';
import type { BaseCtx } from '../context.ts';
import type { Db } from '../db/index.ts';
import { emailKey } from './email-key.ts';
import { isSessionOf } from './session-of.ts';
import { claimedId, readToken, signToken } from './signed-token.ts';
import { cookieValues } from './sessions.ts';

/** The number of a token holds when it was made, and which of the browsers of that second has it. */
const BROWSERS_PER_SECOND = 65_536;
/** The tokens of one cookie are joined by it. */
const SEPARATOR = '.';

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);

/** The tokens in a header, one for each account, newest first; they are not checked yet. */
export const knownBrowserTokens = (header: string | undefined): readonly string[] =>
  cookieValues(header, KNOWN_BROWSER.cookie)
    .flatMap((value) => value.split(SEPARATOR))
    .filter((token) => claimedId(token) !== null)
    .slice(0, KNOWN_BROWSER.accounts);

/** Whether the browser has the cookie for this account. Unchecked, so only for setting it again. */
export const hasKnownCookie = ({ knownTokens }: BaseCtx, account: string): boolean =>
  knownTokens.some((token) => claimedId(token) === account);

/** The cookie that makes this browser known to the account, beside those it is known to already. */
export async function knownBrowserCookie(db: Db, ctx: BaseCtx, account: string): Promise<string> {
  const number = secondsOf(ctx.now()) * BROWSERS_PER_SECOND + randomInt(BROWSERS_PER_SECOND);
  const token = await signToken(db, ctx.tenant, 'known_browser', { id: account, number });
  const others = ctx.knownTokens.filter((each) => claimedId(each) !== account).slice(0, KNOWN_BROWSER.accounts - 1);
  const value = [token, ...others].join(SEPARATOR);
  const attributes = `Path=/; Max-Age=${KNOWN_BROWSER.seconds}; SameSite=Lax${ctx.isSecure ? '; Secure' : ''}; HttpOnly`;
  return `${KNOWN_BROWSER.cookie}=${value}; ${attributes}`;
}

type BrowserCtx = Pick<BaseCtx, 'tenant' | 'knownTokens' | 'cookieHash' | 'now'>;

/**
 * Under which key the tries of this browser at the account of an address are counted: it has logged in there before, or
 * has a session. Null for any other browser.
 */
export async function knownBrowser(db: Db, ctx: BrowserCtx, email: string): Promise<string | null> {
  const { tenant, knownTokens, cookieHash } = ctx;
  if (knownTokens.length === 0 && !cookieHash) return null;
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (!account) return null;
  const key = await keyOfToken(db, ctx, account.id);
  if (key !== null || !cookieHash) return key;
  return (await isSessionOf(db, ctx, account.id)) ? sessionBrowser(cookieHash) : null;
}

async function keyOfToken(db: Db, { tenant, knownTokens, now }: BrowserCtx, account: string): Promise<string | null> {
  const token = knownTokens.find((each) => claimedId(each) === account);
  const signed = token === undefined ? null : await readToken(db, tenant, 'known_browser', token);
  const oldest = (secondsOf(now()) - KNOWN_BROWSER.seconds) * BROWSERS_PER_SECOND;
  return signed && signed.number >= oldest ? `browser:${signed.id} ${signed.number}` : null;
}

/** The key of a browser with a live session. */
export const sessionBrowser = (cookieHash: Uint8Array): string => `session:${Buffer.from(cookieHash).toString('hex')}`;
