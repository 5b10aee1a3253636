// Spend care: limits that go down at once and up after a day, and the days that deserve a note.
import { expect, test } from 'vitest';
import {
  changedLimit,
  fewestOrders,
  type Limit,
  limitAt,
  limitIn,
  NO_LIMIT,
  noteOn,
  passesLimit,
  SPENDING,
} from '#domain/spending';
import { currencies, defaultPrices, inCurrency, offersIn } from '../support/default-prices.ts';

const now = new Date('2026-03-28T23:30:00Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);
const DAY = SPENDING.raiseAfterMs;

test('DE10: a lower limit counts at once, a higher one and none exactly 24 hours later, also over a night of summer time', () => {
  const set = changedLimit(NO_LIMIT, 5000, now);
  expect(set).toEqual({ amount: 5000, next: null });
  expect(changedLimit(set, 3000, now)).toEqual({ amount: 3000, next: null });
  for (const wanted of [5001, null]) {
    const raised = changedLimit(set, wanted, now);
    expect(raised).toEqual({ amount: 5000, next: { amount: wanted, from: later(DAY) } });
    expect(limitAt(raised, later(DAY - 1)).amount).toBe(5000);
    expect(limitAt(raised, later(DAY))).toEqual({ amount: wanted, next: null });
  }
});

test('DE10: a rise asked for again does not begin anew, another one does, and a lower limit ends it', () => {
  const raised = changedLimit({ amount: 5000, next: null }, 9000, now);
  expect(changedLimit(raised, 9000, later(1000))).toEqual(raised);
  expect(changedLimit(raised, 8000, later(1000)).next).toEqual({ amount: 8000, from: later(DAY + 1000) });
  expect(changedLimit(raised, 5000, later(1000))).toEqual({ amount: 5000, next: null });
  expect(changedLimit(raised, 9000, later(DAY))).toEqual({ amount: 9000, next: null });
});

test('DE10: an order passes a limit by one minor unit, in either period', () => {
  const limits = { daily: { amount: 5000, next: null }, monthly: { amount: 9000, next: null } };
  expect(passesLimit(limits, { daily: 0, monthly: 0 }, 5000, now)).toBe(false);
  expect(passesLimit(limits, { daily: 1, monthly: 1 }, 5000, now)).toBe(true);
  expect(passesLimit(limits, { daily: 0, monthly: 4000 }, 5000, now)).toBe(false);
  expect(passesLimit(limits, { daily: 0, monthly: 4001 }, 5000, now)).toBe(true);
  expect(passesLimit({ daily: NO_LIMIT, monthly: NO_LIMIT }, { daily: 1e7, monthly: 1e7 }, 1e7, now)).toBe(false);
});

test('DE10: a move between countries and back never raises a limit, and money counts as at least as much', () => {
  for (const from of currencies)
    for (const to of currencies) {
      const limit: Limit = { amount: 12_345, next: { amount: null, from: now } };
      const back = limitIn(defaultPrices, limitIn(defaultPrices, limit, from, to), to, from);
      expect(back.amount).toBeLessThanOrEqual(12_345);
      expect(back.next).toEqual(limit.next);
      expect(inCurrency(inCurrency(12_345, from, to, 'up'), to, from, 'up')).toBeGreaterThanOrEqual(12_345);
    }
  expect(inCurrency(10_999, 'EUR', 'DKK', 'up')).toBe(81_900);
});

test('DE10: a costly day is remarked on, sooner when most credits go to fictional profiles', () => {
  const price = (id: string): number => offersIn('NL').find((each) => each.id === id)?.amount ?? 0;
  const day = { spent: price('100'), before: 0, credits: 100, fictional: 50 };
  expect(noteOn(day, defaultPrices, 'NL')).toBe('spike');
  expect(noteOn({ ...day, spent: day.spent - 1 }, defaultPrices, 'NL')).toBeNull();
  expect(noteOn({ ...day, before: 2 * day.spent }, defaultPrices, 'NL')).toBe('spike');
  expect(noteOn({ ...day, before: 2 * day.spent + 1 }, defaultPrices, 'NL')).toBeNull();
  expect(noteOn({ ...day, fictional: 51 }, defaultPrices, 'NL')).toBe('spike_fictional');
  expect(noteOn({ ...day, spent: price('35'), fictional: 51 }, defaultPrices, 'NL')).toBe('spike_fictional');
  expect(noteOn({ ...day, spent: price('35') - 1, fictional: 51 }, defaultPrices, 'NL')).toBeNull();
  expect(noteOn({ ...day, credits: 0, fictional: 0 }, defaultPrices, 'NL')).toBe('spike');
});

test('DE10: of the orders that could end, the fewest are taken, and of those the smallest that are enough', () => {
  const orders = [900, 2000, 4500, 2000, 10_000].map((amount) => ({ amount }));
  const room = (needed: number) =>
    fewestOrders(orders, (ended) => ended.reduce((sum, { amount }) => sum + amount, 0) >= needed)?.map(
      ({ amount }) => amount,
    );
  expect([800, 900, 901, 4500, 10_000].map(room)).toEqual([[900], [900], [2000], [4500], [10_000]]);
  expect([10_001, 12_001, 19_400].map(room)).toEqual([
    [10_000, 900],
    [10_000, 4500],
    [10_000, 4500, 2000, 2000, 900],
  ]);
  expect([room(19_401), fewestOrders([], () => false)]).toEqual([undefined, null]);
});
