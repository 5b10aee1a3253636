// Withdrawal from a purchase: which credits are unused, until when, and what they cost.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundles } from '#domain/prices';
import {
  creditsTakenBack,
  isRefundFailed,
  type Movement,
  refundDue,
  refundFor,
  unusedCredits,
  withdrawalEnds,
} from '#domain/withdrawal';

const purchase = (about: string, credits: number): Movement => ({ kind: 'purchase', credits, about });
const message = (credits: number): Movement => ({ kind: 'message', credits: -credits, about: 'a member' });
const unused = (...movements: Movement[]): unknown => Object.fromEntries(unusedCredits(movements));

describe('CR23 CR54: unused credits', () => {
  test('the examples of the return policy', () => {
    const signup: Movement = { kind: 'signup', credits: 4, about: null };
    expect(unused(signup, purchase('a', 6), message(3))).toEqual({ a: 3 });
    expect(unused(purchase('a', 6), purchase('b', 15), message(9))).toEqual({ a: 0, b: 12 });
  });

  test('credits spent before a purchase do not count against it', () => {
    const bonus: Movement = { kind: 'bonus', credits: 5, about: null };
    expect(unused(bonus, message(5), purchase('a', 15))).toEqual({ a: 15 });
  });

  test('a refund takes the credits of its own purchase first, and a reversal gives them back to it', () => {
    const refund: Movement = { kind: 'refund', credits: -15, about: 'b' };
    expect(unused(purchase('a', 6), purchase('b', 15), message(2), refund)).toEqual({ a: 4, b: 0 });
    expect(unused(purchase('a', 6), purchase('b', 15), refund, { kind: 'reversal', credits: 10, about: 'b' })).toEqual({
      a: 6,
      b: 10,
    });
  });

  test('credits of a message that come back go where the latest spending took them from', () => {
    const back = (credits: number): Movement => ({ kind: 'returned', credits, about: 'a member' });
    expect(unused(purchase('a', 6), message(2), back(1))).toEqual({ a: 5 });
    expect(unused(purchase('a', 6), purchase('b', 15), message(8), back(3))).toEqual({ a: 1, b: 15 });
    const bonus: Movement = { kind: 'bonus', credits: 4, about: null };
    expect(unused(bonus, purchase('a', 6), message(8), back(2))).toEqual({ a: 0 });
    expect(unused(bonus, purchase('a', 6), message(8), back(3))).toEqual({ a: 1 });
    const refund: Movement = { kind: 'refund', credits: -4, about: 'a' };
    expect(unused(purchase('a', 6), message(2), refund, back(2))).toEqual({ a: 2 });
    expect(unused(bonus, message(2), back(2), purchase('a', 6))).toEqual({ a: 6 });
  });

  test('never more than was bought or than the balance, in any ledger', () => {
    const step = fc.record({
      kind: fc.constantFrom<Movement['kind']>('purchase', 'message', 'bonus', 'refund', 'returned'),
      credits: fc.integer({ min: 1, max: 20 }),
      about: fc.constantFrom('a', 'b', 'c'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let balance = 0;
        let written = 0;
        const movements = steps.flatMap(({ kind, credits, about }): Movement[] => {
          const isGain = kind === 'purchase' || kind === 'bonus';
          const change =
            kind === 'returned' ? Math.min(credits, written) : isGain ? credits : -Math.min(credits, balance);
          if (kind === 'message' || kind === 'returned') written -= change;
          balance += change;
          return change === 0 ? [] : [{ kind, credits: change, about: kind === 'bonus' ? null : about }];
        });
        const lots = [...unusedCredits(movements)];
        const bought = (id: string): number =>
          movements.reduce(
            (sum, each) => (each.kind === 'purchase' && each.about === id ? sum + each.credits : sum),
            0,
          );
        for (const [id, left] of lots) expect(left >= 0 && left <= bought(id)).toBe(true);
        expect(lots.reduce((sum, [, left]) => sum + left, 0)).toBeLessThanOrEqual(balance);
      }),
    );
  });
});

test('CR23: the period ends when the last day has ended everywhere', () => {
  expect(withdrawalEnds(new Date('2026-03-01T23:59:59Z'), 14)).toEqual(new Date('2026-03-17T00:59:59Z'));
  expect(withdrawalEnds(new Date('2026-03-01T00:00:00Z'), 14)).toEqual(new Date('2026-03-16T01:00:00Z'));
});

