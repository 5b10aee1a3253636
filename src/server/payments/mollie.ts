// Client of Mollie: payments on its pages, cards it keeps, direct debits, refunds.
import { createHmac } from 'node:crypto';
import { createMollieClient, type MollieClient, PaymentEmbed, MandateMethod, SequenceType } from '@mollie/api-client';
import type { Clock } from '../context.ts';
import { toMollie } from './mollie/amounts.ts';
import { type Call, refusedWith, withMollie } from './mollie/calls.ts';
import { localeOf, methodName, methodsAt } from './mollie/methods.ts';
import { mandateOf, orderOf, PAYMENT_ID, reportsOf } from './mollie/reports.ts';
import { offeredMethods } from './offered-methods.ts';
import {
  type Provider,
  type ProviderDebit,
  type ProviderOrder,
  ProviderUnavailable,
  type Reference,
  type RefundOrder,
  RefundRefused,
  type Report,
} from './provider.ts';
import { isSame } from './signature.ts';

export interface MollieAccount {
  /** Begins with `test_` or `live_`. */
  readonly key: string;
  /** Where its API is, for tests; null for Mollie itself. */
  readonly url: string | null;
}

interface Surroundings {
  readonly now: Clock;
  /** The secret with which addresses of webhooks are made. It outlives keys of Mollie, which reports about a payment for years. */
  readonly webhookSecret: (tenant: number) => Promise<Uint8Array>;
}

/** In the address that Mollie reports to, which no one else is told. */
const TOKEN = 'token';
const tokenOf = (secret: Uint8Array, tenant: number): string =>
  createHmac('sha256', secret).update(`webhook ${tenant}`).digest('base64url');
/** Where Mollie reports to about a tenant's payments, after the path. */
export const webhookQuery = (secret: Uint8Array, tenant: number): string => `${TOKEN}=${tokenOf(secret, tenant)}`;

/** Mollie forgets idempotency keys after an hour. */
const KEY_LIVES_MS = 50 * 60_000;
/** By how much its clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** `atMost` is how long any of its work may take, by default what the work itself says. */
export function mollieProvider(
  { key, url }: MollieAccount,
  { now, webhookSecret }: Surroundings,
  atMost?: number,
): Provider {
  const client = createMollieClient({ apiKey: key, ...(url ? { apiEndpoint: `${url}/v2/` } : {}) });
  const isOffered = offeredMethods((currency) => methodsAt(client, currency), now);
  const within = <T>(work: (call: Call) => Promise<T>, limitMs?: number): Promise<T> =>
    withMollie(work, atMost ?? limitMs);
  return {
    name: 'mollie',
    acknowledged: 200,
    takes: (method, currency) => {
      const name = methodName(method);
      return name !== null && isOffered(name, currency);
    },
    create: async (order) => {
      const notify = `${order.notify}?${webhookQuery(await webhookSecret(order.tenant), order.tenant)}`;
      return within((call) => create(client, call, { ...order, notify }, now()));
    },
    read: (ref) => within(async (call) => (await readPayment(client, call, ref))?.reports ?? []),
    find: (order, limitMs) =>
      within(async (call) => {
        const ref = await findPayment(client, call, order);
        return ref === null ? [] : ((await readPayment(client, call, ref))?.reports ?? []);
      }, limitMs),
    cancel: (ref) =>
      within(async (call) => {
        // 422: it cannot be cancelled, or has ended.
        await call(() => client.payments.cancel(ref)).catch(unless(404, 410, 422));
      }),
    refund: (order) => within((call) => refund(client, call, order)),
    forget: (token) =>
      within(async (call) => {
        const { customerId, mandateId } = mandateOf(token);
        await call(() => client.customerMandates.revoke(mandateId, { customerId })).catch(unless(404, 410));
      }),
    // Mollie signs nothing: a webhook only says which payment to ask about, and a forged one gives nothing else.
    receive: async ({ query, knows }, body, tenant) => {
      const token = query(TOKEN);
      const ref = new URLSearchParams(new TextDecoder().decode(body)).get('id') ?? '';
      const isPayment = PAYMENT_ID.test(ref);
      // Before Mollie is asked: anyone could have it asked about anything. An order of before there were tokens reports without one.
      const isTold =
        token === undefined
          ? isPayment && (await knows(ref))
          : isSame(token, tokenOf(await webhookSecret(tenant), tenant));
      if (!isTold) return null;
      if (!isPayment) return [];
      const payment = await within((call) => readPayment(client, call, ref));
      return payment?.tenant === tenant ? payment.reports : [];
    },
  };
}

