// Kysely types of the tables for messages, credits and payments.
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { EntryKind, PaymentStatus } from '#contract/credits';
import type { Defaulted } from './tables.ts';

/**
 * A conversation of two members; `one` is the smaller id. `*_read` is the last `seq` that side has read. All messages
 * lie between `created_at` and `last_at`, the time of the last one, so a query with both reads only the partitions of
 * those months.
 */
export interface ConversationTable {
  tenant: number;
  id: string;
  one: string;
  two: string;
  starter: string;
  created_at: Date;
  last_seq: Defaulted<number>;
  last_at: Date;
  one_unread: Defaulted<number>;
  two_unread: Defaulted<number>;
  one_read: Defaulted<number>;
  two_read: Defaulted<number>;
}

/** A delivered message; `cost` is its price in whole credits. */
export interface MessageTable {
  tenant: number;
  conversation: string;
  seq: number;
  sender: string;
  client_id: string;
  text: string;
  at: Date;
  cost: number;
}

/** A message that waits until its sender confirms the e-mail address. */
export interface HeldMessageTable {
  tenant: number;
  id: GeneratedAlways<number>;
  conversation: string;
  sender: string;
  client_id: string;
  text: string;
  at: Date;
}

/**
 * One transfer between an account and a book. The account gains `credits` (signed), the book loses them. `balance` is
 * the account's new balance; `version` counts its entries from 1 without gaps. Append-only.
 */
export interface LedgerTable {
  tenant: number;
  id: GeneratedAlways<number>;
  account: string;
  version: number;
  book: 'bonus' | 'sales' | 'spending';
  kind: EntryKind;
  credits: number;
  balance: number;
  /** Reference of the entry: the recipient of the message, or the payment. */
  about: string | null;
  at: Date;
}

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
}

/**
 * Every provider report, once, never deleted. A `parked` one could not be applied and needs manual work. `amount` is in
 * minor units; null in old rows means the payment's amount.
 */
export interface WebhookEventTable {
  tenant: number;
  provider: string;
  event_id: string;
  payment: string | null;
  kind: string;
  amount: number | null;
  body: string;
  received_at: Date;
  outcome: 'applied' | 'ignored' | 'parked';
}
