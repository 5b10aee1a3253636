// The texts of one's own profile, with how much room is left.
import { useStore } from '@nanostores/react';
import { countGraphemes } from '#domain/graphemes';
import { ABOUT, LINE } from '#domain/limits';
import { t } from '#lib/i18n';
import { editSection } from '#stores/profile-edit';
import { $siteSettings } from '#stores/site-settings';
import { TextArea } from '#ui/TextArea';
import { SectionForm } from './SectionForm.tsx';
import { useSection } from './use-section.ts';

/** The counter shows from 80 %, as that of messages does. */
const COUNTED_FROM = 0.8;

function roomLeft(text: string, max: number): string | null {
  const left = max - countGraphemes(text.trim());
  if (left > max * (1 - COUNTED_FROM)) return null;
  return left < 0 ? t('profile:over', { count: -left }) : t('profile:left', { count: left });
}

export const TextsSection = () => (
  <SectionForm section="texts">
    <LineField />
    <NoteFields />
  </SectionForm>
);

export function LineField() {
  const { profile, errorOf } = useSection('texts');
  return (
    <TextArea
      label={t('profile:line')}
      name="line"
      rows={2}
      value={profile.line}
      note={roomLeft(profile.line, LINE.max) ?? t('profile:line_note')}
      error={errorOf('line')}
      onChange={(line) => editSection('texts', { line })}
    />
  );
}

export function NoteFields() {
  const { profile, errorOf } = useSection('texts');
  const { visible_profile_notes: notes } = useStore($siteSettings);
  return (
    <>
      {notes.map((name) => (
        <TextArea
          key={name}
          label={t(`profile:${name}`)}
          name={name}
          value={profile[name]}
          note={roomLeft(profile[name], ABOUT.max) ?? (name === 'about' ? t('profile:texts_note') : undefined)}
          error={errorOf(name)}
          onChange={(text) => editSection('texts', { [name]: text })}
        />
      ))}
    </>
  );
}
