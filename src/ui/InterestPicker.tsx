// Interests as chips with icons; each is a checkbox.
import { FieldFrame } from './FieldFrame.tsx';
import { interestDrawings } from './interest-icons.ts';

interface Interest {
  readonly value: string;
  readonly text: string;
}

interface Props {
  label: string;
  interests: readonly Interest[];
  chosen: readonly string[];
  note?: string | undefined;
  error?: string | null | undefined;
  onChange: (chosen: readonly string[]) => void;
}

/** Decorative: the name is beside it. */
export function InterestIcon({ interest }: { interest: string }) {
  const drawing = interestDrawings[interest];
  return (
    drawing && (
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={drawing} />
      </svg>
    )
  );
}

export function InterestPicker({ label, interests, chosen, note, error, onChange }: Props) {
  const toggle = (value: string): void =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <FieldFrame label={label} note={note} error={error} isGroup>
      {() => (
        <div className="interests">
          {interests.map(({ value, text }) => (
            <label key={value} className="chip interest">
              <input
                type="checkbox"
                name="interests"
                value={value}
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
              <InterestIcon interest={value} />
              <span>{text}</span>
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
