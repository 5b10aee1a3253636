// The language cookie. A browser without one gets the account's language (decisions B20).
import { LANGUAGE } from '#domain/limits';
import { matchPath, prefixOf } from '#domain/routes';

/** Readable by scripts, like the cookie of the language menu. */
export const languageCookie = (language: string, isSecure: boolean): string =>
  `${LANGUAGE.cookie}=${language}; Path=/; Max-Age=${LANGUAGE.seconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** The language in a response's cookies, or null. */
export const languageInCookies = (cookies: readonly string[]): string | null =>
  cookies.map((cookie) => new RegExp(`^${LANGUAGE.cookie}=([a-z]{2});`).exec(cookie)?.[1]).find(Boolean) ?? null;

/** The same page in another language; any other address is unchanged. */
export function localizeAddress(address: string, language: string, languages: readonly string[]): string {
  const path = address.split(/[?#]/)[0] ?? '';
  const match = matchPath(path, languages);
  if (!match) return address;
  const prefix = prefixOf(match.language);
  const bare = path.slice(prefix.length).replace(/^\/$/, '');
  return `${`${prefixOf(language)}${bare}` || '/'}${address.slice(path.length)}`;
}
