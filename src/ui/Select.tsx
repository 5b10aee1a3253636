// A labelled native select.
import { useId } from 'react';
import { Icon } from './Icon.tsx';

export interface Option {
  readonly value: string;
  readonly text: string;
}

interface Props {
  label: string;
  name: string;
  options: readonly Option[];
  value: string;
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

export function Select({ label, name, options, value, isDisabled, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="select">
        <select
          className="input"
          id={id}
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
    </div>
  );
}
