// Contract of discounts: a code by name, the codes a member has, and the time bonus.
import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';
import { Country, Id, Moment, openEnum } from './values.ts';

/** How often a code can be used: once by anyone, once by each member, or without limit. */
export const validities = ['once', 'once-per-user', 'unlimited'] as const;
export type Validity = (typeof validities)[number];

/**
 * A discount code. `user_id` is the only member who may use it; `country`, `currency`, `minimum_order_value` (minor units of
 * `currency`, before the discount) and `paymentmethods` limit the orders it fits; null means no limit.
 */
export const DiscountCode = z.strictObject({
  code: z.string(),
  country: z.nullable(Country),
  user_id: z.nullable(Id),
  expires: z.nullable(Moment),
  value_percentage: z.number(),
  currency: z.nullable(z.string()),
  minimum_order_value: z.nullable(z.int()),
  status: openEnum(['active', 'inactive']),
  validity: openEnum(validities),
  expired: z.boolean(),
  paymentmethods: z.nullable(z.array(z.string())),
});
export type DiscountCode = z.infer<typeof DiscountCode>;

/** A code as typed; the server ignores capitals and spaces around it. */
export const TypedCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

/** Why a code is refused. `code_in_order` names an own unpaid order in `payment` that has it. */
export const codeErrors = [
  'code_unknown',
  'code_used',
  'code_expired',
  'code_country',
  'code_minimum',
  'code_method',
  'code_in_order',
] as const;

/**
 * Calls of discounts. `find` answers a code that fits the order of `package` by `method`, or with `welcome` the welcome code: for a
 * visitor always, for a member while they are entitled to it, else null. `own` lists the codes a member can use now, the highest
 * first. `timeBonus` is the welcome discount of a new member; `seconds` is how long it lasts by the server's clock, null when
 * the price would not rise afterwards (decisions A-welcome).
 */
export const discounts = {
  find: endpoint({
    method: 'GET',
    path: '/api/discountcode.php',
    access: 'anyone',
    input: z.strictObject({
      welcome: z.optional(z.literal('true')),
      code: z.optional(TypedCode),
      package: z.optional(z.string().check(z.maxLength(40))),
      method: z.optional(z.string().check(z.maxLength(40))),
    }),
    output: z.strictObject({ discount: z.nullable(DiscountCode) }),
    errors: [...codeErrors, 'unknown_package'],
    limit: 20,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/discountcodes.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ codes: z.array(DiscountCode) }),
  }),
  timeBonus: endpoint({
    method: 'GET',
    path: '/api/time-bonus.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ time_bonus: z.nullable(DiscountCode), seconds: z.nullable(z.int()) }),
  }),
};
