// The parts that every field has around its control: label, note and error, and the ids that connect them.
import { useId, type ReactElement } from 'react';

interface Control {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface Props {
  label: string;
  note?: string | undefined;
  error?: string | null | undefined;
  /** For a control of several inputs: a fieldset, which carries the description. */
  isGroup?: boolean;
  children: (control: Control) => ReactElement;
}

export function FieldFrame({ label, note, error, isGroup, children }: Props) {
  const id = useId();
  const describedBy = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const inside = (
    <>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {note && (
        <p className="field-note" id={`${id}-note`}>
          {note}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
  if (isGroup)
    return (
      <fieldset className="field" aria-describedby={describedBy}>
        <legend className="field-label">{label}</legend>
        {inside}
      </fieldset>
    );
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {inside}
    </div>
  );
}
