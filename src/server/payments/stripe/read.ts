// Reads payments at Stripe: by reference, by the charge on a page, and by our own id of the order.
import * as z from 'zod/mini';
import type { SentOrder } from '../provider.ts';
import { type Call, parsed, unless } from './calls.ts';
import { isPage, orderOf, PAYMENT_ID, reportsOf } from './reports.ts';

/** By how much its clock may differ from ours. */
const CLOCK_SKEW_SECONDS = 300;
/** Longer than a request is under way. */
const ARRIVES_WITHIN_SECONDS = 120;

const Listed = z.object({
  data: z.array(
    z.object({
      id: z.string().check(z.regex(PAYMENT_ID)),
      metadata: z.optional(z.nullable(z.unknown())),
    }),
  ),
  has_more: z._default(z.boolean(), false),
});
const Made = z.object({ metadata: z.unknown() });
const EMPTY = { data: [] };

/** Null for a payment that Stripe does not know, or that was not made here. */
export async function readPayment(call: Call, ref: string) {
  const read = (path: string, expand: string) =>
    call('GET', `${path}/${encodeURIComponent(ref)}`, { params: { expand: [expand] } }).catch(unless(404));
  const page = isPage(ref) ? await read('checkout/sessions', 'payment_intent.payment_method') : null;
  const intent = isPage(ref) ? intentOf(page) : await read('payment_intents', 'payment_method');
  if (!orderOf(z.safeParse(Made, page ?? intent).data?.metadata)) return null;
  const about = (intent as { id?: unknown } | null)?.id;
  const moved = (path: string) => call('GET', path, { params: { payment_intent: String(about), limit: 100 } });
  const [refunds, disputes] = about ? await Promise.all([moved('refunds'), moved('disputes')]) : [EMPTY, EMPTY];
  return reportsOf({ page, intent, refunds, disputes });
}

export const intentOf = (page: unknown): unknown =>
  (page as { payment_intent?: unknown } | null)?.payment_intent ?? null;

/** The page on which a charge was made: by it we know the payment. A kept card is charged without one. */
export async function pageOf(call: Call, ref: string): Promise<string> {
  if (isPage(ref)) return ref;
  const params = { payment_intent: ref, limit: 1 };
  return parsed(Listed, await call('GET', 'checkout/sessions', { params })).data[0]?.id ?? ref;
}

/**
 * Looks for the charge of a kept card through what was made since the order was placed, as a search of Stripe finds what is new a minute
 * later only. With the card's `customer`, who has one card, there is little to look through.
 */
export async function findCharge(
  call: Call,
  { tenant, id, orderedAt, sentAt }: SentOrder,
  customer?: string,
): Promise<string | null> {
  const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
  const created = {
    gte: seconds(orderedAt) - CLOCK_SKEW_SECONDS,
    lte: seconds(sentAt) + ARRIVES_WITHIN_SECONDS + CLOCK_SKEW_SECONDS,
  };
  let after: string | undefined;
  do {
    const params = { limit: 100, created, customer, starting_after: after };
    const { data, has_more } = parsed(Listed, await call('GET', 'payment_intents', { params }));
    const found = data.find(({ metadata }) => {
      const order = orderOf(metadata);
      return order?.tenant === tenant && order.order === id;
    });
    if (found) return found.id;
    after = has_more ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return null;
}
