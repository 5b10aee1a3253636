// A labelled checkbox of a form that cannot be sent without it.
import { useId } from 'react';

interface Props {
  label: string;
  name: string;
  isOn: boolean;
  error?: string | null | undefined;
  onChange: (isOn: boolean) => void;
}

export function Checkbox({ label, name, isOn, error, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="check-row">
        <input
          type="checkbox"
          name={name}
          required
          checked={isOn}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
