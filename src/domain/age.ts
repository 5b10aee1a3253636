// Ages by the calendar, never by counting days: 29 February turns a year older on 1 March (decisions A).
import { AGE, SEARCH } from './limits.ts';

/** Full years between a birth date and a day, both `YYYY-MM-DD`. */
export function ageOn(birthDate: string, day: string): number {
  const [birthYear = 0, birthMonth = 1, birthDay = 1] = birthDate.split('-').map(Number);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const hadBirthday = month > birthMonth || (month === birthMonth && date >= birthDay);
  return year - birthYear - (hadBirthday ? 0 : 1);
}

/**
 * The birth dates that make someone `min` to `max` years old on `day`: `{ after, until }` with
 * `after < birth date <= until`, the half-open range the search query uses.
 */
export function birthDatesFor(min: number, max: number, day: string): { after: string; until: string } {
  return { after: yearsBefore(day, max + 1), until: yearsBefore(day, min) };
}

/** Years of age, from and to. */
interface Ages {
  readonly min: number;
  readonly max: number;
}

const clampAge = ({ min, max }: Ages, age: number): number => Math.min(max, Math.max(min, age));

/**
 * Default search ages around one's own, kept within 18 and 99. Whoever is younger or older than everybody a site is for
 * starts at the nearest of `members`, or a site for those past fifty would show a visitor of thirty nobody.
 */
export function defaultAges(age: number, members: Ages): { min: number; max: number } {
  const ownAge = clampAge(members, age);
  return { min: clampAge(AGE, ownAge - SEARCH.agesAround), max: clampAge(AGE, ownAge + SEARCH.agesAround) };
}

/** The latest birth date that is `years` old on `day`. On 28 February of a common year a leapling is not yet older. */
function yearsBefore(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const targetYear = year - years;
  const isLeap = (targetYear % 4 === 0 && targetYear % 100 !== 0) || targetYear % 400 === 0;
  const targetDate = month === 2 && date === 29 && !isLeap ? 28 : date;
  return `${String(targetYear).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(targetDate).padStart(2, '0')}`;
}