async function create(client: MollieClient, call: Call, order: ProviderOrder, now: Date): Promise<Reference> {
  const { id, card, debit, notify, returnTo } = order;
  // Without the payer's page a second payment would be charged: none is made where there may be a first.
  if ((card || debit) && now.getTime() - order.orderedAt.getTime() > KEY_LIVES_MS) {
    const ref = await findPayment(client, call, order);
    if (ref !== null) return { ref, redirect: returnTo };
  }
  const charged = card ? mandateOf(card) : debit ? await mandateFor(client, call, order, debit) : null;
  const first = !charged && order.keepsCard ? { customerId: await customerFor(client, call, order) } : null;
  const method = charged ? null : methodName(order.method);
  const payment = await call(() =>
    client.payments.create({
      amount: toMollie(order.amount, order.currency),
      description: order.descriptor,
      redirectUrl: returnTo,
      // It refuses an address that it cannot reach, such as that of a developer: such orders are looked up.
      ...(notify.startsWith('https:') ? { webhookUrl: notify } : {}),
      ...(method ? { method } : {}),
      ...localeOf(order.language),
      metadata: { tenant: order.tenant, order: id },
      ...(charged ? { ...charged, sequenceType: SequenceType.recurring } : {}),
      ...(first ? { ...first, sequenceType: SequenceType.first } : {}),
      idempotencyKey: id,
    }),
  );
  const { id: ref, _links: links } = payment;
  if (!PAYMENT_ID.test(ref)) throw new ProviderUnavailable('Mollie returned invalid data.');
  const redirect = charged ? returnTo : links.checkout?.href;
  // One that is over has no page any more; the return page says what became of it.
  return { ref, redirect: redirect && URL.canParse(redirect) ? redirect : returnTo };
}

type OrderId = Pick<ProviderOrder, 'tenant' | 'id'>;

/** A customer at Mollie, for one order: nothing about the member but what a debit needs. */
const customerFor = async (client: MollieClient, call: Call, order: OrderId, name?: string): Promise<string> => {
  const metadata = { tenant: order.tenant, order: order.id };
  const customer = { metadata, ...(name === undefined ? {} : { name }), idempotencyKey: `${order.id}-customer` };
  return (await call(() => client.customers.create(customer))).id;
};

async function mandateFor(client: MollieClient, call: Call, order: OrderId, debit: ProviderDebit) {
  const customerId = await customerFor(client, call, order, debit.holder);
  const mandate = await call(() =>
    client.customerMandates.create({
      customerId,
      method: MandateMethod.directdebit,
      consumerName: debit.holder,
      consumerAccount: debit.iban,
      signatureDate: debit.signedAt.slice(0, 10),
      mandateReference: debit.mandate,
      idempotencyKey: `${order.id}-mandate`,
    }),
  );
  return { customerId, mandateId: mandate.id };
}

/** Null for a payment that Mollie does not know, or that was not made here. */
async function readPayment(
  client: MollieClient,
  call: Call,
  ref: string,
): Promise<{ readonly tenant: number; readonly reports: readonly Report[] } | null> {
  const embed = [PaymentEmbed.refunds, PaymentEmbed.chargebacks];
  const answer = await call(() => client.payments.get(ref, { embed })).catch(unless(404, 410));
  return answer ? reportsOf(answer) : null;
}

/** Looks through the payments since the order was placed, as Mollie cannot search by our id. */
async function findPayment(
  client: MollieClient,
  call: Call,
  { tenant, id, orderedAt }: Pick<ProviderOrder, 'tenant' | 'id' | 'orderedAt'>,
): Promise<string | null> {
  const since = orderedAt.getTime() - CLOCK_SKEW_MS;
  let from: string | undefined;
  do {
    const page = await call(() => client.payments.page({ limit: 250, ...(from === undefined ? {} : { from }) }));
    for (const payment of page) {
      const order = orderOf(payment.metadata);
      if (order?.tenant === tenant && order.order === id) return payment.id;
    }
    const oldest = page.at(-1);
    from = oldest && Date.parse(oldest.createdAt) >= since ? page.nextPageCursor : undefined;
  } while (from !== undefined);
  return null;
}

/** A refund carries its key, since Mollie forgets idempotency keys after an hour. */
async function refund(client: MollieClient, call: Call, { ref, key, amount, currency }: RefundOrder): Promise<void> {
  const made = await call(() => client.paymentRefunds.page({ paymentId: ref, limit: 250 })).catch(unless(404));
  if (!made) throw new RefundRefused('Mollie does not know the payment.');
  if (
    made.some(
      ({ metadata }) => typeof metadata === 'object' && metadata !== null && 'key' in metadata && metadata.key === key,
    )
  )
    return;
  const order = { paymentId: ref, amount: toMollie(amount, currency), metadata: { key }, idempotencyKey: key };
  await call(() => client.paymentRefunds.create(order)).catch((error: unknown) => {
    throw refusedWith(error) === 422 ? new RefundRefused('Mollie refused a refund with 422.') : error;
  });
}

/** Takes these refusals for no answer. */
const unless =
  (...statuses: readonly number[]) =>
  (error: unknown): null => {
    if (statuses.includes(refusedWith(error) ?? 0)) return null;
    throw error;
  };