test('CR23: the refund is the share of the price, in the member’s favour, and never more than is left of it', () => {
  expect(refundFor({ amount: 2199, returned: 0, credits: 15 }, 15)).toBe(2199);
  expect(refundFor({ amount: 2199, returned: 0, credits: 15 }, 12)).toBe(1760);
  expect(refundFor({ amount: 999, returned: 0, credits: 6 }, 1)).toBe(167);
  expect(refundFor({ amount: 2199, returned: 2000, credits: 15 }, 12)).toBe(199);
});

describe('CR54 CR20: credits taken back of a payment from which its member withdrew', () => {
  const PRICE = 2199;
  /** A payment of 15 credits, of which `k` were refunded before the member withdrew from `n`. */
  const cases = fc
    .record({ k: fc.integer({ min: 0, max: 14 }), n: fc.integer({ min: 1, max: 15 }) })
    .filter(({ k, n }) => k + n <= 15)
    .map(({ k, n }) => {
      const refundedBefore = Math.round((PRICE * k) / 15);
      const amount = refundFor({ amount: PRICE, returned: refundedBefore, credits: 15 }, n);
      return { k, n, withdrawn: { credits: n, amount, refundedBefore, failedBefore: 0 } };
    });
  const after = (refunded: number, charged_back = 0, reversed = 0) => ({
    ...{ paid: PRICE, refunded, charged_back, reversed },
  });

  test('they are the same before and after its refund, and those refunded later come to them', () => {
    fc.assert(
      fc.property(cases, ({ k, n, withdrawn }) => {
        const { amount, refundedBefore } = withdrawn;
        const done = refundedBefore + amount;
        expect(creditsTakenBack(15, after(refundedBefore), withdrawn)).toBe(k + n);
        expect(creditsTakenBack(15, after(done), withdrawn)).toBe(k + n);
        expect(creditsTakenBack(15, after(PRICE), withdrawn)).toBe(15);
        expect([refundDue(withdrawn, after(refundedBefore)), refundDue(withdrawn, after(done))]).toEqual([amount, 0]);
      }),
    );
  });

  test('a chargeback leaves nothing to refund, and winning it leaves what was withdrawn', () => {
    fc.assert(
      fc.property(cases, ({ k, n, withdrawn }) => {
        const { amount, refundedBefore } = withdrawn;
        const rest = PRICE - refundedBefore;
        expect(refundDue(withdrawn, after(refundedBefore, rest))).toBe(0);
        expect(creditsTakenBack(15, after(refundedBefore, rest), withdrawn)).toBe(15);
        expect(refundDue(withdrawn, after(refundedBefore, rest, rest))).toBe(amount);
        expect(creditsTakenBack(15, after(refundedBefore, rest, rest), withdrawn)).toBe(k + n);
        expect(isRefundFailed(withdrawn, after(refundedBefore + amount, rest, rest))).toBe(false);
      }),
    );
  });

  test('a failed refund gives the withdrawn credits back, in any order of the reports', () => {
    fc.assert(
      fc.property(cases, ({ k, withdrawn }) => {
        const { amount, refundedBefore } = withdrawn;
        const failed = after(refundedBefore + amount, 0, amount);
        expect([isRefundFailed(withdrawn, failed), creditsTakenBack(15, failed, withdrawn)]).toEqual([true, k]);
        expect(refundDue(withdrawn, failed)).toBe(0);
        expect(isRefundFailed(withdrawn, after(refundedBefore, 0, amount))).toBe(false);
      }),
    );
  });

  test('a refund that failed before another withdrawal does not void that one, its own does', () => {
    const again = { credits: 3, amount: 440, refundedBefore: 440, failedBefore: 440 };
    expect(isRefundFailed(again, after(880, 0, 440))).toBe(false);
    expect(creditsTakenBack(15, after(880, 0, 440), again)).toBe(3);
    expect(isRefundFailed(again, after(880, 0, 880))).toBe(true);
    expect(creditsTakenBack(15, after(880, 0, 880), again)).toBe(0);
  });

  test('a part of its refund that comes back gives the credits of that part back', () => {
    const whole = { credits: 15, amount: PRICE, refundedBefore: 0, failedBefore: 0 };
    const left = [0, 733, 1466, 2198].map((reversed) => creditsTakenBack(15, after(PRICE, 0, reversed), whole));
    expect(left).toEqual([15, 10, 5, 0]);
  });

  test('without a withdrawal they follow the money', () => {
    for (const { credits } of bundles)
      expect(creditsTakenBack(credits, { paid: 900, refunded: 300, charged_back: 0, reversed: 0 }, null)).toBe(
        Math.round(credits / 3),
      );
  });
});
