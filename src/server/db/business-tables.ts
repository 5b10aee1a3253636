// The tables of what members write, pay and spend, as Kysely types.
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { EntryKind, PaymentStatus } from '#contract/credits';
import type { Defaulted } from './tables.ts';

/**
 * Two members writing with each other; `one` is the smaller id. `*_read` is up to which `seq` that side has read. Every message's time lies
 * between `created_at` and `last_at`, and `last_at` is the last one's: a query that says so reads only the partitions of those months.
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

/** A delivered message; `cost` is what its sender paid in credits. */
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

/** A message that waits for its sender's e-mail address to be confirmed. */
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
 * One transfer between a member's account and a book of the house: what the account gains (`credits`, signed), the book loses.
 * `balance` is the account's afterwards; `version` counts the account's entries from 1 without gaps. Rows are only ever added.
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
  /** What it was for: the member written to, or the payment. */
  about: string | null;
  at: Date;
}

/**
 * An order. `amount` in minor units of `currency`, VAT included; `vat` in per cent. `paid`, `refunded`, `charged_back` and `reversed` are what
 * was reported of each, in minor units too.
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
  /** When the provider is asked next, since no word has come; null once the payment is settled. */
  check_at: Date | null;
}

/**
 * Every report of a provider, once, for ever. A `parked` one could not be applied and waits for a person. `amount` is in minor units; null in
 * old rows, where it is the payment's.
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
