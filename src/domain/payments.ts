// A payment's status as a pure function of the set of its reports, independent of their order and number (B3).
import type { PaymentStatus } from '#contract/credits';
import { DAY_MS } from './durations.ts';

/** Kinds of provider reports. The last three report money that moved after the payment. */
export const reportKinds = [
  'created',
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'chargeback',
  'reversed',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/**
 * One report; `amount` is in minor units of the payment's currency. For `refunded`, `chargeback` and `reversed` it is
 * the cumulative total, so the largest one is valid in any order. For every other kind it is the price. `reversed` is
 * money returned to the seller, after a won dispute or a failed refund.
 */
export interface PaymentReport {
  readonly kind: ReportKind;
  readonly amount: number;
}

/** Amounts of a payment in minor units. Each one only increases. */
export interface Amounts {
  readonly paid: number;
  readonly refunded: number;
  readonly charged_back: number;
  readonly reversed: number;
}

/** Statuses of a payment that ended without money. */
export const ENDED_UNPAID = ['failed', 'cancelled', 'expired'] as const;
/** Statuses of an unpaid payment, highest priority first. */
const UNPAID_STATUSES = [...ENDED_UNPAID, 'pending'] as const;

/** Whether a kind reports a later movement of money, whose amount may be less than the price. */
export const isPartial = (kind: ReportKind): boolean =>
  kind === 'refunded' || kind === 'chargeback' || kind === 'reversed';

/**
 * The amounts after these reports, for a `price` in minor units. A refund implies that the payment was paid, even if
 * that report was lost.
 */
export function amountsAfter(reports: readonly PaymentReport[], price: number): Amounts {
  const total = (kind: ReportKind): number =>
    reports.reduce((max, report) => (report.kind === kind ? Math.max(max, report.amount) : max), 0);
  const [refunded, charged_back, reversed] = [total('refunded'), total('chargeback'), total('reversed')];
  const isPaid = reports.some(({ kind }) => kind === 'paid' || isPartial(kind));
  return { paid: isPaid ? price : 0, refunded, charged_back, reversed };
}

/** The amount returned to the payer and not reversed, in minor units. */
export const returned = ({ paid, refunded, charged_back, reversed }: Amounts): number =>
  Math.min(paid, Math.max(0, refunded + charged_back - reversed));

/** The status after these reports. `created` means that the payer has not done anything. */
export function statusAfter(reports: readonly PaymentReport[], price: number): PaymentStatus {
  const amounts = amountsAfter(reports, price);
  if (amounts.paid === 0) {
    const attempt = UNPAID_STATUSES.find((kind) => reports.some((report) => report.kind === kind));
    return attempt ?? 'created';
  }
  const returnedAmount = returned(amounts);
  if (returnedAmount === 0) return 'paid';
  if (returnedAmount < amounts.paid) return 'partly_refunded';
  return amounts.charged_back > amounts.reversed ? 'chargeback' : 'refunded';
}

/**
 * The credits of a part `amount` of the price `paid`: `credits × amount ÷ paid`, rounded half up to a whole credit. The
 * price of n credits, rounded either way to a minor unit, is n credits, as long as one credit costs more than two minor
 * units.
 */
export const creditsFor = (credits: number, amount: number, paid: number): number =>
  paid === 0 ? 0 : Math.floor((2 * credits * amount + paid) / (2 * paid));

/**
 * Credits to take back for the returned amount. When the share grows, the new credits are taken from the balance, at
 * most all of it: spent credits are not owed. When it shrinks, the excess is given back.
 */
export const creditsReturned = (credits: number, amounts: Amounts): number =>
  creditsFor(credits, returned(amounts), amounts.paid);

/**
 * The change of a member's balance when the returned share of a payment moves from `before` to `after`. `taken` is what
 * was taken back so far, `balance` the current balance. All in whole credits.
 */
export function balanceChange(before: number, after: number, taken: number, balance: number): number {
  if (after > before) return -Math.max(0, Math.min(after - before, balance));
  return Math.max(0, taken - after);
}

/** Statuses of a payment whose result is still pending. */
export const OPEN_STATUSES = ['created', 'pending'] as const satisfies readonly PaymentStatus[];
export const isOpen = (status: PaymentStatus): boolean => OPEN_STATUSES.some((each) => each === status);

/** Whether a payment was paid at some time, also when the money went back. */
export const wasPaid = (status: PaymentStatus | 'other'): boolean =>
  status !== 'other' && !isOpen(status) && !ENDED_UNPAID.some((each) => each === status);

const SECOND_MS = 1000;
const FIRST_CHECK_MS = 60 * SECOND_MS;
const MIN_CHECK_INTERVAL_MS = 20 * SECOND_MS;
const MAX_CHECK_INTERVAL_MS = 3600 * SECOND_MS;

/** When to check an open payment with the provider: after a minute, then with growing delays of at most an hour. */
export function nextCheck(createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const delay =
    age < FIRST_CHECK_MS
      ? FIRST_CHECK_MS - age
      : Math.min(MAX_CHECK_INTERVAL_MS, Math.max(MIN_CHECK_INTERVAL_MS, age / 4));
  return new Date(now.getTime() + delay);
}

/** When to check again after the provider was unreachable. */
export const retryCheck = (now: Date): Date => new Date(now.getTime() + MIN_CHECK_INTERVAL_MS);

/** Milliseconds after which an order is abandoned that never reached the provider. */
export const ABANDON_AFTER_MS = MAX_CHECK_INTERVAL_MS;

/** Days after a payment within which disputes about it end. */
export const DISPUTE_DAYS = 400;
/** Days after a payment on which the provider is asked whether money went back: most does soon. */
export const RECHECK_DAYS = [1, 3, 7, 14, 30, 60, 120, 240, DISPUTE_DAYS] as const;

/** When to ask the provider again about a paid payment; null when disputes about it have ended. */
export function nextRecheck(paidAt: Date, now: Date): Date | null {
  const days = RECHECK_DAYS.find((each) => paidAt.getTime() + each * DAY_MS > now.getTime());
  return days === undefined ? null : new Date(paidAt.getTime() + days * DAY_MS);
}
