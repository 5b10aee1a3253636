// A segmented control for two to four short options.
import type { Option } from './Select.tsx';

interface Props {
  label: string;
  name: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
}

export function Segmented({ label, name, options, value, onChange }: Props) {
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div className="segmented">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
