// The arithmetic and the conditions of discount codes, on both sides of each limit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockText, discountedPrice, isExpired, MAX_PERCENTAGE, termsFault, welcomeEnds } from '#domain/discounts';
import { currencies, offersIn } from '../support/default-prices.ts';

const order = { country: 'NL', currency: 'EUR', amount: 2199, method: 'ideal' };
const open = { country: null, currency: null, expires: null, minimum_order_value: null, paymentmethods: null };
const now = new Date('2026-03-29T00:59:59.999Z');

test('CR35: 25 % of every price is taken off, rounded half up to a whole minor unit', () => {
  expect([999, 2199, 4599, 6969, 10_999, 2, 1].map((amount) => discountedPrice(amount, 25))).toEqual([
    749, 1649, 3449, 5227, 8249, 1, 1,
  ]);
  expect([discountedPrice(1000, 12.5), discountedPrice(1001, 33.33), discountedPrice(999, 0.01)]).toEqual([
    875, 667, 999,
  ]);
});

test('CR35: a price equals an independent model in whole numbers on 100,000 drawn orders, and rises with the price', () => {
  const hundredths = fc.integer({ min: 1, max: MAX_PERCENTAGE * 100 });
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1_000_000 }), hundredths, (amount, percentage) => {
      const off = (BigInt(amount) * BigInt(percentage) * 2n + 10_000n) / 20_000n;
      const after = discountedPrice(amount, percentage / 100);
      expect(BigInt(after)).toBe(BigInt(amount) - off);
      expect(after).toBeGreaterThan(0);
      expect(discountedPrice(amount + 1, percentage / 100)).toBeGreaterThanOrEqual(after);
    }),
    { numRuns: 100_000 },
  );
});

test('CR35: even the highest discount leaves more than two minor units a credit, in every currency', () => {
  for (const country of ['NL', 'GB', 'US', 'CA', 'AU', 'NZ', 'CH', 'DK', 'SE', 'NO', 'PL'])
    for (const { amount, credits } of offersIn(country))
      expect(discountedPrice(amount, MAX_PERCENTAGE) / credits).toBeGreaterThan(2);
  expect(currencies).toHaveLength(11);
});

test('CR33: each condition of a code refuses the order that misses it, and only that', () => {
  const fault = (terms: object, changed: object = {}) =>
    termsFault({ ...open, ...terms }, { ...order, ...changed }, now);
  expect(fault({})).toBeNull();
  expect([fault({ country: 'NL' }), fault({ country: 'BE' })]).toEqual([null, 'country']);
  expect([fault({ currency: 'EUR' }), fault({ currency: 'GBP' })]).toEqual([null, 'country']);
  const minimum = { currency: 'EUR', minimum_order_value: 2199 };
  expect([fault(minimum), fault(minimum, { amount: 2198 })]).toEqual([null, 'minimum']);
  const methods = { paymentmethods: ['ideal', 'visa'] };
  expect([fault(methods), fault(methods, { method: 'paypal' })]).toEqual([null, 'method']);
  expect([fault({ expires: new Date(now.getTime() + 1) }), fault({ expires: now })]).toEqual([null, 'expired']);
});

test('CR37 CR38: the welcome discount lasts 14,400 seconds, to the millisecond, also over a change of clocks', () => {
  const ends = welcomeEnds(new Date('2026-03-28T23:30:00.000Z'));
  expect(ends.toISOString()).toBe('2026-03-29T03:30:00.000Z');
  expect([ends.getTime() - 1, ends.getTime()].map((at) => isExpired({ expires: ends }, new Date(at)))).toEqual([
    false,
    true,
  ]);
});

test('CR39: a countdown has two digits for hours, minutes and seconds', () => {
  expect([14_400, 14_399, 3661, 59, 0].map(clockText)).toEqual([
    '04:00:00',
    '03:59:59',
    '01:01:01',
    '00:00:59',
    '00:00:00',
  ]);
});
