// The orders, with what the provider reported of each.
import type { ColumnType } from 'kysely';
import type { PaymentStatus } from '#contract/credits';
import { booked, BOOKS, kept, plain } from '../personal.ts';
import { BOOKKEEPING } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

/**
 * An order. `amount` is in minor units of `currency`, VAT included; `vat` is in per cent. `paid`, `refunded`,
 * `charged_back` and `reversed` are reported totals in minor units.
 */
export interface PaymentTable {
  tenant: number;
  id: string;
  account: string;
  package: string;
  credits: number;
  amount: number;
  currency: string;
  vat: ColumnType<string, number, number>;
  method: string;
  country: string;
  discount_code: string | null;
  provider: string;
  provider_ref: string | null;
  redirect: string | null;
  status: PaymentStatus;
  paid: Defaulted<number>;
  refunded: Defaulted<number>;
  charged_back: Defaulted<number>;
  reversed: Defaulted<number>;
  created_at: Date;
  updated_at: Date;
  /** When to check the payment with the provider; null once it is settled. */
  check_at: Date | null;
  /** When to ask the provider about the paid payment again; null when it was never paid, or is asked about no more. */
  recheck_at: Defaulted<Date | null>;
  /** When the provider first confirmed the payment. */
  paid_at: Defaulted<Date | null>;
  /** The member's withdrawal: when, the unused credits taken back, and what is refunded for them in minor units. */
  withdrawn_at: Defaulted<Date | null>;
  withdrawn_credits: Defaulted<number | null>;
  withdrawn_amount: Defaulted<number | null>;
  /** What had been refunded, and what of that had failed, when the member withdrew. */
  withdrawn_after_refunded: Defaulted<number | null>;
  withdrawn_after_failed: Defaulted<number | null>;
  /** The refund that is asked for: its number, its amount, and what had been refunded before it. */
  refund_attempt: Defaulted<number>;
  refund_amount: Defaulted<number | null>;
  refund_after_refunded: Defaulted<number | null>;
  /** Whether the provider may keep the card for the next order. */
  keeps_card: Defaulted<boolean>;
  /** The stored card that is charged; null when the payer pays on the provider's page. */
  card_brand: Defaulted<string | null>;
  card_last_four: Defaulted<string | null>;
}

export const payment = table<PaymentTable>()({
  retention: BOOKKEEPING,
  owners: ['account'],
  columns: {
    ...plain('tenant', 'keeps_card', 'redirect', 'check_at', 'recheck_at', 'refund_attempt'),
    ...plain('refund_amount', 'refund_after_refunded', 'withdrawn_after_refunded', 'withdrawn_after_failed'),
    ...kept(BOOKS, true, 'id', 'package', 'credits', 'amount', 'currency', 'vat', 'method', 'country'),
    ...kept(BOOKS, true, 'discount_code', 'provider', 'provider_ref', 'status', 'paid', 'refunded', 'charged_back'),
    ...kept(BOOKS, true, 'reversed', 'created_at', 'updated_at', 'paid_at', 'card_brand', 'card_last_four'),
    ...kept(BOOKS, true, 'withdrawn_at', 'withdrawn_credits', 'withdrawn_amount'),
    ...booked('account'),
  },
});
