// Contract of repeat orders: what a member has bought before, ordered again with the card that the provider has kept.
import * as z from 'zod/mini';
import { Card, orderErrors, Package, Payment } from './credits.ts';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { Country, wholeNumber } from './values.ts';

/**
 * `packages` are those bought before that are still for sale, at the price of today, the latest first. `method` is the payment
 * method of the latest order, where it is still offered; `vat` is in per cent, `refund_days` the withdrawal period.
 */
export const RepeatOffer = z.strictObject({
  packages: z.array(Package),
  method: z.nullable(z.string()),
  card: z.nullable(Card),
  country: Country,
  vat: z.number(),
  refund_days: z.int(),
});
export type RepeatOffer = z.infer<typeof RepeatOffer>;

/**
 * Calls of repeat orders. `order` charges the kept card; `redirect` leads to the payment's page. `amount` is the price shown. Errors: those
 * of an order, `no_card` when there is none, `order_unresolved` while the order in `payment` may have charged the card, and `repeat_limit`
 * after as many orders in 24 hours as the site allows. When the provider does not answer, the payment is `pending` until it is known. `forgetCard` has the card forgotten, here and at the provider.
 */
export const repeat = {
  list: endpoint({
    method: 'GET',
    path: '/api/repeat-order.php',
    access: 'member',
    input: NoInput,
    output: RepeatOffer,
  }),
  order: endpoint({
    method: 'POST',
    path: '/api/repeat-order.php',
    access: 'member',
    input: z.strictObject({ package: z.string().check(z.maxLength(40)), amount: wholeNumber(0) }),
    output: z.strictObject({ payment: Payment, redirect: z.url() }),
    errors: [...orderErrors, 'no_card', 'order_unresolved', 'repeat_limit'],
    limit: 10,
  }),
  forgetCard: endpoint({
    method: 'DELETE',
    path: '/api/repeat-order.php',
    access: 'member',
    input: NoInput,
    output: NoOutput,
    limit: 10,
  }),
};
