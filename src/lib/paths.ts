// Links of the current page, whose language stays in every address, and what its own address says.
import { matchPath, pathOf } from '#domain/routes';
import { languageNow } from './i18n.ts';

/** The address of a route in the page's language. */
export const linkTo = (name: string, parameters: Record<string, string> = {}): string =>
  pathOf(name, languageNow(), parameters);

/** The address one stands at, query and all, in another language; null when no page has it. */
export function currentPathIn(language: string): string | null {
  const { pathname, search } = globalThis.location;
  const found = matchPath(pathname, [languageNow()]);
  return found && pathOf(found.route.name, language, found.parameters) + search;
}

/** Full load of another address (into the other world, or after the session changed). */
export function navigateTo(address: string): void {
  globalThis.location.assign(address);
}

/** To the login page, which leads back here; the step back from there does not. As src/layouts/inline/members.js does it, with the traffic source. */
export function redirectToLogin(): void {
  const { pathname, search } = globalThis.location;
  const to = encodeURIComponent(pathname + search);
  globalThis.location.replace(`${linkTo('login')}?to=${to}${search.replace('?', '&')}`);
}

/**
 * The parameters of the current address if it is one of that route, else null. On the way back or forward the browser
 * changes the address before the router changes the page, so for a moment a page stands under the address of another.
 */
export function parseQuery(name: string): Readonly<Record<string, string>> | null {
  const language = languageNow();
  const found = matchPath(globalThis.location.pathname, [language]);
  return found?.route.name === name && found.language === language ? found.parameters : null;
}

/** The query of the current address as plain values; null when the address is not one of that route. */
export const queryOf = (name: string): Record<string, string> | null =>
  parseQuery(name) && Object.fromEntries(new URLSearchParams(globalThis.location.search));

/**
 * Replaces the query of an address of that route without loading anything; empty values are left out. Says whether the
 * address is one of that route: another page's is left as it is.
 */
export function setQuery(
  name: string,
  values: Readonly<Record<string, string | number | undefined>>,
  isNewEntry: boolean,
): boolean {
  if (!parseQuery(name)) return false;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(key, String(value));
  const address = `${globalThis.location.pathname}${query.size > 0 ? `?${query.toString()}` : ''}`;
  if (address === globalThis.location.pathname + globalThis.location.search) return true;
  globalThis.history[isNewEntry ? 'pushState' : 'replaceState'](globalThis.history.state, '', address);
  return true;
}

/** Replaces the parameters of an address of that route without loading anything; its query stays. */
export function updateQuery(name: string, parameters: Record<string, string>): void {
  if (!parseQuery(name)) return;
  globalThis.history.replaceState(globalThis.history.state, '', linkTo(name, parameters) + globalThis.location.search);
}
