// Links of the current page: its language stays in every address.
import { pathOf } from '#domain/routes';
import { languageNow } from './i18n.ts';

/** The address of a route in the page's language. */
export const linkTo = (name: string, parameters: Record<string, string> = {}): string =>
  pathOf(name, languageNow(), parameters);

/** Full load of another address (into the other world, or after the session changed). */
export function goTo(address: string): void {
  globalThis.location.assign(address);
}

/** The query of the current address as plain values. */
export const currentQuery = (): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(globalThis.location.search));

/** Replaces the query of the current address without loading anything; empty values are left out. */
export function setQuery(values: Readonly<Record<string, string | number | undefined>>, isNewEntry: boolean): void {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(key, String(value));
  const address = `${globalThis.location.pathname}${query.size > 0 ? `?${query.toString()}` : ''}`;
  if (address === globalThis.location.pathname + globalThis.location.search) return;
  globalThis.history[isNewEntry ? 'pushState' : 'replaceState'](globalThis.history.state, '', address);
}
