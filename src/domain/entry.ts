// Where the entry warning stands: by a page's layout and the visitor's country (decisions B24).
import type { Route } from './routes.ts';

/** Pages of the ordinary layout without it: the three of requirement LA18, and the page the warning itself leads to. */
const WITHOUT: readonly string[] = ['complete-signup', 'reset-password', 'reset-password-do', 'pages-ban'];

/** `all`: everybody is warned; `some`: only visitors from {@link warnedCountries} and {@link unknownCountries}; `none`: nobody. */
export type EntryRule = 'all' | 'some' | 'none';

/** Countries whose visitors are warned on every layout. */
export const warnedCountries: readonly string[] = ['NL', 'DE'];
/** Said of a country that nobody knows; a page that is told nothing takes it for that. */
export const UNKNOWN_COUNTRY = 'XX';
/** The same as other hosts say it, and of a visitor who hides it. */
export const unknownCountries: readonly string[] = [UNKNOWN_COUNTRY, 'ZZ', 'T1'];

export function entryRule(route: Pick<Route, 'name' | 'layout'>): EntryRule {
  if (route.layout !== 'default') return 'some';
  return WITHOUT.includes(route.name) ? 'none' : 'all';
}
