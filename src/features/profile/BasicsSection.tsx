// Username and date of birth, with how often they may change.
import { birthDateFromParts } from '#domain/date-of-birth';
import { NAME, PROFILE_CHANGE_DAYS } from '#domain/limits';
import { formatDay, t } from '#lib/i18n';
import { editSection } from '#stores/profile-edit';
import { DateOfBirth, type BirthParts } from '#ui/DateOfBirth';
import { Field } from '#ui/Field';
import { SectionForm } from './SectionForm.tsx';
import { useSection } from './use-section.ts';

/** An incomplete date keeps its parts, so that it can be a draft. */
const joined = (parts: BirthParts): string =>
  birthDateFromParts(parts) || `${parts.birth_year}-${parts.birth_month}-${parts.birth_day}`;

function partsOf(date: string): BirthParts {
  const [birth_year = '', month = '', day = ''] = date.split('-');
  return { birth_year, birth_month: month.replace(/^0/, ''), birth_day: day.replace(/^0/, '') };
}

export function BasicsSection() {
  const { profile, errorOf } = useSection('basics');
  const { name: nameFrom, date_of_birth: mayCorrect } = profile.changeable;
  return (
    <SectionForm section="basics">
      <Field
        label={t('profile:name')}
        name="name"
        autoComplete="nickname"
        value={profile.name}
        note={
          nameFrom
            ? t('profile:name_later', { date: formatDay(nameFrom) })
            : t('profile:name_note', { ...NAME, days: PROFILE_CHANGE_DAYS })
        }
        error={errorOf('name')}
        isDisabled={nameFrom !== null}
        onChange={(name) => editSection('basics', { name })}
      />
      <DateOfBirth
        label={t('profile:birth')}
        dayLabel={t('profile:birth_day')}
        monthLabel={t('profile:birth_month')}
        yearLabel={t('profile:birth_year')}
        value={partsOf(profile.date_of_birth)}
        note={t(mayCorrect ? 'profile:birth_note' : 'profile:birth_final')}
        error={errorOf('date_of_birth')}
        isDisabled={!mayCorrect}
        onChange={(parts) => editSection('basics', { date_of_birth: joined(parts) })}
      />
    </SectionForm>
  );
}
