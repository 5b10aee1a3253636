// The calendar day of a moment in UTC, by which ages, counters and terms are dated.
import { DAY_MS } from './durations.ts';

/** `YYYY-MM-DD`. */
export const isoDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The day so many days after a moment, or before it. */
export const isoDayAfter = (moment: Date, days: number): string => isoDay(new Date(moment.getTime() + days * DAY_MS));
