// A labelled text of several lines; grows with its text.
import { FieldFrame } from './FieldFrame.tsx';

interface Props {
  label: string;
  name: string;
  value: string;
  rows?: number;
  note?: string | undefined;
  error?: string | null | undefined;
  maxLength?: number;
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

export function TextArea({ label, name, value, rows = 4, note, error, maxLength, isDisabled, onChange }: Props) {
  return (
    <FieldFrame label={label} note={note} error={error}>
      {(control) => (
        <textarea
          {...control}
          className="input text-area"
          name={name}
          rows={rows}
          maxLength={maxLength}
          dir="auto"
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
