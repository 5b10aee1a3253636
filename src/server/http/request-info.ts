// Facts of a request: site, address, protocol, language, session cookies.
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import { unknownCountries } from '#domain/entry';
import { languageOf } from '#domain/languages';
import { LANGUAGE, SESSION } from '#domain/limits';
import type { Site } from '#site/load';
import { clientIp, isSecure } from './client-address.ts';
import { countryOfIp } from '../geo/ip-country.ts';
import type { Config } from '../config/index.ts';
import { knownBrowserTokens } from '../auth/known-browser.ts';
import { sessionCookieHashes } from '../auth/sessions.ts';

/** Hono context of the app; `site` is null only on the development server's own host name. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { site: Site | null; requestId: string };
}
export type AppContext = Context<AppEnv>;

export interface RequestInfo {
  readonly c: AppContext;
  readonly site: Site;
  readonly requestId: string;
  readonly ip: string;
  readonly isSecure: boolean;
  /** Public scheme and host of this site. */
  readonly origin: string;
  readonly country: string | null;
  readonly log: Logger;
  /** Cookies to set with the response. */
  readonly cookies: string[];
  header(name: string): string | undefined;
  /** SHA-256 of every session cookie. Browsers send several of one name when another host or path set one. */
  sessionHashes(): readonly Uint8Array[];
  /** SHA-256 of the session cookie to use: the only one, or the chosen one. */
  cookieHash(): Uint8Array | null;
  chooseSession(hash: Uint8Array | null): void;
  language(): string;
  hasLanguage(): boolean;
  hasHint(): boolean;
  knownTokens(): readonly string[];
  /** Aborted when the connection is closed before the answer. */
  readonly closeSignal: () => AbortSignal;
}

/**
 * The host of the request, which determines the brand: the Host header, or the proxy's with TRUST_FORWARDED_HOST.
 * Several forwarded hosts mean that the proxy appends to the client's value, so none is accepted.
 */
export function hostOf(c: AppContext, config: Config): string {
  const urlHost = hostOfUrl(c.req.url);
  const header = c.req.header('host');
  // An absolute URL and a Host header that disagree indicate an attack.
  if (
    header !== undefined &&
    header.toLowerCase() !== urlHost &&
    header.toLowerCase().replace(/:(80|443)$/, '') !== urlHost
  )
    return '';
  const forwarded = config.trustForwardedHost ? c.req.header('x-forwarded-host') : undefined;
  return forwarded?.trim() ?? urlHost;
}

/** The host of a normalized request URL; parsing the whole URL would cost more. */
const hostOfUrl = (url: string): string => /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? '';

export function requestInfoOf(c: AppContext, site: Site, host: string, config: Config, log: Logger): RequestInfo {
  const header = (name: string): string | undefined => c.req.header(name);
  const cookies = header('cookie');
  const isHttps = isOverHttps(c, config);
  let hashes: readonly Uint8Array[] | undefined;
  const sessionHashes = (): readonly Uint8Array[] => (hashes ??= sessionCookieHashes(cookies));
  let chosen: Uint8Array | null | undefined;
  const ip = addressOf(c, config);
  return {
    c,
    site,
    requestId: c.get('requestId'),
    ip,
    isSecure: isHttps,
    origin: `${isHttps ? 'https' : 'http'}://${host.toLowerCase()}`,
    country: countryOf(c, config, ip),
    log,
    cookies: [],
    header,
    sessionHashes,
    cookieHash: () => (chosen === undefined ? (sessionHashes()[0] ?? null) : chosen),
    chooseSession: (hash) => void (chosen = hash),
    language: () => languageFromCookies(site, cookies),
    hasLanguage: () => LANGUAGE_COOKIE.test(cookies ?? ''),
    hasHint: () => HINT_COOKIE.test(cookies ?? ''),
    knownTokens: () => knownBrowserTokens(cookies),
    closeSignal: () => c.req.raw.signal,
  };
}

/** Whether the client uses HTTPS, possibly to a proxy. */
export function isOverHttps(c: AppContext, config: Config): boolean {
  const socket = c.env?.incoming?.socket as { encrypted?: boolean } | undefined;
  return (
    config.publicOrigin?.startsWith('https:') === true ||
    isSecure(socket, c.req.header('x-forwarded-proto'), config.trustProxy)
  );
}

/** The visitor's country: from a trusted proxy, else from the IP address (decisions B22). */
export function countryOf(c: AppContext, config: Config, ip = addressOf(c, config)): string | null {
  const proxyCountry = config.trustProxy > 0 ? c.req.header(config.countryHeader)?.toUpperCase() : undefined;
  return proxyCountry && /^[A-Z]{2}$/.test(proxyCountry) && !unknownCountries.includes(proxyCountry)
    ? proxyCountry
    : countryOfIp(ip);
}

export const addressOf = (c: AppContext, config: Config): string =>
  clientIp(c.env?.incoming?.socket, c.req.header('x-forwarded-for'), config.trustProxy);

const HINT_COOKIE = new RegExp(`(?:^|;\\s*)${SESSION.hintCookie}=1(?:;|$)`);
const LANGUAGE_COOKIE = new RegExp(`(?:^|;\\s*)${LANGUAGE.cookie}=([a-z]{2})`);

/** The cookie's language, else the site's default. */
function languageFromCookies(site: Site, cookies: string | undefined): string {
  const chosen = LANGUAGE_COOKIE.exec(cookies ?? '')?.[1];
  return (
    languageOf(chosen, site.codes) ?? languageOf(site.siteSettings.domain_language, site.codes) ?? LANGUAGE.default
  );
}
