// Decides where the entry warning appears, by layout and the visitor's country.
import type { Route } from './route.ts';

/** Routes of the default layout without the warning: those the spec names, and the page the warning links to. */
const ROUTES_WITHOUT_WARNING: readonly string[] = [
  'complete-signup',
  'reset-password',
  'reset-password-do',
  'pages-ban',
];

/**
 * `all`: every visitor is warned. `some`: visitors from {@link alwaysWarnedCountries} and {@link unknownCountries}.
 * `none`: no visitor.
 */
export type EntryRule = 'all' | 'some' | 'none';

/** Countries whose visitors are warned on every layout. */
export const alwaysWarnedCountries: readonly string[] = ['NL', 'DE'];
/** Code for an unknown country, also assumed by a page without country information. */
export const UNKNOWN_COUNTRY = 'XX';
/** Codes for an unknown or hidden country, including those of other hosts. */
export const unknownCountries: readonly string[] = [UNKNOWN_COUNTRY, 'ZZ', 'T1'];

export function entryRule(route: Pick<Route, 'name' | 'layout'>): EntryRule {
  if (route.layout !== 'default') return 'some';
  return ROUTES_WITHOUT_WARNING.includes(route.name) ? 'none' : 'all';
}
