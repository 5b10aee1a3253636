// The cookie that remembers the language: a browser that has none gets the account's (decisions B20).
import { LANGUAGE } from '#domain/limits';
import { matchPath, prefixOf } from '#domain/routes';

/** Readable by pages, like the one the language menu sets. */
export const languageCookie = (language: string, isSecure: boolean): string =>
  `${LANGUAGE.cookie}=${language}; Path=/; Max-Age=${LANGUAGE.seconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** The language that an answer's cookies choose, or null. */
export const languageInCookies = (cookies: readonly string[]): string | null =>
  cookies.map((cookie) => new RegExp(`^${LANGUAGE.cookie}=([a-z]{2});`).exec(cookie)?.[1]).find(Boolean) ?? null;

/** The same page in another language; an address that is no page stays as it is. */
export function localizeAddress(address: string, language: string, languages: readonly string[]): string {
  const path = address.split(/[?#]/)[0] ?? '';
  const match = matchPath(path, languages);
  if (!match) return address;
  const own = prefixOf(match.language);
  const bare = path.slice(own.length).replace(/^\/$/, '');
  return `${`${prefixOf(language)}${bare}` || '/'}${address.slice(path.length)}`;
}
