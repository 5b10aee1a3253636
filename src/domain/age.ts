// Ages by calendar arithmetic: a person born on 29 February turns a year older on 1 March (decisions A-age).
import { AGE, SEARCH } from './limits.ts';

/** Full years between a birth date and a day, both `YYYY-MM-DD`. */
export function ageOn(birthDate: string, day: string): number {
  const [birthYear = 0, birthMonth = 1, birthDay = 1] = birthDate.split('-').map(Number);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const hadBirthday = month > birthMonth || (month === birthMonth && date >= birthDay);
  return year - birthYear - (hadBirthday ? 0 : 1);
}

/** The birth dates of people aged `min` to `max` on `day`, as the half-open range `after < birth date <= until`. */
export function birthDatesFor(min: number, max: number, day: string): { after: string; until: string } {
  return { after: yearsBefore(day, max + 1), until: yearsBefore(day, min) };
}

/** A range of ages in full years, inclusive. */
interface Ages {
  readonly min: number;
  readonly max: number;
}

const clampAge = ({ min, max }: Ages, age: number): number => Math.min(max, Math.max(min, age));

/**
 * Default search ages around the member's own, within 18 and 99. An age outside of `members`, the ages of a site's
 * members, is clamped first: otherwise a visitor of 30 would find nothing on a site for people over 50.
 */
export function defaultAges(age: number, members: Ages): { min: number; max: number } {
  const ownAge = clampAge(members, age);
  return { min: clampAge(AGE, ownAge - SEARCH.agesAround), max: clampAge(AGE, ownAge + SEARCH.agesAround) };
}

/**
 * The latest birth date of a person who is `years` old on `day`. On 28 February of a common year, a person born on 29
 * February is not yet a year older.
 */
function yearsBefore(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const targetYear = year - years;
  const isLeap = (targetYear % 4 === 0 && targetYear % 100 !== 0) || targetYear % 400 === 0;
  const targetDate = month === 2 && date === 29 && !isLeap ? 28 : date;
  return `${String(targetYear).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(targetDate).padStart(2, '0')}`;
}
