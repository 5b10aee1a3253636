// Two selects for an age range; changing one adjusts the other, so that the range stays valid.
import { Select } from './Select.tsx';

interface Props {
  label: string;
  fromLabel: string;
  toLabel: string;
  /** The allowed range. */
  limits: { readonly min: number; readonly max: number };
  min: number;
  max: number;
  onChange: (min: number, max: number) => void;
}

export function AgeRange({ label, fromLabel, toLabel, limits, min, max, onChange }: Props) {
  const ages = Array.from({ length: limits.max - limits.min + 1 }, (_, at) => String(limits.min + at));
  const options = ages.map((age) => ({ value: age, text: age }));
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div className="age-range">
        <Select
          label={fromLabel}
          name="min_age"
          options={options}
          value={String(min)}
          onChange={(age) => onChange(Number(age), Math.max(Number(age), max))}
        />
        <Select
          label={toLabel}
          name="max_age"
          options={options}
          value={String(max)}
          onChange={(age) => onChange(Math.min(Number(age), min), Number(age))}
        />
      </div>
    </fieldset>
  );
}
