// Contract of SEPA direct debit: the mandate, the code sent to the member's phone, and the order that it signs.
import * as z from 'zod/mini';
import { orderErrors, Payment } from './credits.ts';
import { TypedCode } from './discounts.ts';
import { endpoint, NoInput } from './endpoint.ts';
import { Country, Id, wholeNumber } from './values.ts';

const problems = ['debit_unconfirmed', 'debit_blocked', 'debit_limit'] as const;
const Reference = z.string().check(z.maxLength(35), z.regex(/^[A-Z0-9-]+$/));
/** How long each field may be; an IBAN has up to 34 characters, and may be typed in groups of four. */
export const DEBIT_LENGTHS = { holder: 70, iban: 42, street: 70, postcode: 16, city: 35, phone: 40 } as const;
/** Letters, digits and what banks may put between them: the scheme knows no control characters. */
const line = (field: keyof typeof DEBIT_LENGTHS) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(DEBIT_LENGTHS[field]), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/** A mandate that waits for its code; of the bank account only the end is shown, of the number the beginning and the end. */
export const PendingMandate = z.strictObject({
  reference: Reference,
  holder: z.string(),
  last_four: z.string(),
  phone: z.string(),
});
export type PendingMandate = z.infer<typeof PendingMandate>;

/**
 * What the mandate says: the creditor, with the identifier of the scheme, and the `reference` of the member's next one. `problem`: why
 * the member cannot order by direct debit now. `pending`: the one begun before, while its code is valid. `at_bank`: the payment
 * of a direct debit that waits for the bank.
 */
export const DebitOffer = z.strictObject({
  creditor: z.strictObject({
    name: z.string(),
    identifier: z.string(),
    address: z.string(),
    city: z.string(),
    country: Country,
  }),
  reference: Reference,
  problem: z.nullable(z.enum(problems)),
  pending: z.nullable(PendingMandate),
  at_bank: z.nullable(Id),
});
export type DebitOffer = z.infer<typeof DebitOffer>;

/** What the account holder types. `consent` is the consent to the mandate. */
export const DebitDetails = z.strictObject({
  holder: line('holder'),
  iban: line('iban'),
  street: line('street'),
  postcode: line('postcode'),
  city: line('city'),
  country: Country,
  phone: line('phone'),
  consent: z.literal(true),
});
export type DebitDetails = z.infer<typeof DebitDetails>;

/**
 * Calls of direct debit. `begin` keeps the mandate and sends a code to the phone; again, it sends another one. `cancel` gives up a mandate that is not
 * signed. `confirm` takes the
 * code, which signs the mandate, and places the order as `credits.order` does. Errors: `debit_unconfirmed`
 * before the address is confirmed, `debit_blocked` after returned debits,
 * `debit_limit` for too many codes, orders or too much money, `debit_code` for a wrong or expired code, and
 * those of an order; `unknown_method` where there is no direct debit.
 */
export const debit = {
  offer: endpoint({
    method: 'GET',
    path: '/api/directdebit.php',
    access: 'member',
    input: NoInput,
    output: DebitOffer,
    errors: ['unknown_method'],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/directdebit.php',
    access: 'member',
    input: DebitDetails,
    output: z.strictObject({ mandate: PendingMandate }),
    errors: ['unknown_method', ...problems],
    limit: 10,
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/api/directdebit.php',
    access: 'member',
    input: z.strictObject({
      reference: Reference,
      code: z.string().check(z.maxLength(20)),
      package: z.string().check(z.maxLength(40)),
      amount: wholeNumber(0),
      discount_code: z.optional(TypedCode),
    }),
    output: z.strictObject({ payment: Payment, redirect: z.url() }),
    errors: [...orderErrors, ...problems, 'debit_code'],
    limit: 20,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/directdebit.php',
    access: 'member',
    input: z.strictObject({ reference: Reference }),
    output: z.null(),
    errors: [],
  }),
};
