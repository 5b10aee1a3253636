// Parses dates of birth and checks the age for signup (decisions A-age, B15).
import type { FieldCode } from '#contract/errors';
import { ageOn } from './age.ts';
import { isoDay } from './iso-day.ts';
import { AGE } from './limits.ts';

/** The three fields of a native form. */
export interface BirthParts {
  readonly birth_day?: string | undefined;
  readonly birth_month?: string | undefined;
  readonly birth_year?: string | undefined;
}

/**
 * The three fields as `YYYY-MM-DD`; empty when a part is missing or not a number. The date may still be invalid, and the
 * year have fewer digits.
 */
export function birthDateFromParts({ birth_day = '', birth_month = '', birth_year = '' }: BirthParts): string {
  const [day, month, year] = [birth_day, birth_month, birth_year].map((part) => part.trim());
  if (!day || !month || !year || !/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^\d{1,4}$/.test(year))
    return '';
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Whether `text` is a valid calendar date, written `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (lengths[month - 1] ?? 0);
}

/** The error of a birth date, or null. A missing date answers `too_young`. Both parameters are `YYYY-MM-DD`. */
export function validateBirthDate(birthDate: string, today: string): FieldCode | null {
  if (/^\d{1,3}-\d{2}-\d{2}$/.test(birthDate)) return 'year_short';
  if (!isCalendarDate(birthDate)) {
    // A year that is too late needs no calendar.
    const isWritten = /^\d{4}-\d{2}-\d{2}$/.test(birthDate);
    return isWritten && Number(birthDate.slice(0, 4)) <= Number(today.slice(0, 4)) - AGE.min
      ? 'no_such_date'
      : 'too_young';
  }
  const age = ageOn(birthDate, today);
  if (age < AGE.min) return 'too_young';
  return age > AGE.max ? 'out_of_range' : null;
}

/** Hours by which a country's westernmost time zone is behind UTC; 0 when none is. */
const HOURS_BEHIND_UTC: Readonly<Record<string, number>> = {
  ...{ AT: 0, AU: 0, BE: 0, CH: 0, DE: 0, DK: 0, ES: 0, FI: 0, FR: 0, GB: 0, IE: 0, IT: 0, NL: 0, NO: 0, NZ: 0, PL: 0 },
  ...{ SE: 0, CA: 8, US: 11 },
};
/** The westernmost time zone of the world. */
const MAX_HOURS_BEHIND_UTC = 12;

/**
 * The calendar day in the westernmost part of a country, `YYYY-MM-DD`. No member is treated as older than their local
 * calendar says.
 */
export function dayIn(country: string, now: Date): string {
  const hoursBehind = HOURS_BEHIND_UTC[country] ?? MAX_HOURS_BEHIND_UTC;
  return isoDay(new Date(now.getTime() - hoursBehind * 3_600_000));
}
