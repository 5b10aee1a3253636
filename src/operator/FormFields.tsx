// Draws the fields of a decision; the first has the focus when someone opens the form.
import { useLayoutEffect, useRef } from 'react';
import { t } from '#lib/i18n';
import { Field } from '#ui/Field';
import { Select } from '#ui/Select';
import { TextArea } from '#ui/TextArea';
import { type FormField, initialOf, type Values } from './form-field.ts';

interface Props {
  fields: readonly FormField[];
  values: Values;
  errors: Readonly<Record<string, string>>;
  onChange: (values: Values) => void;
  /** False where the form came back by itself: keys pressed meanwhile are commands. */
  hasFocus?: boolean;
}

const TYPES = { line: 'text', day: 'date', number: 'number' } as const;

export function FormFields({ fields, values, errors, onChange, hasFocus = true }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!hasFocus) return;
    const first = box.current?.querySelector<HTMLElement>('input, select, textarea');
    // A dialog that opens later moves the focus to what says so.
    first?.setAttribute('autofocus', '');
    first?.focus();
  }, [hasFocus]);
  const initial = initialOf(fields);
  return (
    <div className="console-fields" ref={box}>
      {fields.map(({ name, label, note, kind, choices = [], isOptional = false }) => {
        const shared = {
          ...{ label: isOptional ? t('console:optional', { label }) : label, name, note },
          error: errors[name] ?? errors[`measure.${name}`],
          value: values[name] ?? initial[name] ?? '',
          onChange: (value: string) => onChange({ ...values, [name]: value }),
        };
        if (kind === 'choice') return <Select key={name} {...shared} options={choices} />;
        if (kind === 'text') return <TextArea key={name} {...shared} rows={3} maxLength={2000} />;
        return <Field key={name} {...shared} type={TYPES[kind]} required maxLength={500} />;
      })}
    </div>
  );
}
