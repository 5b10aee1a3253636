// Runs tests at another date: libfaketime moves the clock of every process that a test starts, PostgreSQL's too.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The Debian package of the library. */
export const CLOCK_PACKAGE = 'libfaketime';

/** Times, in UTC, at which calendar arithmetic fails first. The full run takes the tests that read the clock to each. */
export const CALENDAR_EDGES = [
  // Pass midnight, and the end of a month or year, within minutes.
  '2026-11-30T23:55:00Z',
  '2026-12-31T23:55:00Z',
  // The whole run is on the last day of a year, of a month that has more days than the next, and of February.
  '2026-12-31T12:00:00Z',
  '2027-01-31T12:00:00Z',
  '2027-02-28T12:00:00Z',
  '2028-02-29T12:00:00Z',
  // The clocks change a few minutes later, in Europe twice and in New York.
  '2027-03-28T00:55:00Z',
  '2027-10-31T00:55:00Z',
  '2027-03-14T06:55:00Z',
] as const;

/** What moves the clock of a process; those that a test starts need all of them. */
export const CLOCK_VARIABLES = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'] as const;

/** Path of the library on this machine; null when it is not installed. */
export function findClockLibrary(): string | null {
  const base = '/usr/lib';
  if (!existsSync(base)) return null;
  const folders = readdirSync(base).map((name) => join(base, name, 'faketime'));
  return folders.map((folder) => join(folder, 'libfaketime.so.1')).find((path) => existsSync(path)) ?? null;
}

/** The same; throws a sentence when it is missing. */
export function requireClockLibrary(): string {
  const library = findClockLibrary();
  if (!library)
    throw new Error(
      `Moving the clock needs libfaketime: install it (apt-get install ${CLOCK_PACKAGE}), then run this again.`,
    );
  return library;
}

/** Milliseconds of an ISO 8601 time in UTC. Throws a sentence for a text that is none, such as for a day that does not exist. */
export function timeOf(now: string): number {
  const time = Date.parse(now);
  const isTime = /^\d{4}-\d\d-\d\d/.test(now) && !Number.isNaN(time);
  if (!isTime || !new Date(time).toISOString().startsWith(now.replace(/Z$/, '')))
    throw new Error('TEST_NOW must be a time such as 2028-02-29T23:55:00Z.');
  return time;
}

/**
 * Variables with which a process and all that it starts have `now`, an ISO 8601 time, as their time; it goes on as usual.
 * Throws a sentence for a text that is no time, and when the library is missing.
 */
export function clockAt(now: string): Readonly<Record<string, string>> {
  const seconds = Math.round((timeOf(now) - Date.now()) / 1000);
  const library = requireClockLibrary();
  return {
    TEST_NOW: now,
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    // Timers count from the start of the machine, at any date.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

/**
 * Tests of the tools of this project, some of which take minutes: no date changes what they prove. That of `compress`
 * compares the clock with times of files, which stay those of the machine.
 */
export const WITHOUT_CLOCK = new Set(
  [
    ...['arguments', 'changed', 'checks', 'clock', 'compress', 'document-checks', 'lint', 'run-folder', 'second-try'],
    'test-command',
  ].map((name) => `tests/unit/${name}.test.ts`),
);

/** Whether a test of the given path can depend on the date. */
export const readsClock = (path: string): boolean =>
  /^tests\/(unit|stores|api)\//.test(path) && !WITHOUT_CLOCK.has(path);
