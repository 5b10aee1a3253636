// The step that asks where one lives, and for the facts that the site shows.
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import { $siteSettings } from '#stores/site-settings';
import { DetailFields, hasDetails } from './DetailsSection.tsx';
import { PlaceFields } from './PlaceSection.tsx';

export function PersonalStep() {
  const { visible_profile_fields: fields } = useStore($siteSettings);
  return (
    <>
      <PlaceFields />
      {hasDetails(fields) && (
        <>
          <h2>{t('profile:section_details')}</h2>
          <DetailFields />
        </>
      )}
    </>
  );
}
