// Where the entry warning stands: by a page's layout and the visitor's country (spec §2 layouts, decisions B24).
import type { Route } from './routes.ts';

/** Pages of the ordinary layout without it: the spec's three, and the page the warning itself leads to. */
const ROUTES_WITHOUT_WARNING: readonly string[] = [
  'complete-signup',
  'reset-password',
  'reset-password-do',
  'pages-ban',
];

/** `all`: everybody is warned; `some`: only visitors from {@link alwaysWarnedCountries} and {@link unknownCountries}; `none`: nobody. */
export type EntryRule = 'all' | 'some' | 'none';

/** Countries whose visitors are warned on every layout. */
export const alwaysWarnedCountries: readonly string[] = ['NL', 'DE'];
/** Said of a country that nobody knows; a page that is told nothing takes it for that. */
export const UNKNOWN_COUNTRY = 'XX';
/** The same as other hosts say it, and of a visitor who hides it. */
export const unknownCountries: readonly string[] = [UNKNOWN_COUNTRY, 'ZZ', 'T1'];

export function entryRule(route: Pick<Route, 'name' | 'layout'>): EntryRule {
  if (route.layout !== 'default') return 'some';
  return ROUTES_WITHOUT_WARNING.includes(route.name) ? 'none' : 'all';
}
