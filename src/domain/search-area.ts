// Where a search looks: in one country, in one of its regions, or anywhere.
/** Stands for a country in the filters of a search. */
export const ANY_COUNTRY = 'any';

interface AreaFilters {
  readonly country?: string | undefined;
  readonly countryregion?: string | undefined;
}

/** Null for anywhere. Without a country it is `own`; a region is one of a country, so a search anywhere has none. */
export function searchArea(filters: AreaFilters, own: string): { country: string | null; region: string | null } {
  const { country = own, countryregion = null } = filters;
  return country === ANY_COUNTRY ? { country: null, region: null } : { country, region: countryregion };
}

/** The filters without a region that no country goes with. */
export function withoutStrayRegion<T extends AreaFilters>({ countryregion, ...filters }: T) {
  return filters.country === ANY_COUNTRY || countryregion === undefined ? filters : { ...filters, countryregion };
}
