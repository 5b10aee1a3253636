// A payment's status and amounts: only the set of reports counts, and credits follow the money.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Amounts,
  amountsAfter,
  retryCheck,
  balanceChange,
  creditsReturned,
  isOpen,
  isPartial,
  nextCheck,
  nextRecheck,
  RECHECK_DAYS,
  type PaymentReport,
  type ReportKind,
  reportKinds,
  returned,
  statusAfter,
} from '#domain/payments';
import { paymentStatuses } from '#contract/credits';

const PRICE = 2199;
const reports = (...kinds: ReportKind[]): PaymentReport[] => kinds.map((kind) => ({ kind, amount: PRICE }));
const status = (...kinds: ReportKind[]) => statusAfter(reports(...kinds), PRICE);
const refunded = (amount: number): PaymentReport => ({ kind: 'refunded', amount });
const anyReport = fc
  .record({ kind: fc.constantFrom(...reportKinds), part: fc.integer({ min: 1, max: PRICE }) })
  .map(({ kind, part }): PaymentReport => ({ kind, amount: isPartial(kind) ? part : PRICE }));

test('CR13 CR14: each report alone, and the strongest of several', () => {
  expect(status()).toBe('created');
  expect(status('created')).toBe('created');
  for (const kind of reportKinds.slice(1, -1)) expect(status(kind)).toBe(kind);
  expect(status('failed', 'paid')).toBe('paid');
  expect(status('paid', 'expired', 'cancelled')).toBe('paid');
  expect(status('refunded', 'paid')).toBe('refunded');
  expect(status('refunded', 'chargeback', 'paid')).toBe('chargeback');
  expect(status('paid', 'chargeback', 'reversed')).toBe('paid');
  expect(status('paid', 'refunded', 'chargeback', 'reversed')).toBe('refunded');
});

test('CR20: a partial refund leaves a payment partly refunded', () => {
  expect(statusAfter([...reports('paid'), refunded(1466)], PRICE)).toBe('partly_refunded');
  expect(statusAfter([refunded(1)], PRICE)).toBe('partly_refunded');
  expect(statusAfter([refunded(1466), refunded(PRICE)], PRICE)).toBe('refunded');
  const partly: PaymentReport[] = [...reports('paid'), { kind: 'chargeback', amount: 1000 }];
  expect(statusAfter(partly, PRICE)).toBe('partly_refunded');
});

test('B3: the order and number of reports do not matter, for any content', () => {
  fc.assert(
    fc.property(fc.array(anyReport, { maxLength: 8 }), fc.array(fc.nat()), (all, order) => {
      const mixed = [...all, ...all.slice(0, 3)].sort(
        (a, b) => (order[all.indexOf(a)] ?? 0) - (order[all.indexOf(b)] ?? 0),
      );
      expect(statusAfter(mixed, PRICE)).toBe(statusAfter(all, PRICE));
      expect(amountsAfter(mixed, PRICE)).toEqual(amountsAfter(all, PRICE));
    }),
  );
});

test('CR14: no later report turns a paid payment back into an attempt', () => {
  fc.assert(
    fc.property(fc.array(anyReport), (more) => {
      const after = statusAfter([...reports('paid'), ...more], PRICE);
      expect(['paid', 'partly_refunded', 'refunded', 'chargeback']).toContain(after);
    }),
  );
});

const back = (amount: number, paid = PRICE): Amounts => ({ paid, refunded: amount, charged_back: 0, reversed: 0 });

test('CR20: the credits a refund pays for, rounded to whole ones', () => {
  expect(creditsReturned(15, back(1466))).toBe(10);
  expect(creditsReturned(15, back(PRICE))).toBe(15);
  expect([0, 1, 73, 74].map((amount) => creditsReturned(15, back(amount)))).toEqual([0, 0, 0, 1]);
  expect(creditsReturned(15, back(0, 0))).toBe(0);
  expect(creditsReturned(15, { paid: PRICE, refunded: PRICE, charged_back: PRICE, reversed: PRICE })).toBe(15);
  expect(returned({ paid: PRICE, refunded: 0, charged_back: 0, reversed: PRICE })).toBe(0);
});

test('CR20: the price of n credits is n credits again, however it is rounded to a minor unit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 3, max: 500 }),
      fc.nat(),
      (credits, unit, some) => {
        const [paid, n] = [credits * unit + (some % unit), some % (credits + 1)];
        for (const round of [Math.floor, Math.ceil, Math.round])
          expect(creditsReturned(credits, back(round((paid * n) / credits), paid))).toBe(n);
      },
    ),
  );
});

test('CR23: never more is taken than is left, and taken credits return once', () => {
  expect([balanceChange(0, 35, 0, 10), balanceChange(0, 35, 0, 50), balanceChange(0, 35, 0, 0)]).toEqual([
    -10, -35, -0,
  ]);
  expect(balanceChange(10, 10, 10, 50)).toBe(0);
  expect(balanceChange(35, 0, 10, 0)).toBe(10);
  expect(balanceChange(35, 8, 10, 0)).toBe(2);
  expect(balanceChange(0, 0, 0, 5)).toBe(0);
});

test('B3 CR20: reports in any order take and give the same credits in the end', () => {
  const shuffled = fc.array(anyReport, { minLength: 1, maxLength: 6 }).chain((all) =>
    fc.record({
      all: fc.constant(all),
      mixed: fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
    }),
  );
  const balanceAfter = (all: readonly PaymentReport[], spent: number): number => {
    let [given, taken] = [0, 0];
    for (let at = 1; at <= all.length; at += 1) {
      const [before, after] = [all.slice(0, at - 1), all.slice(0, at)].map((some) => amountsAfter(some, PRICE));
      if (!before || !after || after.paid === 0) continue;
      if (given === 0) given = 15;
      const from = before.paid === 0 ? 0 : creditsReturned(15, before);
      taken -= balanceChange(from, creditsReturned(15, after), taken, given - spent - taken);
    }
    return given - taken;
  };
  fc.assert(
    fc.property(shuffled, fc.nat(15), ({ all, mixed }, spent) => {
      expect(balanceAfter(mixed, spent)).toBe(balanceAfter(all, spent));
    }),
  );
});

test('B6: an open payment is polled after a minute, then less and less often, at least once an hour', () => {
  const begun = new Date('2026-03-01T12:00:00Z');
  const after = (seconds: number): Date => new Date(begun.getTime() + seconds * 1000);
  const pause = (seconds: number): number =>
    (nextCheck(begun, after(seconds)).getTime() - after(seconds).getTime()) / 1000;
  expect([pause(0), pause(45), pause(60), pause(600), pause(86_400)]).toEqual([60, 15, 20, 150, 3600]);
  expect(retryCheck(begun)).toEqual(after(20));
  expect(paymentStatuses.filter(isOpen)).toEqual(['created', 'pending']);
});

test('DE60: a paid payment is asked about on growing days after it, also when a day was missed, until disputes have ended', () => {
  const paidAt = new Date('2027-01-01T12:00:00Z');
  const after = (days: number): Date => new Date(paidAt.getTime() + days * 86_400_000);
  const gaps = RECHECK_DAYS.map((days, at) => days - (RECHECK_DAYS[at - 1] ?? 0));
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  const inDays = (now: number) => {
    const next = nextRecheck(paidAt, after(now));
    return next && (next.getTime() - paidAt.getTime()) / 86_400_000;
  };
  expect([0, 0.9, 1, 5, 7, 100, 399.9].map(inDays)).toEqual([1, 1, 3, 7, 14, 120, 400]);
  expect([400, 4000].map(inDays)).toEqual([null, null]);
});
