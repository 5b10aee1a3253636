// Links in the page's language, and access to the current address.
import { matchPath, pathOf } from '#domain/routes';
import { currentLanguage } from './i18n.ts';

export const linkTo = (name: string, parameters: Record<string, string> = {}): string =>
  pathOf(name, currentLanguage(), parameters);

/** The current address with its query in another language; null when it is no page's. */
export function currentPathIn(language: string): string | null {
  const { pathname, search } = globalThis.location;
  const found = matchPath(pathname, [currentLanguage()]);
  return found && pathOf(found.route.name, language, found.parameters) + search;
}

/** A full load, for public pages or after the session changed. */
export function navigateTo(address: string): void {
  globalThis.location.assign(address);
}

/**
 * Redirects to the login page, which returns here; `hasExpired`: the page says that the session has ended. Replaces the history
 * entry. Mirrors src/layouts/inline/members.js.
 */
export function redirectToLogin(hasExpired = false): void {
  const { pathname, search } = globalThis.location;
  const to = encodeURIComponent(pathname + search);
  const reason = hasExpired ? '&ended=1' : '';
  globalThis.location.replace(`${linkTo('login')}?to=${to}${reason}${search.replace('?', '&')}`);
}

/**
 * The path parameters if the current address belongs to the route, else null. On back and forward the browser changes the address
 * before the router swaps the page, so a page can briefly run under another page's address.
 */
export function routeParameters(name: string): Readonly<Record<string, string>> | null {
  const language = currentLanguage();
  const found = matchPath(globalThis.location.pathname, [language]);
  return found?.route.name === name && found.language === language ? found.parameters : null;
}

/** The query of the current address; null when the address does not belong to the route. */
export const queryOf = (name: string): Record<string, string> | null =>
  routeParameters(name) && Object.fromEntries(new URLSearchParams(globalThis.location.search));

/**
 * Replaces the query without loading anything; empty values are omitted. Returns false and changes nothing when the address does not
 * belong to the route.
 */
export function setQuery(
  name: string,
  values: Readonly<Record<string, string | number | undefined>>,
  isNewEntry: boolean,
): boolean {
  if (!routeParameters(name)) return false;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(key, String(value));
  const address = `${globalThis.location.pathname}${query.size > 0 ? `?${query.toString()}` : ''}`;
  if (address === globalThis.location.pathname + globalThis.location.search) return true;
  globalThis.history[isNewEntry ? 'pushState' : 'replaceState'](globalThis.history.state, '', address);
  return true;
}

/** Replaces the path without loading anything, if the address belongs to one of the routes. */
export function replacePath(names: readonly string[], path: string): void {
  if (names.some((name) => routeParameters(name) !== null))
    globalThis.history.replaceState(globalThis.history.state, '', path);
}

/** Takes a parameter out of the query of the address, at any page, and returns its value. */
export function takeFromQuery(name: string): string | null {
  const { pathname, search, hash } = globalThis.location;
  const query = new URLSearchParams(search);
  const value = query.get(name);
  if (value === null) return null;
  query.delete(name);
  const rest = query.size > 0 ? `?${query.toString()}` : '';
  globalThis.history.replaceState(globalThis.history.state, '', pathname + rest + hash);
  return value;
}

/** Whether a page of this site led here, such as the login, and not a link from elsewhere. */
export const isFromHere = (): boolean => document.referrer.startsWith(`${globalThis.location.origin}/`);

/** Replaces the path parameters without loading anything; the query stays. */
export function replaceParameters(name: string, parameters: Record<string, string>): void {
  if (!routeParameters(name)) return;
  globalThis.history.replaceState(globalThis.history.state, '', linkTo(name, parameters) + globalThis.location.search);
}
