// What the search's filters mean for whoever searches: defaults filled in, and only what differs from them kept.
import type { User } from '#contract/auth';
import type { Settings } from '#contract/site';
import { visitorFilters } from '#domain/visitor-search';
import type { Filters } from '#stores/search';

/** Every filter with a value; `countryregion` is empty for the whole country. */
export interface FilterValues {
  readonly gender: 'male' | 'female' | 'any';
  readonly country: string;
  readonly countryregion: string;
  readonly min_age: number;
  readonly max_age: number;
  readonly real: '0' | '1';
  readonly two_way: '0' | '1';
}

const unfiltered = { countryregion: '', real: '0', two_way: '1' } as const;

/** What the server searches for when a member has chosen nothing. */
export function memberDefaults({ profile }: User): FilterValues {
  const { min, max } = profile.search_ages;
  const [only, another] = profile.seeks;
  const gender = another === undefined && (only === 'male' || only === 'female') ? only : 'any';
  return { ...unfiltered, gender, country: profile.country, min_age: min, max_age: max };
}

/** The same for somebody who is not logged in. */
export const visitorDefaults = ({ countries, geoip_selected_country: own }: Settings): FilterValues => ({
  ...unfiltered,
  ...visitorFilters(countries, own),
});

/** The filters in force: the chosen ones over the usual ones. */
export function activeFilters(defaults: FilterValues, chosen: Filters): FilterValues {
  const known = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  return { ...defaults, ...known };
}

/** What to ask for: only the values that differ from the usual ones. */
export function chosenFilters(defaults: FilterValues, values: FilterValues): Filters {
  const names = Object.keys(defaults) as (keyof FilterValues)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== defaults[name]).map((name) => [name, values[name]]),
  );
}
