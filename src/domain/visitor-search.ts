// Whether somebody who is not logged in may search a site's members, and what such a search looks for when nothing is chosen.
import { AGE } from './limits.ts';
import { hasSource, type Source } from './tracking.ts';

/** What a site's settings say of it: `none` lets nobody, `other` everybody. */
interface SearchPolicy {
  readonly logged_out_search: 'none' | 'other';
  /** Rules those who came with a traffic source. */
  readonly logged_out_search_trafficsource: 'none' | 'other';
}

export const mayVisitorSearch = (policy: SearchPolicy, source: Source): boolean =>
  (hasSource(source) ? policy.logged_out_search_trafficsource : policy.logged_out_search) === 'other';

/** Whether there are visitors at all who may: then the search's page waits for its script to tell who comes. */
export const isSearchOpen = (policy: SearchPolicy): boolean =>
  mayVisitorSearch(policy, {}) || mayVisitorSearch(policy, { network: 'any' });

/** Everybody in the visitor's own country when the site serves it, else in the site's first. */
export const visitorFilters = (countries: readonly string[], visitorCountry: string | null) => ({
  gender: 'any' as const,
  country: visitorCountry !== null && countries.includes(visitorCountry) ? visitorCountry : (countries[0] ?? ''),
  min_age: AGE.min,
  max_age: AGE.max,
});
