// Facts about oneself that the site shows, each optional.
import { useStore } from '@nanostores/react';
import { profileFacts } from '#domain/profile-facts';
import { t } from '#lib/i18n';
import { editSection } from '#stores/profile-edit';
import { $siteSettings } from '#stores/site-settings';
import { factText } from '#ui/Facts';
import { Select } from '#ui/Select';
import { SectionForm } from './SectionForm.tsx';
import { useSection } from './use-section.ts';

/** Whether the site shows any of these facts. */
export const hasDetails = (fields: readonly string[]): boolean =>
  profileFacts.some(({ name }) => fields.includes(name));

export const DetailsSection = () => (
  <SectionForm section="details">
    <DetailFields />
  </SectionForm>
);

export function DetailFields() {
  const { profile, errorOf } = useSection('details');
  const { visible_profile_fields: fields } = useStore($siteSettings);
  return (
    <>
      <p className="field-note">{t('profile:details_note')}</p>
      <div className="own-details">
        {profileFacts
          .filter(({ name }) => fields.includes(name))
          .map(({ name, values }) => (
            <Select
              key={name}
              label={t(`members:fact_${name}`)}
              name={name}
              options={[
                { value: '', text: t('profile:unspecified') },
                ...values.map((value) => ({ value, text: factText(name, value, profile.gender) })),
              ]}
              value={profile[name] ?? ''}
              error={errorOf(name)}
              onChange={(value) => editSection('details', { [name]: values.find((each) => each === value) ?? null })}
            />
          ))}
      </div>
    </>
  );
}
