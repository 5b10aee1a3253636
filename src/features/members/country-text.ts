// The name of the country of a search, in its filters and in names of searches.
import { ANY_COUNTRY } from '#domain/search-area';
import { countryName, t } from '#lib/i18n';

export const countryText = (country: string): string =>
  country === ANY_COUNTRY ? t('members:country_any') : countryName(country);
