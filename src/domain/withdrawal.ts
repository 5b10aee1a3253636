// The right to withdraw from a purchase of credits: until when, which credits are unused, and what they cost (decisions B11).
import type { EntryKind } from '#contract/credits';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { type Amounts, creditsFor, creditsReturned, returned } from './payments.ts';

/** A ledger entry as far as it decides which credits are used: `credits` is the signed change in whole credits. */
export interface Movement {
  readonly kind: EntryKind;
  readonly credits: number;
  /** The payment of a `purchase`, `refund` or `reversal`. */
  readonly about: string | null;
}

/**
 * The unused credits of each purchase, by payment, in whole credits. `movements` is the whole ledger of an account,
 * oldest first. Bought credits are used first, the oldest purchase before later ones, and bonus credits last; credits
 * spent before a purchase never count against it. The values and the unused bonus add up to the balance.
 */
export function unusedCredits(movements: Iterable<Movement>): ReadonlyMap<string, number> {
  const lots = new Map<string, number>();
  /** What was spent, latest last; `lot` is null for bonus credits. */
  const spent: { readonly lot: string | null; credits: number }[] = [];
  const add = (lot: string, credits: number): void => void lots.set(lot, (lots.get(lot) ?? 0) + credits);
  /** Takes from one lot what it has; returns the rest. */
  const takeFrom = (lot: string, credits: number): number => {
    const taken = Math.min(lots.get(lot) ?? 0, credits);
    add(lot, -taken);
    return credits - taken;
  };
  /** What comes back goes where the latest spending took it from. */
  const giveBack = (credits: number): void => {
    for (let rest = credits; rest > 0;) {
      const latest = spent.at(-1);
      if (!latest) return;
      const part = Math.min(latest.credits, rest);
      if (latest.lot !== null) add(latest.lot, part);
      latest.credits -= part;
      if (latest.credits === 0) spent.pop();
      rest -= part;
    }
  };
  for (const { kind, credits, about } of movements) {
    if (kind === 'returned') {
      giveBack(credits);
      continue;
    }
    const own = kind === 'purchase' || kind === 'refund' || kind === 'reversal' ? about : null;
    if (credits > 0) {
      if (own !== null) add(own, credits);
      continue;
    }
    // Lots are in the order of their purchases; what none of them has is bonus credits.
    let rest = -credits;
    if (own !== null) rest = takeFrom(own, rest);
    const isSpent = own === null;
    for (const lot of lots.keys()) {
      const left = takeFrom(lot, rest);
      if (isSpent && left < rest) spent.push({ lot, credits: rest - left });
      rest = left;
    }
    if (isSpent && rest > 0) spent.push({ lot: null, credits: rest });
  }
  return lots;
}

/**
 * When the period ends: `days` whole days after the day of the purchase, wherever that day was. It had ended everywhere a day later, and
 * one of the days that follow may have 25 hours.
 */
export const withdrawalEnds = (paidAt: Date, days: number): Date =>
  new Date(paidAt.getTime() + (days + 1) * DAY_MS + HOUR_MS);

/** The price of a purchase and what of it went back already, in minor units, and its whole credits. */
export interface Purchase {
  readonly amount: number;
  readonly returned: number;
  readonly credits: number;
}

/**
 * What goes back for `unused` credits, in minor units: their share of the price, rounded in the member's favour, and
 * never more than what is left of the price.
 */
export const refundFor = ({ amount, returned, credits }: Purchase, unused: number): number =>
  Math.min(amount - returned, Math.ceil((amount * unused) / credits));

/**
 * A withdrawal that was made: its whole credits, what to refund for them, and what of the payment had been refunded and
 * what of its refunds had failed before, in minor units.
 */
export interface Withdrawn {
  readonly credits: number;
  readonly amount: number;
  readonly refundedBefore: number;
  readonly failedBefore: number;
}

/** Refunds that failed, in minor units: money that was returned to the seller and was no chargeback. */
export const failedRefunds = ({ charged_back, reversed }: Amounts): number => Math.max(0, reversed - charged_back);

/** Whether the withdrawal's refund was made and failed. The withdrawal is void then, and another one is possible. */
export const isRefundFailed = ({ amount, refundedBefore, failedBefore }: Withdrawn, amounts: Amounts): boolean =>
  amount > 0 && amounts.refunded - refundedBefore >= amount && failedRefunds(amounts) - failedBefore >= amount;

/** What of the withdrawal's refund is not reported yet, in minor units. */
const unreported = (withdrawn: Withdrawn, amounts: Amounts): number =>
  isRefundFailed(withdrawn, amounts)
    ? 0
    : Math.max(0, withdrawn.amount - Math.max(0, amounts.refunded - withdrawn.refundedBefore));

/** What to refund now for a withdrawal, in minor units: never more than what the payer has not got back yet. */
export const refundDue = (withdrawn: Withdrawn, amounts: Amounts): number =>
  Math.min(unreported(withdrawn, amounts), amounts.paid - returned(amounts));

/**
 * The credits to have taken back of a payment: those of its withdrawal, and those of all other money that was returned.
 * The withdrawal's credits are taken before its refund is reported, so that the report takes nothing more.
 */
export function creditsTakenBack(credits: number, amounts: Amounts, withdrawn: Withdrawn | null): number {
  if (!withdrawn || isRefundFailed(withdrawn, amounts)) return creditsReturned(credits, amounts);
  const back = Math.min(amounts.paid, returned(amounts) + unreported(withdrawn, amounts));
  const other = creditsFor(credits, Math.max(0, back - withdrawn.amount), amounts.paid);
  // A won dispute can return a part of what the withdrawal refunded.
  const own =
    back < withdrawn.amount ? Math.min(withdrawn.credits, creditsFor(credits, back, amounts.paid)) : withdrawn.credits;
  return Math.min(credits, own + other);
}
