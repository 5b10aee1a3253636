// Kysely types of the tables for messages, credits and payments.
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { GiftId } from '#contract/chats';
import type { EntryKind, PaymentStatus } from '#contract/credits';
import type { Defaulted } from './tables.ts';

/**
 * A conversation of two members; `one` is the smaller id. `*_read` is the last `seq` that side has read. All messages
 * lie between `created_at` and `last_at`, the time of the last one, so a query with both reads only the partitions of
 * those months. `*_deleted_to` is the last `seq` when that side deleted the conversation; null: never.
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
  one_deleted_to: Defaulted<number | null>;
  two_deleted_to: Defaulted<number | null>;
}

/**
 * A delivered message; `cost` is its price in whole credits. `deleted`: for `both` members, and its text is gone; or
 * hidden from its `sender` alone.
 */
export interface MessageTable {
  tenant: number;
  conversation: string;
  seq: number;
  sender: string;
  client_id: string;
  text: string;
  at: Date;
  cost: number;
  deleted: Defaulted<'both' | 'sender' | null>;
  /** What was given; such a message has no text. */
  gift: Defaulted<GiftId | null>;
  /** The token of a picture; such a message has no text. */
  picture: Defaulted<string | null>;
}

/** A picture in a chat: `token` is in its address, `file` the name of its files, which are deleted after the row. */
export interface ChatPictureTable {
  tenant: number;
  token: string;
  file: string;
  conversation: string;
  sender: string;
  at: Date;
  /** What it looks like; null for those of before. */
  hash: string | null;
}

/** A message that waits until its sender confirms the e-mail address. */
export interface HeldMessageTable {
  tenant: number;
  id: GeneratedAlways<number>;
  conversation: string;
  sender: string;
  client_id: string;
  text: string;
  gift: Defaulted<GiftId | null>;
  picture: Defaulted<string | null>;
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

/** The card of a member at the provider, which knows its number; `token` stands for it there. */
export interface StoredCardTable {
  tenant: number;
  account: string;
  provider: string;
  token: string;
  /** The payment method that it was first used with. */
  method: string;
  brand: string;
  last_four: string;
  saved_at: Date;
}

/** A card that the provider is to forget; the row goes when it has. */
export interface ForgottenCardTable {
  tenant: number;
  provider: string;
  token: string;
  at: Date;
}

/**
 * A SEPA mandate, signed by a code. `iban` is encrypted (src/server/payments/seal.ts), `iban_hash` its keyed hash, by which returned
 * debits of a bank account are found. Without its `account` the member is erased, and the mandate is kept as the scheme asks.
 */
export interface DebitMandateTable {
  tenant: number;
  reference: string;
  account: string | null;
  holder: string;
  iban: Uint8Array;
  iban_hash: Uint8Array;
  last_four: string;
  street: string;
  postcode: string;
  city: string;
  country: string;
  phone: string;
  /** The language of the text that was agreed to. */
  language: string;
  /** Of the latest code; null before it is sent, and once it is used. */
  code_hash: Defaulted<Uint8Array | null>;
  code_until: Defaulted<Date | null>;
  tries: Defaulted<number>;
  begun_at: Date;
  signed_at: Defaulted<Date | null>;
  payment: Defaulted<string | null>;
  kept_until: Date;
}

/**
 * A member's own limits in minor units of `currency`, null for none, of 24 hours and of 30 days; each becomes its `next` at `next_at`
 * (src/domain/spending.ts).
 */
export interface SpendLimitTable {
  tenant: number;
  account: string;
  currency: string;
  daily: number | null;
  daily_next: number | null;
  daily_next_at: Date | null;
  monthly: number | null;
  monthly_next: number | null;
  monthly_next_at: Date | null;
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

export interface BusinessTables {
  conversation: ConversationTable;
  message: MessageTable;
  held_message: HeldMessageTable;
  chat_picture: ChatPictureTable;
  ledger: LedgerTable;
  payment: PaymentTable;
  debit_mandate: DebitMandateTable;
  spend_limit: SpendLimitTable;
  webhook_event: WebhookEventTable;
  stored_card: StoredCardTable;
  forgotten_card: ForgottenCardTable;
}
