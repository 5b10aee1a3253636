// Decides whether visitors may search a site's members, and their default filters.
import { AGE } from './limits.ts';
import { hasSource, type Source } from './tracking.ts';

/** Search settings of a site: `none` allows no visitor, `other` every visitor. */
interface SearchPolicy {
  readonly logged_out_search: 'none' | 'other';
  /** Applies to visitors with a traffic source. */
  readonly logged_out_search_trafficsource: 'none' | 'other';
}

export const mayVisitorSearch = (policy: SearchPolicy, source: Source): boolean =>
  (hasSource(source) ? policy.logged_out_search_trafficsource : policy.logged_out_search) === 'other';

/** Whether any visitor may search. If so, the search page decides in its script. */
export const isSearchOpen = (policy: SearchPolicy): boolean =>
  mayVisitorSearch(policy, {}) || mayVisitorSearch(policy, { network: 'any' });

/** All members in the visitor's country if the site serves it, else in the site's first country. */
export const visitorFilters = (countries: readonly string[], visitorCountry: string | null) => ({
  gender: 'any' as const,
  country: visitorCountry !== null && countries.includes(visitorCountry) ? visitorCountry : (countries[0] ?? ''),
  min_age: AGE.min,
  max_age: AGE.max,
});
