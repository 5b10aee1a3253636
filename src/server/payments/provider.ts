// What any payment provider can do for us; each one is a file that makes a Provider.
import type { ReportKind } from '#domain/payments';

/** An order as a provider hears of it; `id` is ours and makes asking twice for the same one safe. */
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
  /** What the payer's bank statement says. */
  readonly descriptor: string;
  /** Where the payer comes back to. */
  readonly returnTo: string;
  /** Where reports go. */
  readonly notify: string;
}

/** The provider's own number for a payment, and where the payer goes. */
export interface Reference {
  readonly ref: string;
  readonly redirect: string;
}

/** One thing a provider says about a payment, by a webhook or when asked. */
export interface Report {
  readonly eventId: string;
  /** Our number; it may be anything, since others write it. */
  readonly payment: string;
  readonly ref: string;
  readonly kind: ReportKind | 'unknown';
  /** Minor units: the price, or for `refunded`, `chargeback` and `reversed` the total so far. */
  readonly amount: number;
  readonly currency: string;
  /** As it came. */
  readonly body: string;
}

interface ReportHeaders {
  header(name: string): string | undefined;
}

export interface Provider {
  /** The word in the address of its webhook. */
  readonly name: string;
  /** Begins a payment. The same order again gives the same reference. Throws ProviderUnavailable when there is no answer within 5 s. */
  create(order: ProviderOrder): Promise<Reference>;
  /** What it knows of a payment; null for one it does not know. Throws ProviderUnavailable. */
  read(ref: string): Promise<Report | null>;
  /** What a webhook says; null unless the provider itself signed it for this tenant within the last five minutes. */
  verify(headers: ReportHeaders, body: Uint8Array, tenant: number, now: Date): Report | null;
}

/** The provider cannot be reached, is slow or answers nonsense. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderDown';
}

/** Stands where no provider is set up: every order is refused. */
export const noProvider: Provider = {
  name: 'none',
  create: () => Promise.reject(new ProviderUnavailable('No payment provider is set up.')),
  read: () => Promise.reject(new ProviderUnavailable('No payment provider is set up.')),
  verify: () => null,
};
