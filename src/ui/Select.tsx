// A labelled native select.
import { FieldFrame } from './FieldFrame.tsx';
import { Icon } from './Icon.tsx';

export interface SelectOption {
  readonly value: string;
  readonly text: string;
}

interface Props {
  label: string;
  name: string;
  options: readonly SelectOption[];
  value: string;
  note?: string | undefined;
  error?: string | null | undefined;
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

export function Select({ label, name, options, value, note, error, isDisabled, onChange }: Props) {
  return (
    <FieldFrame label={label} note={note} error={error}>
      {(control) => (
        <div className="select">
          <select
            {...control}
            className="input"
            name={name}
            value={value}
            disabled={isDisabled}
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </div>
      )}
    </FieldFrame>
  );
}
