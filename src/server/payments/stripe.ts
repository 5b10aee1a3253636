// Client of Stripe: payments on its pages, cards it keeps, refunds.
import * as z from 'zod/mini';
import type { Clock } from '../context.ts';
import { offeredMethods } from './offered-methods.ts';
import {
  MalformedReport,
  type Provider,
  type ProviderOrder,
  ProviderUnavailable,
  type Reference,
  type RefundOrder,
  RefundRefused,
} from './provider.ts';
import { type Call, parsed, type StripeAccount, StripeRefusal, unless, withStripe } from './stripe/calls.ts';
import { localeOf, methodAt, settingsAt } from './stripe/methods.ts';
import { chargeOf, isPage, orderOf, PAYMENT_ID, Refunds, reportsOf, Session } from './stripe/reports.ts';
import { isSignedByStripe, SIGNATURE } from './stripe/signature.ts';

/** Stripe forgets idempotency keys after a day. */
const KEY_LIVES_MS = 23 * 3_600_000;
/** By how much its clock may be behind ours. */
const CLOCK_SKEW_SECONDS = 300;

/** `atMost` is how long any of its work may take, by default what the work itself says. */
export function stripeProvider(account: StripeAccount, now: Clock, atMost?: number): Provider {
  const within = <T>(work: (call: Call) => Promise<T>, limitMs?: number): Promise<T> =>
    withStripe(account, work, atMost ?? limitMs);
  const isOffered = offeredMethods(() => within(settingsAt), now);
  return {
    name: 'stripe',
    acknowledged: 200,
    takes: (id, currency) => {
      const method = methodAt(id, currency);
      return method !== null && isOffered(method.setting, '');
    },
    create: (order) => within((call) => (order.card === null ? openPage(call, order) : charge(call, order, now()))),
    read: (ref) => within(async (call) => (await readPayment(call, ref))?.reports ?? []),
    find: (tenant, id, orderedAt, limitMs) =>
      within(async (call) => {
        const ref = await findPayment(call, { tenant, id, orderedAt });
        return ref === null ? [] : ((await readPayment(call, ref))?.reports ?? []);
      }, limitMs),
    cancel: (ref) => within((call) => cancel(call, ref)),
    refund: (order) => within((call) => refund(call, order)),
    forget: (token) =>
      within(async (call) => {
        await call('DELETE', `customers/${chargeOf(token).customer}`).catch(unless(404));
      }),
    // All brands share the account, so each is also told of the others' payments. Nothing but which one it is about is believed.
    receive: async ({ header, knows }, body, tenant, at) => {
      if (!isSignedByStripe(account.webhookSecrets, header(SIGNATURE), body, at)) return null;
      const told = paymentIn(body);
      if (told === null) return [];
      const ref = await within((call) => pageOf(call, told));
      // The answer about a charge may have been lost. A page that is not known has been shown to no one.
      if (isPage(ref) && !(await knows(ref))) return [];
      const payment = await within((call) => readPayment(call, ref));
      return payment?.tenant === tenant ? payment.reports : [];
    },
  };
}

const metadataOf = ({ tenant, id }: Pick<ProviderOrder, 'tenant' | 'id'>) => ({ tenant: String(tenant), order: id });

async function openPage(call: Call, order: ProviderOrder): Promise<Reference> {
  const { id, amount, currency, keepsCard, descriptor, returnTo, language } = order;
  const method = methodAt(order.method, currency);
  if (!method || order.debit) throw new ProviderUnavailable('Stripe does not take this method.');
  const statement = method.type === 'card' ? 'statement_descriptor_suffix' : 'statement_descriptor';
  const params = {
    ...{ mode: 'payment', client_reference_id: id, metadata: metadataOf(order), locale: localeOf(language) },
    ...{ payment_method_types: [method.type], success_url: returnTo, cancel_url: returnTo },
    // The price is the one that was shown, in its currency.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: descriptor } },
      },
    ],
    payment_intent_data: {
      ...{ metadata: metadataOf(order), description: descriptor, [statement]: statementOf(descriptor) },
      ...(keepsCard ? { setup_future_usage: 'off_session' } : {}),
    },
    // A customer for one order: nothing about the member but their card.
    ...(keepsCard ? { customer_creation: 'always' } : {}),
  };
  const page = parsed(Session, await call('POST', 'checkout/sessions', { params, key: id }));
  // One that is over has no address any more; the return page says what became of it.
  return { ref: page.id, redirect: page.url && URL.canParse(page.url) ? page.url : returnTo };
}

