// The cookie of a browser that has logged in: its attempts at that account are counted apart, so that strangers cannot use them up
// (decisions A-lockout). It names no member, since others may use the same computer.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { KNOWN_BROWSER } from '#domain/limits';
import type { BaseCtx } from '../context.ts';
import { cookieValues } from './sessions.ts';

/**
 * A token is when it was made (seconds), the number of the browser, and two signatures: of the server, and of the server for the account.
 * Only the account's row shows whether a token is one of it.
 */
const TIME_BYTES = 6;
const NUMBER_BYTES = 16;
const SIGNATURE_BYTES = 16;
const SIGNED_BYTES = TIME_BYTES + NUMBER_BYTES;
/** The base64url of them all. */
const TOKEN = /^[\w-]{72}$/;
/** The tokens of one cookie are joined by it. */
const SEPARATOR = '.';

/** A new password makes the account's tokens void: its hash is signed too. */
export interface BrowserAccount {
  readonly id: string;
  readonly password_hash: string;
}
/** Stands in for an account that does not exist, so that the work is the same. */
const NO_ACCOUNT: BrowserAccount = { id: '', password_hash: '' };

type BrowserCtx = Pick<BaseCtx, 'tenant' | 'knownTokens' | 'now'>;

/** The tokens in a header, one for each account, newest first; they are not checked yet. */
export const knownBrowserTokens = (header: string | undefined): readonly string[] =>
  cookieValues(header, KNOWN_BROWSER.cookie)
    .flatMap((value) => value.split(SEPARATOR))
    .filter((token) => TOKEN.test(token))
    .slice(0, KNOWN_BROWSER.accounts);

/** The number of a browser is that of its session, so that a session has one, however often its token is made. */
const numberOf = (session: Uint8Array): Buffer =>
  createHash('sha256').update('known browser ').update(session).digest().subarray(0, NUMBER_BYTES);

/** Under which key the attempts of a browser are counted, by its session. */
export const sessionBrowser = (session: Uint8Array): string => keyOf(numberOf(session));

const keyOf = (number: Uint8Array): string => `browser:${Buffer.from(number).toString('hex')}`;

/** Whether the browser has the token of this session. Unchecked, so only for setting it again. */
export const hasTokenOf = ({ knownTokens }: Pick<BaseCtx, 'knownTokens'>, session: Uint8Array): boolean =>
  knownTokens.some((token) => numberIn(Buffer.from(token, 'base64url')).equals(numberOf(session)));

/** The cookie that makes the browser of a session known to the account, beside those it is known to already. */
export function knownBrowserCookie(
  key: Buffer,
  ctx: BrowserCtx & Pick<BaseCtx, 'isSecure'>,
  account: BrowserAccount,
  session: Uint8Array,
): string {
  const signed = Buffer.alloc(SIGNED_BYTES);
  signed.writeUIntBE(secondsOf(ctx.now()), 0, TIME_BYTES);
  numberOf(session).copy(signed, TIME_BYTES);
  const signatures = [signatureOf(key, ctx.tenant, signed), signatureOf(key, ctx.tenant, signed, account)];
  const token = Buffer.concat([signed, ...signatures]).toString('base64url');
  const own = new Set(tokensOf(key, ctx, account));
  const others = ctx.knownTokens.filter((each) => !own.has(each)).slice(0, KNOWN_BROWSER.accounts - 1);
  const attributes = `Path=/; Max-Age=${KNOWN_BROWSER.seconds}; SameSite=Lax${ctx.isSecure ? '; Secure' : ''}; HttpOnly`;
  return `${KNOWN_BROWSER.cookie}=${[token, ...others].join(SEPARATOR)}; ${attributes}`;
}

/** The key of a browser that has logged in to any account; null for any other. */
export function anyKnownBrowser(key: Buffer, ctx: BrowserCtx): string | null {
  const [token] = validTokens(key, ctx);
  return token === undefined ? null : keyOfToken(token);
}

/** The key of this browser when it has logged in to this account, null otherwise. */
export function knownBrowser(key: Buffer, ctx: BrowserCtx, account: BrowserAccount | undefined): string | null {
  const [token] = tokensOf(key, ctx, account ?? NO_ACCOUNT);
  return token === undefined || !account ? null : keyOfToken(token);
}

const tokensOf = (key: Buffer, ctx: BrowserCtx, account: BrowserAccount): readonly string[] =>
  validTokens(key, ctx).filter((token) => {
    const bytes = Buffer.from(token, 'base64url');
    return timingSafeEqual(
      bytes.subarray(SIGNED_BYTES + SIGNATURE_BYTES),
      signatureOf(key, ctx.tenant, bytes.subarray(0, SIGNED_BYTES), account),
    );
  });

/** Those that this server has made for this brand, and that are not too old. */
const validTokens = (key: Buffer, { tenant, knownTokens, now }: BrowserCtx): readonly string[] =>
  knownTokens.filter((token) => {
    const bytes = Buffer.from(token, 'base64url');
    const isFresh = bytes.readUIntBE(0, TIME_BYTES) > secondsOf(now()) - KNOWN_BROWSER.seconds;
    const signature = bytes.subarray(SIGNED_BYTES, SIGNED_BYTES + SIGNATURE_BYTES);
    return isFresh && timingSafeEqual(signature, signatureOf(key, tenant, bytes.subarray(0, SIGNED_BYTES)));
  });

const keyOfToken = (token: string): string => keyOf(numberIn(Buffer.from(token, 'base64url')));
const numberIn = (bytes: Buffer): Buffer => bytes.subarray(TIME_BYTES, SIGNED_BYTES);
const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);

function signatureOf(key: Buffer, tenant: number, signed: Uint8Array, account?: BrowserAccount): Buffer {
  const holder = account ? `account ${account.id} ${account.password_hash}` : 'server';
  return createHmac('sha256', key)
    .update(`known_browser ${tenant} ${holder} `)
    .update(signed)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}
