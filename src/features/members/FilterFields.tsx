// The filter fields that the site's settings allow.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { SearchOrder } from '#contract/members';
import { AGE } from '#domain/limits';
import { regionTextKey } from '#domain/region-words';
import { ANY_COUNTRY } from '#domain/search-area';
import { currentLanguage, t } from '#lib/i18n';
import { isVisitor } from '#lib/page';
import { $regions, loadRegions } from '#stores/regions';
import { $siteSettings } from '#stores/site-settings';
import { AgeRange } from '#ui/AgeRange';
import { Segmented } from '#ui/Segmented';
import { Select } from '#ui/Select';
import { Switch } from '#ui/Switch';
import { countryText } from './country-text.ts';
import type { FilterValues } from './search-filters.ts';

interface Props {
  values: FilterValues;
  onChange: (changed: Partial<FilterValues>) => void;
}

const genders = ['any', 'female', 'male'] as const;
const searchOrders = ['activity', 'newest'] as const satisfies readonly SearchOrder[];

export function FilterFields({ values, onChange }: Props) {
  const { search_fields: fields, fictional_plural: profiles } = useStore($siteSettings);
  const chooseGender = (value: string): void => onChange({ gender: genders.find((each) => each === value) ?? 'any' });
  return (
    <>
      {fields.includes('gender') && (
        <Segmented
          label={t('members:gender')}
          name="gender"
          options={genders.map((each) => ({ value: each, text: t(`members:gender_${each}`) }))}
          value={values.gender}
          onChange={chooseGender}
        />
      )}
      {fields.includes('age') && (
        <AgeRange
          label={t('members:age')}
          fromLabel={t('members:age_from')}
          toLabel={t('members:age_to')}
          limits={AGE}
          min={values.min_age}
          max={values.max_age}
          onChange={(min, max) => onChange({ min_age: min, max_age: max })}
        />
      )}
      <PlaceFields values={values} onChange={onChange} />
      {fields.includes('real') && (
        <Switch
          label={t('members:real', { profiles })}
          note={t('members:real_note')}
          name="real"
          isOn={values.real === '1'}
          onChange={(isOn) => onChange({ real: isOn ? '1' : '0' })}
        />
      )}
      {fields.includes('verified') && (
        <Switch
          label={t('members:verified_only')}
          name="verified"
          isOn={values.verified === '1'}
          onChange={(isOn) => onChange({ verified: isOn ? '1' : '0' })}
        />
      )}
      {/* Two-way matching needs the searcher's profile, which visitors do not have. */}
      {fields.includes('two_way') && !isVisitor() && (
        <Switch
          label={t('members:two_way')}
          name="two_way"
          isOn={values.two_way === '1'}
          onChange={(isOn) => onChange({ two_way: isOn ? '1' : '0' })}
        />
      )}
      {/* A visitor's order reveals nothing of anyone, so there is none to choose. */}
      {!isVisitor() && <OrderField values={values} onChange={onChange} />}
    </>
  );
}

function OrderField({ values, onChange }: Props) {
  return (
    <Select
      label={t('members:order')}
      name="sort"
      options={searchOrders.map((each) => ({ value: each, text: t(`members:order_${each}`) }))}
      value={values.sort}
      onChange={(value) => onChange({ sort: searchOrders.find((each) => each === value) ?? 'activity' })}
    />
  );
}

function PlaceFields({ values, onChange }: Props) {
  const { countries, search_fields: fields } = useStore($siteSettings);
  const regions = useStore($regions);
  const { country, countryregion } = values;
  const isAnywhere = country === ANY_COUNTRY;
  useEffect(() => void (!isAnywhere && loadRegions(country)), [country, isAnywhere]);
  const sorted = countries
    .map((code) => ({ value: code, text: countryText(code) }))
    .sort((a, b) => a.text.localeCompare(b.text, currentLanguage()));
  const anywhere = { value: ANY_COUNTRY, text: countryText(ANY_COUNTRY) };
  const choices = [
    { value: '', text: t('members:region_any') },
    ...regions.map(({ id, name }) => ({ value: id, text: name })),
  ];
  return (
    <>
      {fields.includes('country') && (
        <Select
          label={t('members:country')}
          name="country"
          options={[anywhere, ...sorted]}
          value={country}
          onChange={(code) => onChange({ country: code, countryregion: '' })}
        />
      )}
      {fields.includes('countryregion') && !isAnywhere && (
        <Select
          label={t(`members:region_${regionTextKey(country)}`)}
          name="countryregion"
          options={choices}
          value={countryregion}
          isDisabled={regions.length === 0}
          onChange={(id) => onChange({ countryregion: id })}
        />
      )}
    </>
  );
}
