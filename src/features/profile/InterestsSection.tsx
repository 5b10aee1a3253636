// One's own interests, of those that the site offers.
import { useStore } from '@nanostores/react';
import { hasText, t } from '#lib/i18n';
import { editSection } from '#stores/profile-edit';
import { $siteSettings } from '#stores/site-settings';
import { InterestPicker } from '#ui/InterestPicker';
import { SectionForm } from './SectionForm.tsx';
import { useSection } from './use-section.ts';

export const InterestsSection = () => (
  <SectionForm section="interests">
    <InterestFields />
  </SectionForm>
);

export function InterestFields() {
  const { profile, errorOf } = useSection('interests');
  const { interests: offered } = useStore($siteSettings);
  const named = [...offered, ...profile.interests.filter((each) => !offered.includes(each))]
    .filter((each) => hasText(`site:interest_${each}`))
    .map((value) => ({ value, text: t(`site:interest_${value}`) }));
  const choose = (chosen: readonly string[]): void =>
    editSection('interests', { interests: named.map(({ value }) => value).filter((value) => chosen.includes(value)) });
  return (
    <InterestPicker
      label={t('profile:chosen', { count: profile.interests.length })}
      interests={named}
      chosen={profile.interests}
      note={t('profile:interests_note')}
      error={errorOf('interests')}
      onChange={choose}
    />
  );
}
