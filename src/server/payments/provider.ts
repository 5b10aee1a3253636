// Interface of payment providers. Each provider is one file.
import type { ReportKind } from '#domain/payments';

/** An order for a provider. `id` makes retries idempotent. */
export interface ProviderOrder {
  readonly tenant: number;
  readonly id: string;
  /** When it was placed; it may be sent again long after. */
  readonly orderedAt: Date;
  /** When it was last begun to be sent: a retry after a failure has another time. */
  readonly sentAt: Date;
  /** Minor units of `currency`. */
  readonly amount: number;
  readonly currency: string;
  readonly method: string;
  /** Whether the payer chooses a bank first. */
  readonly hasBankStep: boolean;
  readonly language: string;
  /** Text on the payer's bank statement. */
  readonly descriptor: string;
  /** URL the payer returns to. */
  readonly returnTo: string;
  /** Whether the payer lets the provider keep the card. */
  readonly keepsCard: boolean;
  /** A card it has kept, which is charged at once; null when the payer pays on its page. */
  readonly card: string | null;
  /** The bank account that is debited at once under a signed mandate; null for every other method. */
  readonly debit: ProviderDebit | null;
  /** URL for webhooks. */
  readonly notify: string;
}

/** An order by our own id. */
export type SentOrder = Pick<ProviderOrder, 'tenant' | 'id' | 'orderedAt' | 'sentAt'>;

/** A signed SEPA mandate. */
export interface ProviderDebit {
  readonly mandate: string;
  readonly holder: string;
  readonly iban: string;
  /** As ISO 8601. */
  readonly signedAt: string;
}

/** The provider's id of a payment, and where the payer goes: to its page, or after a kept card was charged straight back. */
export interface Reference {
  readonly ref: string;
  readonly redirect: string;
}

/** A card the provider has kept: its token, and what its owner knows it by. */
export interface KeptCard {
  readonly token: string;
  readonly brand: string;
  readonly last_four: string;
}

/** One report about a payment, from a webhook or a query. */
export interface Report {
  readonly eventId: string;
  /** Our id of the payment. Untrusted: it may have any value. */
  readonly payment: string;
  readonly ref: string;
  readonly kind: ReportKind | 'unknown';
  /** Minor units: the price, or for `refunded`, `chargeback` and `reversed` the cumulative total. */
  readonly amount: number;
  readonly currency: string;
  /** The card that the provider has kept, with a paid payment. */
  readonly card?: KeptCard | undefined;
  /** The raw body. */
  readonly body: string;
}

interface ReportRequest {
  header(name: string): string | undefined;
  /** A value of the address's query. */
  query(name: string): string | undefined;
  /** Whether one of the tenant's payments has this reference. */
  knows(ref: string): Promise<boolean>;
}

export interface Provider {
  /** Name in the path of its webhook. */
  readonly name: string;
  /** The status with which its webhooks are acknowledged. */
  readonly acknowledged: 200 | 204;
  /** Whether it takes a method in a currency. Never waits for the network. */
  takes(method: string, currency: string): boolean;
  /**
   * Creates a payment. The same order again returns the same reference. Throws ProviderUnavailable without an answer
   * within 5 s.
   */
  create(order: ProviderOrder): Promise<Reference>;
  /** All that is known about a payment, as reports; none for an unknown one. Throws ProviderUnavailable. */
  read(ref: string): Promise<readonly Report[]>;
  /**
   * The same of an order that charges at once, whose creation may have had no answer. A provider that has to look through many
   * payments may take `limitMs`. Throws ProviderUnavailable.
   */
  find(order: SentOrder, limitMs: number): Promise<readonly Report[]>;
  /** Ends an unpaid payment; `read` tells when it has ended otherwise. Throws ProviderUnavailable. */
  cancel(ref: string): Promise<void>;
  /**
   * Refunds a part of a paid payment; the same key again refunds nothing more. Throws RefundRefused when nothing was
   * refunded, and ProviderUnavailable when that is unknown.
   */
  refund(order: RefundOrder): Promise<void>;
  /** Forgets a kept card, which can be charged no more; also one that it does not know. Throws ProviderUnavailable. */
  forget(token: string): Promise<void>;
  /**
   * What a webhook is about, as reports; null for a forged one. A provider that signs must have signed it for this tenant
   * within the last five minutes; of one that does not sign, nothing in the webhook is believed, and its address proves that it was told
   * where to report, or it is about a known payment. Throws MalformedReport and ProviderUnavailable.
   */
  receive(request: ReportRequest, body: Uint8Array, tenant: number, now: Date): Promise<readonly Report[] | null>;
}

/** A refund. `key` makes retries idempotent; `amount` is in minor units of the payment's currency. */
export interface RefundOrder {
  readonly ref: string;
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
}

/** The provider is unreachable, slow, or returns invalid data. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderDown';
}

/** The provider refunded nothing, such as after a chargeback. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
}

/** A webhook cannot be read. */
export class MalformedReport extends Error {
  override readonly name = 'MalformedReport';
}

/** Used without a configured provider: refuses every order. */
export const noProvider: Provider = {
  name: 'none',
  acknowledged: 204,
  takes: () => false,
  create: () => Promise.reject(new ProviderUnavailable('No payment provider is set up.')),
  read: () => Promise.reject(new ProviderUnavailable('No payment provider is set up.')),
  find: () => Promise.reject(new ProviderUnavailable('No payment provider is set up.')),
  refund: () => Promise.reject(new ProviderUnavailable('No payment provider is set up.')),
  forget: () => Promise.reject(new ProviderUnavailable('No payment provider is set up.')),
  cancel: () => Promise.reject(new ProviderUnavailable('No payment provider is set up.')),
  receive: () => Promise.resolve(null),
};
