// Where one lives: chosen from the lists, or found by the browser's position.
import { useStore } from '@nanostores/react';
import { Suspense, useEffect } from 'react';
import { regionTextKey } from '#domain/region-words';
import { countryName, currentLanguage, t } from '#lib/i18n';
import { $cities, loadCities } from '#stores/cities';
import { editSection } from '#stores/profile-edit';
import { $regions, loadRegions } from '#stores/regions';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { PlacePicker, type PlaceValue } from '#ui/PlacePicker';
import { lazyExtra } from '#ui/LazyPart';
import { SectionForm } from './SectionForm.tsx';
import { useSection } from './use-section.ts';

/** Loaded after the form. */
const LocateButton = lazyExtra(
  () => import('./LocateButton.tsx'),
  (module) => module.LocateButton,
);

export const PlaceSection = () => (
  <SectionForm section="place">
    <PlaceFields />
  </SectionForm>
);

export function PlaceFields() {
  const { profile, errorOf } = useSection('place');
  const { countries } = useStore($siteSettings);
  const regions = useStore($regions);
  const cities = useStore($cities);
  const { country, region } = profile;
  useEffect(() => void loadRegions(country), [country]);
  useEffect(() => void loadCities(region ?? ''), [region]);
  const served = countries.includes(country) ? countries : [country, ...countries];
  const choose = ({ country, region, city }: PlaceValue): void =>
    editSection('place', { country, region: region || null, city: city || null });
  return (
    <>
      <PlacePicker
        labels={{
          country: t('profile:country'),
          region: t(`members:region_${regionTextKey(country)}`),
          noRegion: t('profile:no_region'),
          city: t('profile:city'),
          cityNote: t(region ? 'profile:city_note' : 'profile:city_region_first'),
          cityCount: (count) => t('profile:city_count', { count }),
        }}
        countries={served
          .map((code) => ({ value: code, text: countryName(code) }))
          .sort((a, b) => a.text.localeCompare(b.text, currentLanguage()))}
        regions={regions.map(({ id, name }) => ({ value: id, text: name }))}
        cities={cities}
        value={{ country, region: region ?? '', city: profile.city ?? '' }}
        errors={{ country: errorOf('country'), region: errorOf('region'), city: errorOf('city') }}
        onChange={choose}
      />
      <Suspense fallback={<ButtonToCome />}>
        <LocateButton onFound={(place) => editSection('place', { ...place, region: place.region.id })} />
      </Suspense>
    </>
  );
}

/** As high as the button, so that nothing moves. */
const ButtonToCome = () => (
  <div className="field locate">
    <Button icon="locate" isDisabled>
      {t('profile:locate')}
    </Button>
    <p className="field-note" />
    <p className="field-note">{t('profile:locate_note')}</p>
  </div>
);
