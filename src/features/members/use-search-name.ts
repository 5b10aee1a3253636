// A name for a search, from its filters.
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import { $regions } from '#stores/regions';
import { SEARCH_NAME_LENGTH } from '#stores/searches';
import { $siteSettings } from '#stores/site-settings';
import { countryText } from './country-text.ts';
import type { FilterValues } from './search-filters.ts';

/** What the site lets its members filter by. */
export function useSearchName(values: FilterValues): string {
  const { search_fields: fields } = useStore($siteSettings);
  const region = useStore($regions).find(({ id }) => id === values.countryregion);
  const parts = [
    { key: 'gender', text: t(`members:gender_${values.gender}`) },
    { key: 'age', text: t('members:ages', { min: values.min_age, max: values.max_age }) },
    { key: 'country', text: region?.name ?? countryText(values.country) },
  ] as const;
  const named = parts.filter(({ key }) => fields.includes(key)).map(({ text }) => text);
  return named.join(' · ').slice(0, SEARCH_NAME_LENGTH);
}
