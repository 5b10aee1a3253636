// The fields of a fictional profile, and what they hold as the calls take it.
import { soughtGenders } from '#contract/signup';
import type { StaffInput } from '#contract/staff';
import type { FictionalProfile } from '#contract/staff-fictional';
import { genders } from '#contract/values';
import { t } from '#lib/i18n';
import { codeText } from '../codes.ts';
import type { FormField, Values } from '../form-field.ts';

type Choices = NonNullable<FormField['choices']>;

const choices = (values: readonly string[]): Choices => values.map((value) => ({ value, text: codeText(value) }));

/** Without a profile they are empty, for a new one. */
export function fictionalFields(countries: readonly string[], profile?: FictionalProfile): FormField[] {
  const { name = '', date_of_birth = '', gender, seeks, country, line = '', about = '' } = profile ?? {};
  return [
    { name: 'name', kind: 'line', label: t('console:name_shown'), initial: name },
    { name: 'date_of_birth', kind: 'day', label: t('console:born'), initial: date_of_birth },
    choice('gender', t('console:gender'), choices(genders), gender),
    choice('seeks', t('console:seeks'), choices(soughtGenders), seeks),
    choice('country', t('console:country'), ownTexts(countries), country),
    { name: 'line', kind: 'text', label: t('console:line'), initial: line, isOptional: true },
    { name: 'about', kind: 'text', label: t('console:about_me'), initial: about, isOptional: true },
  ];
}

const ownTexts = (values: readonly string[]): Choices => values.map((value) => ({ value, text: value }));

function choice(name: string, label: string, choices: Choices, initial: string | null | undefined): FormField {
  return { name, kind: 'choice', label, choices, ...(initial ? { initial } : {}) };
}

type Written = Omit<StaffInput<'fictional.make'>, 'brand'>;

/** The server checks what may be chosen. */
export const fictionalOf = (values: Values): Written => {
  const of = (name: string): string => values[name] ?? '';
  return {
    ...{ name: of('name'), date_of_birth: of('date_of_birth'), country: of('country'), reason: of('reason') },
    ...{ gender: of('gender') as Written['gender'], seeks: of('seeks') as Written['seeks'] },
    ...{ line: of('line'), about: of('about') },
  };
};
