// Contract of credits and payments: packages, methods, orders, transactions and the ledger.
import * as z from 'zod/mini';
import { codeErrors, TypedCode } from './discounts.ts';
import { endpoint, NoInput } from './endpoint.ts';
import { Country, Id, Moment, numberInQuery, openEnum, wholeNumber } from './values.ts';

/** Money in minor units (cents, øre, grosz) of an ISO 4217 currency, VAT included. */
export const Money = z.strictObject({ amount: z.int(), currency: z.string().check(z.regex(/^[A-Z]{3}$/)) });
export type Money = z.infer<typeof Money>;

/**
 * A package of credits for sale. `unit` is the price of one credit, rounded up to a whole minor unit. `lowest` is the lowest price of the
 * last 30 days, where that was below the price of today.
 */
export const Package = z.strictObject({
  id: z.string(),
  credits: z.int(),
  premium: z.boolean(),
  price: Money,
  unit: Money,
  lowest: z.optional(Money),
});
export type Package = z.infer<typeof Package>;

/** `tryout` is the tryout package while the member has not had it. `vat` is the rate in per cent, contained in every price. `refund_days` is the withdrawal period in days. */
export const PackageList = z.strictObject({
  packages: z.array(Package),
  tryout: z.nullable(Package),
  country: Country,
  vat: z.number(),
  refund_days: z.int(),
});
export type PackageList = z.infer<typeof PackageList>;

/** A payment method offered in the member's country. */
export const PaymentMethod = z.strictObject({ id: z.string() });

/** A card that the provider has kept, as its owner knows it; the number stays with the provider (decisions B27). */
export const Card = z.strictObject({ brand: z.string(), last_four: z.string().check(z.regex(/^[0-9]{4}$/)) });
export type Card = z.infer<typeof Card>;

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
  /** Whether there are corrections of its invoice, also when all that went back came back to the seller. */
  corrected: z._default(z.boolean(), false),
  vat: z.number(),
  /** The kept card that was charged; null when the payer paid on the provider's page. */
  card: z.nullable(Card),
  status: openEnum(paymentStatuses),
  created: Moment,
  /** Until when the member can withdraw; null when that is not or no longer possible. */
  withdraw_until: z.nullable(Moment),
  /** The member's withdrawal, its unused `credits` and what is refunded for them; null also when that refund failed. */
  withdrawn: z.nullable(z.strictObject({ at: Moment, credits: z.int(), refund: Money })),
  /** The provider's page on which an order that is not paid yet can be paid; null for any other. */
  checkout: z.nullable(z.url()),
});
export type Payment = z.infer<typeof Payment>;

/** A withdrawal from a purchase: its unused `credits`, and what is refunded for them. */
export const Withdrawal = z.strictObject({ payment_id: Id, credits: z.int(), refund: Money });
export type Withdrawal = z.infer<typeof Withdrawal>;

/**
 * Reason of a ledger entry. `reversal` returns the credits of a `refund` when the money came back, `returned` those of messages that were
 * not opened.
 */
export const entryKinds = [
  'signup',
  'purchase',
  'message',
  'gift',
  'picture',
  'voice',
  'refund',
  'bonus',
  'reversal',
  'returned',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * One entry of a member's ledger. `id` counts the account's entries from 1. `credits` is the signed change, `balance`
 * the balance after it, both in whole credits. `about` is the recipient of a message, gift, picture or recording; null of one who is
 * gone or blocked, or who has blocked the member.
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

/** Why an order is refused. */
export const orderErrors = [
  'unknown_package',
  'unknown_method',
  'provider_down',
  'price_changed',
  'spend_limit',
  'spend_in_order',
  ...codeErrors,
] as const;

const before = z.optional(numberInQuery(1));

/**
 * Calls of credits. `order` creates a payment and answers the provider's checkout URL in `redirect`. The server sets
 * the price. Errors: `unknown_package`, `unknown_method`, and `provider_down` (503) when the provider cannot be
 * reached: the payment is then `failed`, and the client may retry with the same key. `amount` is the price shown, in minor
 * units: with another one the order is refused as `price_changed`, and with a `discount_code` that does not fit, with the reason.
 `spend_limit` is the member's own limit; with `spend_in_order` the order fits it once the unpaid orders in `payments` are cancelled.
 With `remember_card` the provider keeps the
 * card for `repeat.order`. `cancel` ends an order that is not paid yet, and answers what became of it; its discount code is free again. `ledger` is newest first, 50
 * entries a page; `next` is null on the last page. `withdrawal` previews what `withdraw` does at this moment: it takes
 * the unused credits back, has their price refunded and mails a receipt. Errors of both: `withdrawal_over`, and
 * `nothing_unused` when all credits are used.
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
    input: z.strictObject({
      package: z.string().check(z.maxLength(40)),
      method: z.string().check(z.maxLength(40)),
      discount_code: z.optional(TypedCode),
      remember_card: z.optional(z.boolean()),
      amount: z.optional(wholeNumber(0)),
    }),
    output: z.strictObject({ payment: Payment, redirect: z.url() }),
    errors: orderErrors,
    limit: 20,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/payment.php',
    access: 'member',
    input: z.strictObject({ payment: Id }),
    output: z.strictObject({ payment: Payment }),
    errors: ['provider_down'],
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
  withdrawal: endpoint({
    method: 'GET',
    path: '/api/withdrawal.php',
    access: 'member',
    input: z.strictObject({ payment: Id }),
    output: z.strictObject({ withdrawal: Withdrawal }),
    errors: ['withdrawal_over', 'nothing_unused'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/withdrawal.php',
    access: 'member',
    input: z.strictObject({ payment: Id }),
    output: z.strictObject({ withdrawal: Withdrawal, payment: Payment }),
    errors: ['withdrawal_over', 'nothing_unused'],
    limit: 20,
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

/** The invoice of a payment as PDF (`GET` with `payment`, and the session of its member); issued on the first request. */
export const invoicePath = '/api/invoice.php';
/** The corrections of that invoice as one PDF, once money has gone back. */
export const correctionPath = '/api/invoice-correction.php';
