// Quiet hours of a member: notifications wait until they end, by the clock of the member's place.

/** Minutes since midnight; `from` is included, `to` is not. A quiet time may pass midnight. */
export interface QuietMinutes {
  readonly from: number;
  readonly to: number;
}

/** What the form proposes. */
export const QUIET_DEFAULT = { from: '22:00', to: '08:00' } as const;

const DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** `time` as `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, '0')).join(':');

const formats = new Map<string, Intl.DateTimeFormat>();
function localMinutes(at: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return minutesOf(format.format(at));
}

/** When the quiet time ends in which `now` lies; null outside of it. */
export function quietEnd(now: Date, { from, to }: QuietMinutes, zone: string): Date | null {
  const minute = localMinutes(now.getTime(), zone);
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return null;
  const start = now.getTime() - (now.getTime() % MINUTE_MS);
  const end = start + ((to - minute + DAY) % DAY) * MINUTE_MS;
  // The clocks may change before the end; an hour that they skip ends with the skip.
  const late = localMinutes(end, zone) - to;
  const corrected = end - late * MINUTE_MS;
  return new Date(late !== 0 && corrected > now.getTime() && localMinutes(corrected, zone) === to ? corrected : end);
}
