// The date of birth as day, month and year, which are quicker to give than a date 40 years back in a calendar.
import { formatMoment } from '#lib/i18n';
import { FieldFrame } from './FieldFrame.tsx';
import { Icon } from './Icon.tsx';
import type { Elements } from './LoneText.tsx';

/** As typed: numbers without leading zeros needed; `birth_month` is 1 to 12. All empty: no date. */
export interface BirthParts {
  readonly birth_day: string;
  readonly birth_month: string;
  readonly birth_year: string;
}

interface Props {
  label: string;
  dayLabel: string;
  monthLabel: string;
  yearLabel: string;
  value: BirthParts;
  note?: string | undefined;
  error?: string | null | undefined;
  isDisabled?: boolean;
  onChange: (value: BirthParts) => void;
}

const months = Array.from({ length: 12 }, (_, at) => String(at + 1));
const monthName = (month: string): string =>
  formatMoment(`2000-${month.padStart(2, '0')}-15T12:00:00Z`, { month: 'long' });

export function DateOfBirth({ label, dayLabel, monthLabel, yearLabel, value, note, error, ...rest }: Props) {
  const { isDisabled, onChange } = rest;
  const part = (name: keyof BirthParts) => ({
    className: 'input',
    name,
    autoComplete: name.replace('birth', 'bday').replace('_', '-'),
    value: value[name],
    disabled: isDisabled,
    'aria-invalid': error ? true : undefined,
    onChange: (event: { target: { value: string } }) => onChange({ ...value, [name]: event.target.value }),
  });
  return (
    <FieldFrame label={label} note={note} error={error} isGroup>
      {({ id }) => (
        <div className="birth">
          <Part id={`${id}-day`} label={dayLabel}>
            <input {...part('birth_day')} id={`${id}-day`} inputMode="numeric" maxLength={2} />
          </Part>
          <Part id={`${id}-month`} label={monthLabel}>
            <span className="select">
              <select {...part('birth_month')} id={`${id}-month`}>
                <option value="" />
                {months.map((month) => (
                  <option key={month} value={month}>
                    {monthName(month)}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          </Part>
          <Part id={`${id}-year`} label={yearLabel}>
            <input {...part('birth_year')} id={`${id}-year`} inputMode="numeric" maxLength={4} />
          </Part>
        </div>
      )}
    </FieldFrame>
  );
}

function Part({ id, label, children }: { id: string; label: string; children: Elements }) {
  return (
    <div>
      <label className="field-note" htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  );
}
