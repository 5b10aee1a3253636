// Where a payment stands: a function of the set of reports about it, so that their order and number cannot matter (B3).
import type { PaymentStatus } from '#contract/credits';

/** What a provider can report: that a payment stands so. */
export type ReportKind = PaymentStatus;

/** Strongest first: money that came back beats money that came, which beats every attempt that came to nothing. */
const STRENGTH = ['chargeback', 'refunded', 'paid', 'failed', 'cancelled', 'expired', 'pending'] as const;

/** The status after these reports, whatever their order. One that the provider has begun is `pending`; `created` is what it has not heard of. */
export const statusAfter = (reports: ReadonlySet<ReportKind>): PaymentStatus =>
  STRENGTH.find((kind) => reports.has(kind)) ?? (reports.size > 0 ? 'pending' : 'created');

/** Whether the money came at some time, so that credits were due. */
export const wasPaid = (reports: ReadonlySet<ReportKind>): boolean => reports.has('paid');
/** Whether the money went back, so that what is left of the credits does too. */
export const wentBack = (reports: ReadonlySet<ReportKind>): boolean =>
  reports.has('refunded') || reports.has('chargeback');

/** Whether word of the provider is still awaited. */
export const isOpen = (status: PaymentStatus): boolean => status === 'created' || status === 'pending';

/** How many of a returned payment's credits can be taken back: never more than the member still has. */
export const takenBack = (credits: number, balance: number): number => Math.max(0, Math.min(credits, balance));

const SECOND = 1000;
const FIRST_ASK = 60 * SECOND;
const SOONEST = 20 * SECOND;
const LATEST = 3600 * SECOND;

/** When the provider is asked about a payment without word: after a minute, then ever more seldom, at least once an hour. */
export function nextAsk(createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const pause = age < FIRST_ASK ? FIRST_ASK - age : Math.min(LATEST, Math.max(SOONEST, age / 4));
  return new Date(now.getTime() + pause);
}

/** When it is asked again after it could not be reached. */
export const askAgain = (now: Date): Date => new Date(now.getTime() + SOONEST);

/** An order the provider never heard of is given up after this many milliseconds. */
export const GIVEN_UP_MS = LATEST;
