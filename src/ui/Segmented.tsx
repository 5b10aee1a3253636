// A segmented control for two to four short options.
import { FieldFrame } from './FieldFrame.tsx';
import type { SelectOption } from './Select.tsx';

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

export function Segmented({ label, name, options, value, note, error, isDisabled, onChange }: Props) {
  return (
    <FieldFrame label={label} note={note} error={error} isGroup>
      {() => (
        <div className="segmented">
          {options.map((option) => (
            <label key={option.value}>
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                disabled={isDisabled}
                aria-invalid={error ? true : undefined}
                onChange={() => onChange(option.value)}
              />
              <span>{option.text}</span>
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
