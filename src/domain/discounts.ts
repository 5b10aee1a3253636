// Rules of discount codes: what one takes off, when it is valid, and the welcome discount of new members (decisions A-welcome).
import { WELCOME } from './limits.ts';

/** The welcome discount as a visitor sees it, and as a new member does: one entitlement, used once. */
export const WELCOME_CODE = 'WELCOME25';
export const TIME_BONUS_CODE = 'TIMEBONUS25';

/** The highest percentage: one credit must cost more than two minor units (src/domain/payments.ts). */
export const MAX_PERCENTAGE = 90;

/** A code as it is stored and compared. */
export const normalCode = (typed: string): string => typed.trim().toUpperCase();

/**
 * The price after a discount, in whole minor units. The discount is rounded half up; percentages have at most two decimals, so
 * that all is counted in integers.
 */
export function discountedPrice(amount: number, percentage: number): number {
  const hundredths = Math.round(percentage * 100);
  return amount - Math.floor((amount * hundredths + 5000) / 10_000);
}

/** When the welcome discount of a member ends. */
export const welcomeEnds = (signup: Date): Date => new Date(signup.getTime() + WELCOME.seconds * 1000);

/** The conditions of a code; null means that there is none. `minimum_order_value` is in minor units of `currency`. */
export interface DiscountTerms {
  readonly country: string | null;
  readonly currency: string | null;
  readonly expires: Date | null;
  readonly minimum_order_value: number | null;
  readonly paymentmethods: readonly string[] | null;
}

/** An order as far as a code depends on it. `amount` is the price without the discount. */
export interface DiscountedOrder {
  readonly country: string;
  readonly currency: string;
  readonly amount: number;
  readonly method: string;
}

export type TermsFault = 'expired' | 'country' | 'minimum' | 'method';

/** A code is valid before the moment it expires. */
export const isExpired = ({ expires }: Pick<DiscountTerms, 'expires'>, now: Date): boolean =>
  expires !== null && now >= expires;

/** Why an order may not use a code; null when it may. A code of one currency belongs to the countries that have it. */
export function termsFault(terms: DiscountTerms, order: DiscountedOrder, now: Date): TermsFault | null {
  if (isExpired(terms, now)) return 'expired';
  if (terms.country !== null && terms.country !== order.country) return 'country';
  if (terms.currency !== null && terms.currency !== order.currency) return 'country';
  if (terms.minimum_order_value !== null && order.amount < terms.minimum_order_value) return 'minimum';
  if (terms.paymentmethods !== null && !terms.paymentmethods.includes(order.method)) return 'method';
  return null;
}

/** A countdown as hours:minutes:seconds, two digits each (requirement CR39). */
export function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
