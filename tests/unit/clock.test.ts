// The switch TEST_NOW, which runs tests at another date.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CALENDAR_EDGES, clockAt, findClockLibrary, readsClock, timeOf, WITHOUT_CLOCK } from '#scripts/testing/clock';
import { LONGEST } from '#scripts/testing/longest-first';

const EDGE = '2028-02-29T12:00:00Z';

test('a text that is no time in UTC, and a day that does not exist, are refused', () => {
  for (const text of ['', 'soon', '5', '2028-02-30T25:00', '2027-02-29T12:00:00Z', '2028-02-29T12:00:00+02:00'])
    expect(() => timeOf(text)).toThrow('TEST_NOW must be a time such as 2028-02-29T23:55:00Z.');
});

if (findClockLibrary())
  test('a process and what it starts have the given time, which goes on; timers do not notice', () => {
    const inner = `console.log(Date.now())`;
    const outer = `
    const began = performance.now();
    setTimeout(() => {
      console.log(Date.now(), performance.now() - began);
      require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' });
    }, 1100);`;
    const env = { ...process.env, ...clockAt(EDGE) };
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', outer], { env, encoding: 'utf8' });
    const [first = 0, waited = 0, second = 0] = stdout.trim().split(/\s+/).map(Number);
    expect(first, stderr).toBeGreaterThanOrEqual(Date.parse(EDGE));
    expect(waited).toBeGreaterThan(1000);
    expect(second).toBeGreaterThan(first);
    expect(second - Date.parse(EDGE)).toBeLessThan(3_600_000);
  });
else
  test('without its library the switch says what to install', () => {
    expect(() => clockAt(EDGE)).toThrow('apt-get install libfaketime');
  });

test('the full run is at the last day of each kind of month, at the turn of a year and at changes of the clock', () => {
  expect(new Set(CALENDAR_EDGES).size).toBe(9);
  for (const edge of CALENDAR_EDGES) expect(new Date(timeOf(edge)).toISOString().replace('.000', '')).toBe(edge);
});

test('suites of rules, stores and calls are taken to other dates; browsers, exports and tools are not', () => {
  for (const path of ['tests/api/swipe.test.ts', 'tests/stores/likes.test.ts', 'tests/unit/age.test.ts'])
    expect(readsClock(path), path).toBe(true);
  for (const path of [
    'tests/site/export.test.ts',
    'tests/recipes.test.ts',
    'tests/unit/clock.test.ts',
    'tests/e2e/story.spec.ts',
    'tests/unit/lint.test.ts',
  ])
    expect(readsClock(path), path).toBe(false);
});

test('the lists of single files name files that exist', () => {
  for (const path of [...WITHOUT_CLOCK, ...LONGEST]) expect(existsSync(path), path).toBe(true);
});
