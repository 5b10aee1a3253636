// Converts between the chosen filters, which only contain differences from the defaults, and complete filter values.
import type { User } from '#contract/auth';
import type { SearchOrder } from '#contract/members';
import type { SavedFilters } from '#contract/searches';
import type { searchFields, SiteSettings } from '#contract/site';
import { AGE } from '#domain/limits';
import { ANY_COUNTRY } from '#domain/search-area';
import { visitorFilters } from '#domain/visitor-search';
import { isVisitor } from '#lib/page';
import type { Filters } from '#stores/search';

/** `country` is `ANY_COUNTRY` for all of them, `countryregion` empty for the whole country. */
export interface FilterValues {
  readonly gender: 'male' | 'female' | 'any';
  readonly country: string;
  readonly countryregion: string;
  readonly min_age: number;
  readonly max_age: number;
  readonly real: '0' | '1';
  readonly verified: '0' | '1';
  readonly two_way: '0' | '1';
  readonly sort: SearchOrder;
}

type SearchField = (typeof searchFields)[number];

const unfiltered = { countryregion: '', real: '0', verified: '0', two_way: '1', sort: 'activity' } as const;

/** Mirrors the server's defaults for a member. */
export function memberDefaults({ profile }: User): FilterValues {
  const { min, max } = profile.search_ages;
  const [only, another] = profile.seeks;
  const gender = another === undefined && (only === 'male' || only === 'female') ? only : 'any';
  return { ...unfiltered, gender, country: profile.country, min_age: min, max_age: max };
}

/** Mirrors the server's defaults for a visitor. */
export const visitorDefaults = ({ countries, geoip_selected_country: own }: SiteSettings): FilterValues => ({
  ...unfiltered,
  ...visitorFilters(countries, own),
});

/** The chosen filters merged over the defaults. */
export function activeFilters(defaults: FilterValues, chosen: Filters): FilterValues {
  const known = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  return { ...defaults, ...known };
}

/** The values that differ from the defaults. */
export function chosenFilters(defaults: FilterValues, values: FilterValues): Filters {
  const names = Object.keys(defaults) as (keyof FilterValues)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== defaults[name]).map((name) => [name, values[name]]),
  );
}

/** What is saved of a search: every value, so that it stays the same when the member's own defaults change. */
export function savedFilters({ countryregion, ...values }: FilterValues): SavedFilters {
  return { ...values, ...(countryregion ? { countryregion } : {}) };
}

export function savedValues(defaults: FilterValues, filters: SavedFilters): FilterValues {
  return { ...activeFilters(defaults, filters), countryregion: filters.countryregion ?? '' };
}

interface Widening {
  readonly name: string;
  readonly change: Partial<FilterValues>;
}

/** The filters of `fields` that can be widened, each with the change that does it, the one that leads farthest away last. */
export function widenings(defaults: FilterValues, values: FilterValues, fields: readonly SearchField[]): Widening[] {
  const all: (Widening & { readonly field: SearchField; readonly isNarrow: boolean })[] = [
    { name: 'region', field: 'countryregion', isNarrow: values.countryregion !== '', change: { countryregion: '' } },
    {
      name: 'ages',
      field: 'age',
      isNarrow: Number(values.min_age) > AGE.min || Number(values.max_age) < AGE.max,
      change: { min_age: AGE.min, max_age: AGE.max },
    },
    {
      name: 'two_way',
      field: 'two_way',
      isNarrow: values.two_way === '1' && !isVisitor(),
      change: { two_way: '0' },
    },
    { name: 'verified', field: 'verified', isNarrow: values.verified === '1', change: { verified: '0' } },
    { name: 'fictional', field: 'real', isNarrow: values.real === '1', change: { real: '0' } },
    {
      name: 'gender',
      field: 'gender',
      // One that the member's own wishes lead to is no choice of this search.
      isNarrow: values.gender !== 'any' && values.gender !== defaults.gender,
      change: { gender: 'any' },
    },
    {
      name: 'country',
      field: 'country',
      isNarrow: values.country !== ANY_COUNTRY,
      change: { country: ANY_COUNTRY, countryregion: '' },
    },
  ];
  return all.filter(({ field, isNarrow }) => isNarrow && fields.includes(field));
}
