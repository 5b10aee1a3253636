// The rules of a payment's status: only the set of reports counts, money that came is never lost, money that went back wins.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentStatuses } from '#contract/credits';
import { askAgain, isOpen, nextAsk, type ReportKind, statusAfter, takenBack } from '#domain/payments';

const status = (...kinds: ReportKind[]) => statusAfter(new Set(kinds));

test('CR13 CR14: each report alone, and the strongest of several', () => {
  expect(status()).toBe('created');
  expect(status('created')).toBe('pending');
  for (const kind of paymentStatuses.slice(1)) expect(status(kind)).toBe(kind);
  expect(status('failed', 'paid')).toBe('paid');
  expect(status('paid', 'expired', 'cancelled')).toBe('paid');
  expect(status('refunded', 'paid')).toBe('refunded');
  expect(status('refunded', 'chargeback', 'paid')).toBe('chargeback');
});

test('B3: all 720 orders of six reports end alike', () => {
  const orders = permutations(['created', 'pending', 'paid', 'failed', 'refunded', 'chargeback'] as const);
  expect(orders).toHaveLength(720);
  for (const order of orders) {
    const seen = new Set<ReportKind>();
    for (const kind of order) statusAfter(seen.add(kind));
    expect(statusAfter(seen)).toBe('chargeback');
  }
});

test('CR14: no further report turns a paid payment back into an attempt', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...paymentStatuses)), (kinds) => {
      expect(['paid', 'refunded', 'chargeback']).toContain(statusAfter(new Set(['paid', ...kinds])));
    }),
  );
});

test('CR23: never more is taken back than is left', () => {
  expect([takenBack(35, 10), takenBack(35, 50), takenBack(35, 0)]).toEqual([10, 35, 0]);
});

test('B6: an open payment is asked about after a minute, then later and later, at least once an hour', () => {
  const begun = new Date('2026-03-01T12:00:00Z');
  const after = (seconds: number): Date => new Date(begun.getTime() + seconds * 1000);
  const pause = (seconds: number): number =>
    (nextAsk(begun, after(seconds)).getTime() - after(seconds).getTime()) / 1000;
  expect([pause(0), pause(45), pause(60), pause(600), pause(86_400)]).toEqual([60, 15, 20, 150, 3600]);
  expect(askAgain(begun)).toEqual(after(20));
  expect(paymentStatuses.filter(isOpen)).toEqual(['created', 'pending']);
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
