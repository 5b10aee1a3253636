// Contract of spend care: what a member has spent, and the limits they set for themselves.
import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';
import { Moment, openEnum, wholeNumber } from './values.ts';

/** The least and most that a limit may be, in minor units. */
export const SPEND_LIMIT = { least: 100, most: 10_000_000 } as const;

/** In minor units; null is no limit. */
const Amount = z.nullable(z.int());

/** `next` is what it becomes at `from`: a higher limit counts 24 hours after it was asked for. */
export const SpendLimit = z.strictObject({
  amount: Amount,
  next: z.nullable(z.strictObject({ amount: Amount, from: Moment })),
});
export type SpendLimit = z.infer<typeof SpendLimit>;

/**
 * What was paid in the last 24 hours (`day`) and 30 days (`month`), less what went back, and both limits, in minor units of `currency`.
 * `note`: the last 24 hours cost a lot; with `spike_fictional` most of the credits went to fictional profiles.
 */
export const Spending = z.strictObject({
  currency: z.string(),
  day: z.int(),
  month: z.int(),
  daily: SpendLimit,
  monthly: SpendLimit,
  note: z.nullable(openEnum(['spike', 'spike_fictional'])),
});
export type Spending = z.infer<typeof Spending>;

const Wanted = z.optional(z.nullable(wholeNumber(SPEND_LIMIT.least, SPEND_LIMIT.most)));

/** Input of `limit`: what changes, in minor units of the currency of the member's prices; null for no limit. */
export const SpendLimits = z.strictObject({ daily: Wanted, monthly: Wanted });
export type SpendLimits = z.infer<typeof SpendLimits>;

/** Calls of spend care. `limit` lowers at once and raises after 24 hours; open orders count towards a limit, but are not spent yet. */
export const spending = {
  read: endpoint({
    method: 'GET',
    path: '/api/spending.php',
    access: 'member',
    input: NoInput,
    output: Spending,
  }),
  limit: endpoint({
    method: 'PUT',
    path: '/api/spending.php',
    access: 'member',
    input: SpendLimits,
    output: Spending,
    limit: 30,
  }),
};