/** What a bank statement may hold. */
const statementOf = (text: string): string =>
  text
    .replaceAll(/[<>\\'"*]/g, ' ')
    .slice(0, 22)
    .trim();

/** Charges a kept card. One that is declined is a payment as well, which has failed. */
async function charge(call: Call, order: ProviderOrder, now: Date): Promise<Reference> {
  const { id, card, amount, currency, descriptor, returnTo } = order;
  // A second payment would be charged: none is made where there may be a first.
  if (now.getTime() - order.orderedAt.getTime() > KEY_LIVES_MS) {
    const ref = await findPayment(call, order);
    if (ref !== null) return { ref, redirect: returnTo };
  }
  const params = {
    ...{ amount, currency: currency.toLowerCase(), payment_method_types: ['card'], ...chargeOf(card ?? '') },
    ...{ off_session: true, confirm: true, metadata: metadataOf(order), description: descriptor },
    statement_descriptor_suffix: statementOf(descriptor),
  };
  try {
    const { id: ref } = parsed(Named, await call('POST', 'payment_intents', { params, key: id }));
    return { ref, redirect: returnTo };
  } catch (error) {
    if (error instanceof StripeRefusal && error.status === 402 && error.intent !== null)
      return { ref: error.intent, redirect: returnTo };
    throw error;
  }
}

const Named = z.object({ id: z.string().check(z.regex(PAYMENT_ID)) });
const Pages = z.object({
  data: z.array(z.object({ ...Named.shape, metadata: z.optional(z.nullable(z.unknown())) })),
  has_more: z._default(z.boolean(), false),
});
const Made = z.object({ metadata: z.unknown() });
const EMPTY = { data: [] };

/** Null for a payment that Stripe does not know, or that was not made here. */
async function readPayment(call: Call, ref: string) {
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

const intentOf = (page: unknown): unknown => (page as { payment_intent?: unknown } | null)?.payment_intent ?? null;

/** The page on which a charge was made: by it we know the payment. A kept card is charged without one. */
async function pageOf(call: Call, ref: string): Promise<string> {
  if (isPage(ref)) return ref;
  const params = { payment_intent: ref, limit: 1 };
  return parsed(Pages, await call('GET', 'checkout/sessions', { params })).data[0]?.id ?? ref;
}

/** Looks through what was made since the order was placed, as a search of Stripe finds what is new a minute later only. */
async function findPayment(
  call: Call,
  { tenant, id, orderedAt }: Pick<ProviderOrder, 'tenant' | 'id' | 'orderedAt'>,
): Promise<string | null> {
  const since = Math.floor(orderedAt.getTime() / 1000) - CLOCK_SKEW_SECONDS;
  for (const path of ['checkout/sessions', 'payment_intents']) {
    let after: string | undefined;
    do {
      const params = { limit: 100, created: { gte: since }, starting_after: after };
      const { data, has_more } = parsed(Pages, await call('GET', path, { params }));
      const found = data.find(({ metadata }) => {
        const order = orderOf(metadata);
        return order?.tenant === tenant && order.order === id;
      });
      if (found) return found.id;
      after = has_more ? data.at(-1)?.id : undefined;
    } while (after !== undefined);
  }
  return null;
}

/** 400: it is over. A page that ends says why only if it was told before. */
async function cancel(call: Call, ref: string): Promise<void> {
  const path = `${isPage(ref) ? 'checkout/sessions' : 'payment_intents'}/${encodeURIComponent(ref)}`;
  if (isPage(ref)) await call('POST', path, { params: { metadata: { cancelled: 'yes' } } }).catch(unless(400, 404));
  await call('POST', `${path}/${isPage(ref) ? 'expire' : 'cancel'}`).catch(unless(400, 404));
}

/** A refund carries its key, since Stripe forgets idempotency keys after a day. */
async function refund(call: Call, { ref, key, amount }: RefundOrder): Promise<void> {
  const page = isPage(ref)
    ? await call('GET', `checkout/sessions/${encodeURIComponent(ref)}`).catch(unless(404))
    : null;
  const payment_intent = isPage(ref) ? intentOf(page) : ref;
  if (typeof payment_intent !== 'string') throw new RefundRefused('Stripe has no payment to refund.');
  const made = parsed(Refunds, await call('GET', 'refunds', { params: { payment_intent, limit: 100 } }));
  const keyOf = (metadata: unknown): unknown => (metadata as { key?: unknown } | null | undefined)?.key;
  if (made.data.some(({ metadata }) => keyOf(metadata) === key)) return;
  const params = { payment_intent, amount, metadata: { key } };
  await call('POST', 'refunds', { params, key }).catch((error: unknown) => {
    throw error instanceof StripeRefusal && error.type === 'invalid_request_error'
      ? new RefundRefused(`Stripe refused a refund with ${error.status}.`)
      : error;
  });
}

const Event = z.object({
  data: z.object({
    object: z.object({
      ...{ id: z.optional(z.string()), object: z.string() },
      payment_intent: z.optional(z.nullable(z.string())),
    }),
  }),
});

/** Which payment a webhook is about: its page, its charge, or what belongs to one; null for another matter. */
function paymentIn(body: Uint8Array): string | null {
  const { success, data } = z.safeParse(Event, asJson(new TextDecoder().decode(body)));
  if (!success) throw new MalformedReport('Stripe sent invalid data.');
  const { id, object, payment_intent } = data.data.object;
  const isPayment = object === 'checkout.session' || object === 'payment_intent';
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
