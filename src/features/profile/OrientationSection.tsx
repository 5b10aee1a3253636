// One's own gender and who one would like to meet; options that the site has no members for are left out.
import type { signupChoices } from '#domain/orientation';
import { formatDay, t } from '#lib/i18n';
import { editSection } from '#stores/profile-edit';
import { Segmented } from '#ui/Segmented';
import { SectionForm } from './SectionForm.tsx';
import { useSection } from './use-section.ts';

export function OrientationSection({ choices }: { choices: ReturnType<typeof signupChoices> }) {
  const { profile, errorOf } = useSection('orientation');
  const { gender, seeks, changeable } = profile;
  const sought = choices.seeks.filter(({ of: genders }) => genders.some((each) => each === gender));
  const chooseGender = (value: string): void => {
    const chosen = choices.genders.find((each) => each === value);
    if (chosen) editSection('orientation', { gender: chosen });
  };
  const chooseSought = (value: string): void => {
    const chosen = choices.seeks.find((each) => each.value === value);
    if (chosen) editSection('orientation', { seeks: chosen.value });
  };
  return (
    <SectionForm section="orientation">
      {choices.genders.length > 1 && (
        <Segmented
          label={t('profile:gender')}
          name="gender"
          options={choices.genders.map((each) => ({ value: each, text: t(`profile:gender_${each}`) }))}
          value={gender}
          note={changeable.gender ? t('profile:gender_later', { date: formatDay(changeable.gender) }) : undefined}
          error={errorOf('gender')}
          isDisabled={changeable.gender !== null}
          onChange={chooseGender}
        />
      )}
      <Segmented
        label={t('profile:seeks')}
        name="seeks"
        options={sought.map(({ value }) => ({ value, text: t(`profile:seeks_${value}`) }))}
        value={seeks ?? ''}
        note={t('profile:orientation_note')}
        error={errorOf('seeks')}
        onChange={chooseSought}
      />
    </SectionForm>
  );
}
