// Where the entry warning stands: by a page's layout and the visitor's country (spec §2 layouts, decisions B24).
import type { Route } from './routes.ts';

/** Pages of the ordinary layout without it: the spec's three, and the page the warning itself leads to. */
const WITHOUT: readonly string[] = ['complete-signup', 'reset-password', 'reset-password-do', 'pages-ban'];

/** `all`: everybody is warned; `some`: only visitors from {@link warnedCountries}; `none`: nobody. */
export type EntryRule = 'all' | 'some' | 'none';

/** Countries whose visitors are warned on every layout. */
export const warnedCountries: readonly string[] = ['NL', 'DE'];

export function entryRule(route: Pick<Route, 'name' | 'layout'>): EntryRule {
  if (route.layout !== 'default') return 'some';
  return WITHOUT.includes(route.name) ? 'none' : 'all';
}
