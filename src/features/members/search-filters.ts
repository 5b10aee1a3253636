// What the search's filters mean for this member: defaults filled in, and only what differs from them kept.
import type { User } from '#contract/auth';
import { defaultAges } from '#domain/age';
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

/** What the server searches for when nothing is chosen. */
export function usualFilters({ profile }: User): FilterValues {
  const ages = defaultAges(profile.age);
  const [only, another] = profile.seeks;
  const gender = another === undefined && (only === 'male' || only === 'female') ? only : 'any';
  return {
    gender,
    country: profile.country,
    countryregion: '',
    min_age: ages.min,
    max_age: ages.max,
    real: '0',
    two_way: '1',
  };
}

/** The filters in force: the chosen ones over the usual ones. */
export function filtersInForce(user: User, chosen: Filters): FilterValues {
  const known = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  return { ...usualFilters(user), ...known };
}

/** What to ask for: only the values that differ from the usual ones. */
export function chosenFilters(user: User, values: FilterValues): Filters {
  const usual = usualFilters(user);
  const names = Object.keys(usual) as (keyof FilterValues)[];
  return Object.fromEntries(names.filter((name) => values[name] !== usual[name]).map((name) => [name, values[name]]));
}
