// What a webhook of Stripe is about.
import * as z from 'zod/mini';
import { MalformedReport } from '../provider.ts';
import { orderOf, PAYMENT_ID } from './reports.ts';

const Event = z.object({
  data: z.object({
    object: z.object({
      ...{ id: z.optional(z.string()), object: z.string() },
      ...{ payment_intent: z.optional(z.nullable(z.string())), metadata: z.optional(z.unknown()) },
    }),
  }),
});

/**
 * Its page, its charge, or what belongs to one; null for another matter. Pages and charges say whose they are: one of another brand costs
 * no call. A refund or a dispute does not.
 */
export function paymentIn(body: Uint8Array, tenant: number): string | null {
  const { success, data } = z.safeParse(Event, asJson(new TextDecoder().decode(body)));
  if (!success) throw new MalformedReport('Stripe sent invalid data.');
  const { id, object, payment_intent, metadata } = data.data.object;
  const isPayment = object === 'checkout.session' || object === 'payment_intent';
  if (isPayment && orderOf(metadata)?.tenant !== tenant) return null;
  const ref = (isPayment ? id : payment_intent) ?? '';
  return PAYMENT_ID.test(ref) ? ref : null;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
