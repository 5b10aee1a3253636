// Where a payment stands: a function of the set of reports about it, so that their order and number cannot matter (B3).
import type { PaymentStatus } from '#contract/credits';

/** What a provider can report. The last three say that money moved after it was paid. */
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
 * One report, in minor units of the payment's currency. For `refunded`, `chargeback` and `reversed` the amount is the total so far, so that
 * the largest one is the truth in any order; for every other kind it is the price. `reversed` is money that came back to the seller: a
 * dispute that was won, a refund that failed.
 */
export interface PaymentReport {
  readonly kind: ReportKind;
  readonly amount: number;
}

/** The money of a payment in minor units; each one only grows. */
export interface Amounts {
  readonly paid: number;
  readonly refunded: number;
  readonly charged_back: number;
  readonly reversed: number;
}

/** Strongest first: money that came beats every attempt that came to nothing. */
const UNPAID_STATUSES = ['failed', 'cancelled', 'expired', 'pending'] as const;

/** Whether a report says that money moved after the payment, which may then be less than the price. */
export const isPartial = (kind: ReportKind): boolean =>
  kind === 'refunded' || kind === 'chargeback' || kind === 'reversed';

/** The amounts after these reports. Money that went back was paid before, also when the report of that was lost. */
export function amountsAfter(reports: readonly PaymentReport[], price: number): Amounts {
  const total = (kind: ReportKind): number =>
    reports.reduce((max, report) => (report.kind === kind ? Math.max(max, report.amount) : max), 0);
  const [refunded, charged_back, reversed] = [total('refunded'), total('chargeback'), total('reversed')];
  const isPaid = reports.some(({ kind }) => kind === 'paid' || isPartial(kind));
  return { paid: isPaid ? price : 0, refunded, charged_back, reversed };
}

/** How much of what was paid has gone back and stayed there, in minor units. */
export const returned = ({ paid, refunded, charged_back, reversed }: Amounts): number =>
  Math.min(paid, Math.max(0, refunded + charged_back - reversed));

/** The status after these reports. A payment that the provider has begun is `pending`; `created` is what it has not heard of. */
export function statusAfter(reports: readonly PaymentReport[], price: number): PaymentStatus {
  const amounts = amountsAfter(reports, price);
  if (amounts.paid === 0) {
    const attempt = UNPAID_STATUSES.find((kind) => reports.some((report) => report.kind === kind));
    return attempt ?? (reports.length > 0 ? 'pending' : 'created');
  }
  const returnedAmount = returned(amounts);
  if (returnedAmount === 0) return 'paid';
  if (returnedAmount < amounts.paid) return 'partly_refunded';
  return amounts.charged_back > amounts.reversed ? 'chargeback' : 'refunded';
}

/**
 * How many of a payment's `credits` (whole) the returned money pays for: `credits × returned ÷ paid`, rounded to the nearest whole credit,
 * a half up. So a refund of the price of n credits, rounded to a minor unit either way, is n credits again, as long as a credit costs more
 * than two minor units; and the whole price is all of them. Unspent credits are those the member has when the report comes, wherever they are from:
 * they are not marked, bonus credits are spent last, and what is already spent is not owed. So each time the returned share grows, the credits of
 * the growth are taken, but never more than the balance; when it shrinks, what was taken beyond the new share is given back.
 */
export function creditsReturned(credits: number, amounts: Amounts): number {
  if (amounts.paid === 0) return 0;
  return Math.floor((2 * credits * returned(amounts) + amounts.paid) / (2 * amounts.paid));
}

/**
 * The change of a member's balance, in whole credits, when the returned share of a payment moves from `before` to `after` credits: `taken` is
 * how many of it were taken so far, `balance` what the member has.
 */
export function balanceChange(before: number, after: number, taken: number, balance: number): number {
  if (after > before) return -Math.max(0, Math.min(after - before, balance));
  return Math.max(0, taken - after);
}

/** Whether word of the provider is still awaited. */
export const isOpen = (status: PaymentStatus): boolean => status === 'created' || status === 'pending';

const SECOND_MS = 1000;
const FIRST_CHECK_MS = 60 * SECOND_MS;
const MIN_CHECK_INTERVAL_MS = 20 * SECOND_MS;
const MAX_CHECK_INTERVAL_MS = 3600 * SECOND_MS;

/** When the provider is asked about a payment without word: after a minute, then ever more seldom, at least once an hour. */
export function nextCheck(createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const delay =
    age < FIRST_CHECK_MS
      ? FIRST_CHECK_MS - age
      : Math.min(MAX_CHECK_INTERVAL_MS, Math.max(MIN_CHECK_INTERVAL_MS, age / 4));
  return new Date(now.getTime() + delay);
}

/** When it is asked again after it could not be reached. */
export const retryCheck = (now: Date): Date => new Date(now.getTime() + MIN_CHECK_INTERVAL_MS);

/** An order the provider never heard of is given up after this many milliseconds. */
export const ABANDON_AFTER_MS = MAX_CHECK_INTERVAL_MS;
