// Interface of payment providers. Each provider is one file.
import type { ReportKind } from '#domain/payments';

/** An order for a provider. `id` makes retries idempotent. */
export interface ProviderOrder {
  readonly tenant: number;
  readonly id: string;
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
  /** URL for webhooks. */
  readonly notify: string;
}

/** The provider's id of a payment, and the checkout URL. */
export interface Reference {
  readonly ref: string;
  readonly redirect: string;
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
  /** The raw body. */
  readonly body: string;
}

interface ReportHeaders {
  header(name: string): string | undefined;
}

export interface Provider {
  /** Name in the path of its webhook. */
  readonly name: string;
  /**
   * Creates a payment. The same order again returns the same reference. Throws ProviderUnavailable without an answer
   * within 5 s.
   */
  create(order: ProviderOrder): Promise<Reference>;
  /** The state of a payment; null for an unknown one. Throws ProviderUnavailable. */
  read(ref: string): Promise<Report | null>;
  /** The report of a webhook; null unless the provider signed it for this tenant within the last five minutes. */
  verify(headers: ReportHeaders, body: Uint8Array, tenant: number, now: Date): Report | null;
}

/** The provider is unreachable, slow, or returns invalid data. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderDown';
}

/** Used without a configured provider: refuses every order. */
export const noProvider: Provider = {
  name: 'none',
  create: () => Promise.reject(new ProviderUnavailable('No payment provider is set up.')),
  read: () => Promise.reject(new ProviderUnavailable('No payment provider is set up.')),
  verify: () => null,
};
