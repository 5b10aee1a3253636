// Ages by the calendar, never by counting days: 29 February turns a year older on 1 March (decisions A-age).
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

const within = ({ min, max }: Ages, age: number): number => Math.min(max, Math.max(min, age));

/**
 * Default search ages around one's own, kept within 18 and 99. Whoever is younger or older than everybody a site is for
 * starts at the nearest of `members`, or a site for those past fifty would show a visitor of thirty nobody.
 */
export function defaultAges(age: number, members: Ages): { min: number; max: number } {
  const own = within(members, age);
  return { min: within(AGE, own - SEARCH.agesAround), max: within(AGE, own + SEARCH.agesAround) };
}

/** The latest birth date that is `years` old on `day`. On 28 February of a common year a leapling is not yet older. */
function yearsBefore(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const then = year - years;
  const isLeap = (then % 4 === 0 && then % 100 !== 0) || then % 400 === 0;
  const last = month === 2 && date === 29 && !isLeap ? 28 : date;
  return `${String(then).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(last).padStart(2, '0')}`;
}
