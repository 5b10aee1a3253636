// The money of an order beside an independent model in whole numbers: price, discount, VAT, price of a credit, and what goes back.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountedPrice, MAX_PERCENTAGE } from '#domain/discounts';
import { creditsFor } from '#domain/payments';
import { includedVat, unitPrice } from '#domain/prices';
import { refundFor } from '#domain/withdrawal';
import { offersIn, tryoutIn, vatOf } from '../support/default-prices.ts';
import { figure } from '../support/server.ts';

const countries = 'NL BE DE AT FR IT ES FI PL SE NO DK GB CH LI US CA AU NZ IE HU EE LU XX'.split(' ');

/** Rounded half up, and up, by whole numbers only. */
const half = (above: bigint, below: bigint): bigint => (2n * above + below) / (2n * below);
const up = (above: bigint, below: bigint): bigint => (above + below - 1n) / below;

const orders = fc
  .record({
    country: fc.constantFrom(...countries),
    at: fc.nat({ max: 7 }),
    /** Hundredths of a per cent; nothing in a third of them. */
    off: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: MAX_PERCENTAGE * 100 }), fc.constantFrom(1250, 2500)),
    used: fc.nat(),
  })
  .map(({ country, at, off, used }) => {
    const offers = [...offersIn(country), tryoutIn(country)];
    const offer = offers[at] ?? tryoutIn(country);
    return { country, offer, off, unused: offer.credits - (used % (offer.credits + 1)) };
  });

test('CR11: the VAT in a price', () => {
  expect([includedVat(999, 21), includedVat(1210, 21), includedVat(999, 0)]).toEqual([173, 210, 0]);
});

test('CR35 CR53 CR54: prices, VAT and rounding equal an independent integer model on drawn orders', () => {
  fc.assert(
    fc.property(orders, ({ country, offer, off, unused }) => {
      const amount = discountedPrice(offer.amount, off / 100);
      const [price, credits] = [BigInt(amount), BigInt(offer.credits)];
      expect(price).toBe(BigInt(offer.amount) - half(BigInt(offer.amount) * BigInt(off), 10_000n));

      const tenths = BigInt(vatOf(country).toFixed(1).replace('.', ''));
      const vat = includedVat(amount, vatOf(country));
      expect(BigInt(vat)).toBe(half(price * tenths, 1000n + tenths));
      // What is left of the price without its VAT is never more than the rate allows, to half a minor unit.
      const net = price - BigInt(vat);
      const excess = net * (1000n + tenths) - price * 1000n;
      expect(excess <= (1000n + tenths) / 2n && -excess <= (1000n + tenths) / 2n).toBe(true);

      expect(BigInt(unitPrice(amount, offer.credits))).toBe(up(price, credits));

      const refund = refundFor({ amount, returned: 0, credits: offer.credits }, unused);
      expect(BigInt(refund)).toBe(up(price * BigInt(unused), credits));
      expect(refund).toBeLessThanOrEqual(amount);
      // The same money takes back the same credits.
      expect(BigInt(creditsFor(offer.credits, refund, amount))).toBe(half(BigInt(refund) * credits, price));
      expect(creditsFor(offer.credits, refund, amount)).toBe(unused);
    }),
    { numRuns: figure(100_000, 1000) },
  );
});
