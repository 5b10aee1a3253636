// The calendar day in UTC, and days counted from it.
import { expect, test } from 'vitest';
import { isoDay, isoDayAfter } from '#domain/iso-day';

test('DE11: days are counted in UTC, over the end of a month and a change of the clock', () => {
  const moment = new Date('2028-02-28T23:59:59.999Z');
  expect([isoDay(moment), isoDayAfter(moment, 0)]).toEqual(['2028-02-28', '2028-02-28']);
  expect([1, 2, -28, 30].map((days) => isoDayAfter(moment, days))).toEqual([
    ...['2028-02-29', '2028-03-01', '2028-01-31', '2028-03-29'],
  ]);
  const midnight = new Date('2028-03-01T00:00:00Z');
  expect([1, -1].map((days) => isoDayAfter(midnight, days))).toEqual(['2028-03-02', '2028-02-29']);
});
