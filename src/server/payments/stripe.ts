// Client of Stripe: payments on its pages, cards it keeps, refunds.
import * as z from 'zod/mini';
import type { Clock } from '../context.ts';
import { offeredMethods } from './offered-methods.ts';
import {
  type Provider,
  type ProviderOrder,
  ProviderUnavailable,
  type Reference,
  type RefundOrder,
  RefundRefused,
} from './provider.ts';
import { type Call, parsed, type StripeAccount, StripeRefusal, unless, withStripe } from './stripe/calls.ts';
import { localeOf, methodAt, settingsAt } from './stripe/methods.ts';
import { findCharge, intentOf, pageOf, readPayment } from './stripe/read.ts';
import { chargeOf, isPage, PAYMENT_ID, Refunds, Session } from './stripe/reports.ts';
import { isSignedByStripe, SIGNATURE } from './stripe/signature.ts';
import { paymentIn } from './stripe/told.ts';

/** Stripe forgets idempotency keys after a day. */
const KEY_LIVES_MS = 23 * 3_600_000;

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
    find: (order, limitMs) =>
      within(async (call) => {
        const ref = await findCharge(call, order);
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
      const told = paymentIn(body, tenant);
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
    ...{ allowed_payment_method_types: [method.type], success_url: returnTo, cancel_url: returnTo },
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
    // A customer for one order. We say nothing of the member; the page itself asks for an e-mail address, which Stripe keeps.
    ...(keepsCard ? { customer_creation: 'always' } : {}),
  };
  // Stripe repeats a failure as well under the same key. A second page harms no one, as the first was shown to no one.
  const key = `${id}-${order.sentAt.getTime()}`;
  const page = parsed(Session, await call('POST', 'checkout/sessions', { params, key }));
  // One that is over has no address any more; the return page says what became of it.
  return { ref: page.id, redirect: page.url && URL.canParse(page.url) ? page.url : returnTo };
}

/** What a bank statement may hold. */
const statementOf = (text: string): string =>
  text
    .replaceAll(/[<>\\'"*]/g, ' ')
    .slice(0, 22)
    .trim();

const Named = z.object({ id: z.string().check(z.regex(PAYMENT_ID)) });

/** Charges a kept card. One that is declined is a payment as well, which has failed. */
async function charge(call: Call, order: ProviderOrder, now: Date): Promise<Reference> {
  const { id, amount, currency, descriptor, returnTo } = order;
  const card = chargeOf(order.card ?? '');
  // A second payment would be charged: none is made where there may be a first.
  if (now.getTime() - order.orderedAt.getTime() > KEY_LIVES_MS) {
    const ref = await findCharge(call, order, card.customer);
    if (ref !== null) return { ref, redirect: returnTo };
  }
  const params = {
    ...{ amount, currency: currency.toLowerCase(), allowed_payment_method_types: ['card'], ...card },
    ...{ off_session: true, confirm: true, return_url: returnTo, metadata: metadataOf(order), description: descriptor },
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
    throw error instanceof StripeRefusal && error.isFinal
      ? new RefundRefused(`Stripe refused a refund with ${error.status}.`)
      : error;
  });
}
