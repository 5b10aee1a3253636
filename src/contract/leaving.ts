// Contract of leaving: deleting the account, and coming back.
import * as z from 'zod/mini';
import { Package } from './credits.ts';
import { DiscountCode } from './discounts.ts';
import { endpoint, NoInput } from './endpoint.ts';
import { Moment } from './values.ts';

/** Why a member leaves. */
export const leavingReasons = [
  'too_expensive',
  'found_someone',
  'not_looking',
  'site_problems',
  'not_enough_members',
  'too_much_time',
  'other',
] as const;

/** The form of the deletion. `remarks` has at most 1,000 characters and may be empty. */
export const Deletion = z.strictObject({
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
  reason: z.enum(leavingReasons),
  remarks: z.string().check(z.trim(), z.maxLength(1000)),
});
export type Deletion = z.infer<typeof Deletion>;

/**
 * Calls of leaving. `remove` ends all sessions and hides the profile; `until` is when everything is erased, null when it is
 * erased already, as for an account that was never confirmed. Until then `reactivate` restores the account by the token
 * of the mailed link. Errors: `invalid` with field `password`, `account_blocked` during a lockout, `confirm_first` for an
 * unconfirmed account with payments; `link_expired` for a used, old or unknown link.
 * `offer` is what a member can have instead of leaving: the tryout package, and a discount in per cent with its `code` once
 * `takeDiscount` has made it; each once, null when it was had.
 */
export const leaving = {
  offer: endpoint({
    method: 'GET',
    path: '/api/leaving-offer.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({
      tryout: z.nullable(Package),
      discount: z.nullable(z.strictObject({ percentage: z.number(), code: z.nullable(DiscountCode) })),
    }),
  }),
  takeDiscount: endpoint({
    method: 'POST',
    path: '/api/leaving-offer.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ code: DiscountCode }),
    errors: ['code_used'],
    limit: 10,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account.php',
    access: 'member',
    input: Deletion,
    output: z.strictObject({ until: z.nullable(Moment) }),
    errors: ['account_blocked', 'confirm_first'],
    endsSession: true,
    limit: 10,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/api/account-reactivate.php',
    access: 'anyone',
    input: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    output: z.strictObject({ reactivated: z.literal(true) }),
    errors: ['link_expired'],
    forms: true,
    limit: 30,
  }),
};
