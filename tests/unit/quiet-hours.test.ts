// The end of quiet hours by a place's clock, also on days on which the clocks change.
import { expect, test } from 'vitest';
import { minutesOf, quietEnd, timeOf } from '#domain/quiet-hours';

const ZONE = 'Europe/Amsterdam';
const night = { from: minutesOf('22:00'), to: minutesOf('08:00') };
const end = (now: string, hours = night, zone = ZONE) => quietEnd(new Date(now), hours, zone)?.toISOString() ?? null;

test('AC7: quiet hours begin and end on the minute, also past midnight', () => {
  expect(end('2026-11-27T20:59:59Z')).toBeNull();
  expect(end('2026-11-27T21:00:00Z')).toBe('2026-11-28T07:00:00.000Z');
  expect(end('2026-11-28T06:59:59Z')).toBe('2026-11-28T07:00:00.000Z');
  expect(end('2026-11-28T07:00:00Z')).toBeNull();
  const noon = { from: minutesOf('12:00'), to: minutesOf('13:30') };
  expect(end('2026-11-28T11:59:59Z', noon)).toBe('2026-11-28T12:30:00.000Z');
  expect(end('2026-11-28T10:59:59Z', noon)).toBeNull();
  expect(end('2026-11-28T12:30:00Z', noon)).toBeNull();
});

test('AC7: the same moment is quiet in one zone and not in another', () => {
  expect(end('2026-11-28T03:30:00Z', night, 'America/New_York')).toBe('2026-11-28T13:00:00.000Z');
  expect(end('2026-11-28T03:30:00Z', night, 'Pacific/Auckland')).toBeNull();
});

test('AC7: a night on which the clocks change ends at the same time of the clock', () => {
  // Forward at 02:00 on 28 March, back at 03:00 on 31 October.
  expect(end('2027-03-27T22:00:00Z')).toBe('2027-03-28T06:00:00.000Z');
  expect(end('2027-10-30T22:00:00Z')).toBe('2027-10-31T07:00:00.000Z');
  // 02:30 does not exist: the end lies after the moment all the same.
  const short = { from: minutesOf('01:00'), to: minutesOf('02:30') };
  expect(end('2027-03-28T00:30:00Z', short)).toBe('2027-03-28T01:30:00.000Z');
});

test('AC7: times are written with two digits', () => {
  for (const time of ['00:00', '08:05', '23:59']) expect(timeOf(minutesOf(time))).toBe(time);
});
