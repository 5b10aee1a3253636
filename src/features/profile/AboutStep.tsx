// The step that asks for texts about oneself and for interests.
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import { $siteSettings } from '#stores/site-settings';
import { InterestFields } from './InterestsSection.tsx';
import { NoteFields } from './TextsSection.tsx';

export function AboutStep() {
  const { visible_profile_fields: fields } = useStore($siteSettings);
  return (
    <>
      <NoteFields />
      {fields.includes('interests') && (
        <>
          <h2>{t('profile:section_interests')}</h2>
          <InterestFields />
        </>
      )}
    </>
  );
}
