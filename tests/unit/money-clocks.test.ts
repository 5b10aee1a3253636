// The clock edges of money, a second on either side, also in nights in which clocks change, in five time zones.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExpired, welcomeEnds } from '#domain/discounts';
import { changedLimit, limitAt } from '#domain/spending';
import { withdrawalEnds } from '#domain/withdrawal';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** The moments at which clocks change in 2026 and 2027. */
const NIGHTS: readonly (readonly [string, ...string[]])[] = [
  ['Europe/Amsterdam', '2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2027-03-28T01:00:00Z'],
  ['Europe/London', '2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2027-03-28T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z', '2027-03-14T07:00:00Z'],
  ['Australia/Sydney', '2026-04-04T16:00:00Z', '2026-10-03T16:00:00Z', '2027-04-03T16:00:00Z'],
  ['Pacific/Auckland', '2026-04-04T14:00:00Z', '2026-09-26T14:00:00Z', '2027-04-03T14:00:00Z'],
];
const nights = NIGHTS.flatMap(([zone, ...changes]) => changes.map((change) => ({ zone, change: Date.parse(change) })));

/** The day there, as a number of days. */
const dayIn = (zone: string, at: number): number => {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(new Date(at));
  return Date.parse(`${day}T00:00:00Z`) / DAY;
};
const hourIn = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' }).format(new Date(at));

test.each(nights)('CR38: in $zone the clocks change at $change', ({ zone, change }) => {
  const before = Number(hourIn(zone, change - SECOND).slice(0, 2));
  const after = Number(hourIn(zone, change).slice(0, 2));
  expect([before + 2, before].includes(after)).toBe(true);
});

test('CR35 CR38 CR40: the welcome discount lasts 14,400 seconds by the clock of the server, through every such night', () => {
  for (const { change } of nights)
    for (const sooner of [0, 1, HOUR, 2 * HOUR, 4 * HOUR - SECOND, 4 * HOUR]) {
      const signup = change - sooner;
      const expires = welcomeEnds(new Date(signup));
      expect(expires.getTime() - signup).toBe(14_400 * SECOND);
      expect(isExpired({ expires }, new Date(signup + 14_399 * SECOND))).toBe(false);
      expect(isExpired({ expires }, new Date(signup + 14_400 * SECOND))).toBe(true);
      expect(isExpired({ expires }, new Date(signup + 14_401 * SECOND))).toBe(true);
    }
});

test('CR29: a code ends at its moment, a second on either side, through every such night', () => {
  for (const { change } of nights) {
    const ended = [-SECOND, 0, SECOND].map((by) => isExpired({ expires: new Date(change) }, new Date(change + by)));
    expect(ended).toEqual([false, true, true]);
  }
});

test('CR23: 14 whole days of the buyer are over when the period ends, in every zone and through every such night', () => {
  const moments = fc.record({
    night: fc.constantFrom(...nights),
    // From two weeks before the night, whose days contain it, to two days after.
    by: fc.integer({ min: -15 * DAY, max: 2 * DAY }),
  });
  fc.assert(
    fc.property(moments, ({ night: { zone, change }, by }) => {
      const paid = change + by;
      const ends = withdrawalEnds(new Date(paid), 14).getTime();
      // The day of the purchase does not count, and the last one counts to its end.
      expect(dayIn(zone, ends)).toBeGreaterThanOrEqual(dayIn(zone, paid) + 15);
      expect(dayIn(zone, ends)).toBeLessThanOrEqual(dayIn(zone, paid) + 16);
    }),
  );
});

test('CR23: a purchase just after midnight in Amsterdam, when its day has not begun in UTC, has its 14 whole days', () => {
  // The 29th there is the day of the purchase, and the 12th of April the last one, which ends at 22:00 UTC.
  const ends = withdrawalEnds(new Date('2026-03-28T23:00:01Z'), 14).getTime();
  expect(dayIn('Europe/Amsterdam', ends)).toBeGreaterThanOrEqual(Date.parse('2026-04-13') / DAY);
});

test('DE10: a higher limit counts 24 hours later, not sooner in a night of 23 or 25 hours', () => {
  for (const { change } of nights) {
    const asked = change - 3 * HOUR;
    const raised = changedLimit({ amount: 1000, next: null }, 2000, new Date(asked));
    const at = (by: number): number | null => limitAt(raised, new Date(asked + DAY + by)).amount;
    expect([at(-SECOND), at(0), at(SECOND)]).toEqual([1000, 2000, 2000]);
  }
});
