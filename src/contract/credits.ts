// Contract of credits and payments: packages, methods, orders, transactions and the ledger.
import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';
import { Country, Id, Moment, openEnum } from './values.ts';

/** Money in minor units (cents, øre, grosz) of an ISO 4217 currency, VAT included. */
export const Money = z.strictObject({ amount: z.int(), currency: z.string().check(z.regex(/^[A-Z]{3}$/)) });
export type Money = z.infer<typeof Money>;

/** A package of credits for sale. `unit` is the price of one credit, rounded up to a whole minor unit. */
export const Package = z.strictObject({
  id: z.string(),
  credits: z.int(),
  premium: z.boolean(),
  price: Money,
  unit: Money,
});
export type Package = z.infer<typeof Package>;

/** `vat` is the rate in per cent, contained in every price. `refund_days` is the withdrawal period in days. */
export const PackageList = z.strictObject({
  packages: z.array(Package),
  country: Country,
  vat: z.number(),
  refund_days: z.int(),
});
export type PackageList = z.infer<typeof PackageList>;

/** A payment method offered in the member's country. */
export const PaymentMethod = z.strictObject({ id: z.string() });

/** Status of a payment. Only `paid` gives credits. `partly_refunded`, `refunded` and `chargeback` were paid before. */
export const paymentStatuses = [
  'created',
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'partly_refunded',
  'refunded',
  'chargeback',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * One order. `credits` are whole credits, `vat` is in per cent. `returned` is the amount refunded or charged back, less
 * what was reversed.
 */
export const Payment = z.strictObject({
  payment_id: Id,
  credits: z.int(),
  package: z.string(),
  payment_method: z.string(),
  payment_country: Country,
  discount_code: z.nullable(z.string()),
  price: Money,
  returned: Money,
  vat: z.number(),
  status: openEnum(paymentStatuses),
  created: Moment,
});
export type Payment = z.infer<typeof Payment>;

/** Reason of a ledger entry. `reversal` returns the credits of a `refund` when the money came back. */
export const entryKinds = ['signup', 'purchase', 'message', 'refund', 'bonus', 'reversal'] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * One entry of a member's ledger. `id` counts the account's entries from 1. `credits` is the signed change, `balance`
 * the balance after it, both in whole credits. `about` is the recipient of a message.
 */
export const LedgerEntry = z.strictObject({
  id: z.int(),
  kind: openEnum(entryKinds),
  credits: z.int(),
  balance: z.int(),
  at: Moment,
  about: z.nullable(z.strictObject({ id: Id, name: z.string() })),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

const before = z.optional(z.coerce.number().check(z.int(), z.minimum(1)));

/**
 * Calls of credits. `order` creates a payment and answers the provider's checkout URL in `redirect`. The server sets
 * the price. Errors: `unknown_package`, `unknown_method`, and `provider_down` (503) when the provider cannot be
 * reached: the payment is then `failed`, and the client may retry with the same key. `ledger` is newest first, 50
 * entries a page; `next` is null on the last page.
 */
export const credits = {
  packages: endpoint({
    method: 'GET',
    path: '/api/packages.php',
    access: 'member',
    input: NoInput,
    output: PackageList,
  }),
  methods: endpoint({
    method: 'GET',
    path: '/api/paymentmethods.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ methods: z.array(PaymentMethod) }),
  }),
  order: endpoint({
    method: 'POST',
    path: '/api/payment.php',
    access: 'member',
    input: z.strictObject({ package: z.string().check(z.maxLength(40)), method: z.string().check(z.maxLength(40)) }),
    output: z.strictObject({ payment: Payment, redirect: z.url() }),
    errors: ['unknown_package', 'unknown_method', 'provider_down'],
    limit: 20,
  }),
  payment: endpoint({
    method: 'GET',
    path: '/api/payment.php',
    access: 'member',
    input: z.strictObject({ id: Id }),
    output: z.strictObject({ payment: Payment }),
  }),
  transactions: endpoint({
    method: 'GET',
    path: '/api/transactions.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ payments: z.array(Payment) }),
  }),
  ledger: endpoint({
    method: 'GET',
    path: '/api/ledger.php',
    access: 'member',
    input: z.strictObject({ before }),
    output: z.strictObject({ entries: z.array(LedgerEntry), next: z.nullable(z.int()) }),
  }),
};

/** Path of provider webhooks. Not an endpoint: the provider defines body and signature. */
export const webhookPath = '/api/webhook/:provider';
