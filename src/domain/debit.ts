// Rules of SEPA direct debit: limits, what may be typed, and when it is blocked (requirements CR48–CR51).
import { DEBIT_METHOD, eeaAndSwitzerland, orderableMethod } from './payment-methods.ts';

/**
 * `codesPerDay`: text messages per member and per number; `codesPerDayOfSite`: of a brand in all. A code is valid for `codeMinutes` and `tries` tries.
 * `ordersPerDay` and `amountPer30Days` (minor units of the euro) limit what a bank can still return. `returnsUntilBlocked`: debits
 * returned within `returnDays` after which there are no more. A mandate is kept for `keepDays` after the order: banks may ask for it
 * for 13 months.
 */
export const DEBIT = {
  codesPerDay: 5,
  codesPerDayOfSite: 1000,
  codeDigits: 6,
  codeMinutes: 10,
  tries: 5,
  ordersPerDay: 2,
  amountPer30Days: 50_000,
  returnsUntilBlocked: 2,
  returnDays: 365,
  keepDays: 420,
} as const;

/** Whether an account holder may live in the country; where the bank account may be, `readIban` says. */
export const isHolderCountry = (country: string): boolean => eeaAndSwitzerland.includes(country);

/** Whether codes are sent to numbers of the country: where a brand that sells in `countries` offers direct debit. */
export const isPhoneCountry = (country: string | null, countries: readonly string[]): boolean =>
  country !== null && countries.includes(country) && orderableMethod(DEBIT_METHOD, country) !== null;

/** What a code message contains of what was typed: digits, without spaces and hyphens. */
export const readCode = (typed: string): string => typed.replace(/[\s-]/g, '');
export const isCode = (code: string): boolean => /^\d{6}$/.test(code);

/** A number as shown to its owner: all but the end is hidden. */
export const maskedPhone = (phone: string): string => `${phone.slice(0, 3)} ••• ${phone.slice(-2)}`;

export type DebitProblem = 'debit_unconfirmed' | 'debit_blocked' | 'debit_limit';

/** What earlier direct debits of a member, or from their bank account, say; amounts are in minor units of the euro. */
export interface DebitHistory {
  /** Debits that the bank returned, or refused before it had paid, within `returnDays`. */
  readonly returns: number;
  /** Debits of the last 24 hours. */
  readonly orders: number;
  /** The total of the debits of the last 30 days. */
  readonly total: number;
}

/** Why there is no further direct debit over `amount`; null when there may be one. */
export function debitProblem({ returns, orders, total }: DebitHistory, amount: number): DebitProblem | null {
  if (returns >= DEBIT.returnsUntilBlocked) return 'debit_blocked';
  return orders >= DEBIT.ordersPerDay || total + amount > DEBIT.amountPer30Days ? 'debit_limit' : null;
}
