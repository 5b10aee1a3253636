// The fields of a decision as data, so that one drawing serves all of them.
import { type PhotoReason, photoReasons } from '#contract/photos';
import { rules } from '#contract/safety';
import { selfieReasons } from '#contract/selfies';
import type { StaffInput } from '#contract/staff';
import { isoDayAfter } from '#domain/iso-day';
import { hasText, t } from '#lib/i18n';
import { now } from '#lib/clock';
import { codeText } from './codes.ts';

export type Values = Readonly<Record<string, string>>;

interface Choice {
  readonly value: string;
  readonly text: string;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly note?: string;
  readonly kind: 'line' | 'text' | 'choice' | 'day' | 'number';
  readonly choices?: readonly Choice[];
  readonly isOptional?: boolean;
  readonly initial?: string;
}

const choice = (value: string): Choice => ({ value, text: codeText(value) });

export const reasonField = (note = t('console:reason_note')): FormField => ({
  ...{ name: 'reason', kind: 'line', label: t('console:reason'), note },
});
export const answerField = (): FormField => ({
  ...{ name: 'answer', kind: 'text', label: t('console:answer'), note: t('console:answer_note'), isOptional: true },
});
export const factsField = (): FormField => ({
  ...{ name: 'facts', kind: 'text', label: t('console:facts'), note: t('console:facts_note'), isOptional: true },
});
export const photoReasonField = (): FormField => ({
  ...{ name: 'photo_reason', kind: 'choice', label: t('console:photo_reason'), choices: photoReasons.map(choice) },
});

export const selfieReasonField = (): FormField => ({
  ...{ name: 'selfie_reason', kind: 'choice', label: t('console:selfie_reason'), choices: selfieReasons.map(choice) },
});

/** What is done about a member, and why; `more` are measures of a report only. */
export function measureFields(values: Values, more: readonly string[] = []): FormField[] {
  const measure = values['measure'] ?? 'warn';
  const measureField: FormField = {
    ...{ name: 'measure', kind: 'choice', label: t('console:measure') },
    choices: ['warn', 'suspend', 'ban', ...more].map(choice),
  };
  if (measure === 'remove_photo') return [measureField, photoReasonField()];
  return [
    measureField,
    ...(measure === 'suspend'
      ? [
          {
            ...({ name: 'until', kind: 'day' } as const),
            label: t('console:until'),
            note: t('console:until_note'),
            initial: isoDayAfter(now(), 7),
          },
        ]
      : []),
    { ...{ name: 'rule', kind: 'choice', label: t('console:rule') }, choices: rules.map(ruleChoice) },
    factsField(),
  ];
}

const ruleChoice = (rule: string): Choice => ({
  value: rule,
  text: hasText(`decisions:rule_${rule}`) ? t(`decisions:rule_${rule}`) : codeText(rule),
});

type ReportMeasure = StaffInput<'reports.decide'>['measure'];
type MemberMeasure = Extract<ReportMeasure, { rule: unknown }>;

/** A measure as the calls take it. A suspension ends with its last day, in UTC. */
export function memberMeasureOf(values: Values): MemberMeasure {
  const { measure: action, rule, facts = '', until } = values;
  const measure = { action, rule, ...(facts.trim() ? { facts } : {}) };
  return (action === 'suspend' ? { ...measure, until: `${until}T23:59:59.000Z` } : measure) as MemberMeasure;
}

export const reportMeasureOf = (values: Values): ReportMeasure =>
  values['measure'] === 'remove_photo'
    ? { action: 'remove_photo', reason: values['photo_reason'] as PhotoReason }
    : memberMeasureOf(values);

export const answerOf = ({ answer = '' }: Values): { answer?: string } => (answer.trim() ? { answer } : {});

/** What the fields hold before anything is typed. */
export const initialOf = (fields: readonly FormField[]): Values =>
  Object.fromEntries(fields.map(({ name, initial, choices }) => [name, initial ?? choices?.[0]?.value ?? '']));
