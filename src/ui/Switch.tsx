// A labelled on/off switch.
import { useId } from 'react';

interface Props {
  label: string;
  note?: string;
  name: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, note, name, isOn, onChange }: Props) {
  const id = useId();
  return (
    <label className="switch-row">
      <span>
        <b id={`${id}-label`}>{label}</b>
        {note && (
          <span className="field-note" id={`${id}-note`}>
            {note}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
