// The row of filter chips: they open the filter dialog, except "real members only", which toggles directly.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { t } from '#lib/i18n';
import { isVisitor } from '#lib/page';
import { linkTo } from '#lib/paths';
import { $regions, loadRegions } from '#stores/regions';
import { $filterCount, $filters, applyFilters } from '#stores/search';
import { $siteSettings } from '#stores/site-settings';
import { Badge } from '#ui/Badge';
import { Chip } from '#ui/Chip';
import { Icon } from '#ui/Icon';
import { countryText } from './country-text.ts';
import { chosenFilters, type FilterValues, activeFilters } from './search-filters.ts';

interface Props {
  /** Null until the user has loaded. */
  defaults: FilterValues | null;
  onOpen: () => void;
  onSaved: () => void;
}

export function FilterChips({ defaults, onOpen, onSaved }: Props) {
  const count = useStore($filterCount);
  return (
    <ul className="filters">
      <li>
        <Chip icon="filters" tone={count > 0 ? 'on' : 'normal'} opensDialog onClick={onOpen}>
          <span>{t('members:filters')}</span>
          {count > 0 && <Badge count={count} tone="primary" label={t('members:filters_on', { count })} />}
        </Chip>
      </li>
      {defaults && <ActiveFilterChips usual={defaults} onOpen={onOpen} />}
      {defaults && !isVisitor() && (
        <li>
          <Chip icon="star" opensDialog onClick={onSaved}>
            {t('searches:title')}
          </Chip>
        </li>
      )}
      {defaults && !isVisitor() && (
        <li>
          <a className="chip" href={linkTo('match-finder')}>
            <Icon name="handshake" />
            <span>{t('likes:finder')}</span>
          </a>
        </li>
      )}
    </ul>
  );
}

function ActiveFilterChips({ usual: defaults, onOpen }: { usual: FilterValues; onOpen: () => void }) {
  const values = activeFilters(defaults, useStore($filters));
  const { search_fields: fields, fictional_plural: profiles } = useStore($siteSettings);
  const { country, countryregion } = values;
  const region = useStore($regions).find((each) => each.id === countryregion);
  useEffect(() => void (countryregion && loadRegions(country)), [country, countryregion]);
  const isReal = values.real === '1';
  const opening: { key: (typeof fields)[number]; icon?: 'place'; text: string }[] = [
    { key: 'gender', text: t(`members:gender_${values.gender}`) },
    { key: 'age', text: t('members:ages', { min: values.min_age, max: values.max_age }) },
    { key: 'country', icon: 'place', text: region ? `${region.name}, ${countryText(country)}` : countryText(country) },
  ];
  return (
    <>
      {opening
        .filter(({ key }) => fields.includes(key))
        .map(({ key, icon, text }) => (
          <li key={key}>
            <Chip {...(icon ? { icon } : {})} opensDialog onClick={onOpen}>
              {text}
            </Chip>
          </li>
        ))}
      {fields.includes('real') && (
        <li>
          <Chip
            icon="real"
            isPressed={isReal}
            onClick={() => void applyFilters(chosenFilters(defaults, { ...values, real: isReal ? '0' : '1' }))}
          >
            {t('members:real', { profiles })}
          </Chip>
        </li>
      )}
    </>
  );
}
