// The end of a member's day by the time zone of their place, also where the clocks change.
import { expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { endOfLocalDay, timeZoneOf } from '#domain/local-day';

const end = (now: string, country: string, region: string | null = null): string =>
  endOfLocalDay(new Date(now), timeZoneOf(country, region)).toISOString();

test('DA-swipe: a day ends at midnight where the member lives', () => {
  expect(end('2026-11-27T10:00:00Z', 'NL')).toBe('2026-11-27T23:00:00.000Z');
  expect(end('2026-11-27T23:00:00Z', 'NL')).toBe('2026-11-28T23:00:00.000Z');
  expect(end('2026-11-27T22:59:59.999Z', 'NL')).toBe('2026-11-27T23:00:00.000Z');
  expect(end('2026-11-27T10:00:00Z', 'NZ')).toBe('2026-11-27T11:00:00.000Z');
  expect(end('2026-11-27T10:00:00Z', 'US', 'US-HI')).toBe('2026-11-28T10:00:00.000Z');
  expect(end('2026-11-27T10:00:00Z', 'US', 'US-NY')).toBe('2026-11-28T05:00:00.000Z');
  expect(end('2026-11-27T10:00:00Z', 'CA', 'CA-NL')).toBe('2026-11-28T03:30:00.000Z');
  expect(end('2026-11-27T10:00:00Z', 'XX')).toBe('2026-11-28T00:00:00.000Z');
});

test('DA-swipe: a day on which the clocks change has 23 or 25 hours', () => {
  const hours = (start: string, country: string, region?: string): number =>
    (Date.parse(end(start, country, region)) - Date.parse(start)) / 3_600_000;
  expect(hours('2027-03-27T23:00:00Z', 'NL')).toBe(23);
  expect(hours('2026-10-24T22:00:00Z', 'NL')).toBe(25);
  expect(hours('2027-03-14T05:00:00Z', 'US')).toBe(23);
  expect(hours('2026-11-01T07:00:00Z', 'US', 'US-CA')).toBe(25);
  expect(hours('2027-03-14T07:00:00Z', 'US', 'US-AZ')).toBe(24);
  expect(hours('2027-04-03T13:00:00Z', 'AU')).toBe(25);
  expect(hours('2027-04-03T14:00:00Z', 'AU', 'AU-QLD')).toBe(24);
});

test('DA-swipe: every region of every served country has a zone', () => {
  const folder = 'src/server/geo/places';
  const tables = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(tables.length).toBeGreaterThan(15);
  for (const name of tables) {
    const { country, regions } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as {
      country: string;
      regions: { id: string }[];
    };
    for (const region of [null, ...regions.map(({ id }) => id)]) expect(timeZoneOf(country, region)).not.toBe('UTC');
  }
});
