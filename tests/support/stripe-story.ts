// Orders at the local Stripe and the reports about them: told at once, lost, doubled, reordered, and late.
import type { ProviderOrder } from '#server/payments/provider';
import { SIGNATURE, signedHeader } from '#server/payments/stripe/signature';
import type { Site } from '#site/load';
import type { MadeMember } from './members.ts';
import type { Delivery } from './mollie-story.ts';
import type { Order } from './payments.ts';
import { type CallAnswer, siteAt, type TestServer } from './server.ts';
import { STRIPE_SECRET, type StripeHost } from './stripe-host.ts';
import type { StripePayment } from './stripe-state.ts';

interface Telling {
  readonly site?: Site;
  readonly secret?: string;
  /** Of its signature, beside the server's clock. */
  readonly late?: number;
  readonly header?: string | null;
}

export const eventOf = (object: object | string) => ({
  ...{ id: 'evt_1', object: 'event', type: 'something.happened', data: { object } },
});

/** A webhook as Stripe sends it: an event with the object that it is about, signed. */
export function tell(
  server: TestServer,
  object: object | string,
  { site = siteAt(0), secret = STRIPE_SECRET, late = 0, header }: Telling = {},
): Promise<CallAnswer> {
  const body = typeof object === 'string' ? object : JSON.stringify(eventOf(object));
  const seconds = Math.floor(server.now().getTime() / 1000) - late;
  return server.call('/api/webhook/stripe', {
    ...{ method: 'POST', body, site },
    headers: {
      ...{ 'sec-fetch-site': null, 'sec-fetch-mode': null, 'sec-fetch-dest': null, 'idempotency-key': null },
      'content-type': 'application/json; charset=utf-8',
      [SIGNATURE]: header === undefined ? signedHeader(secret, seconds, Buffer.from(body)) : header,
    },
  });
}

const metadata = (tenant: number) => ({ tenant: String(tenant), order: 'an order' });
/** Pages and charges say in a webhook as well which brand they are of. */
export const pageObject = (ref: string, tenant = siteAt(0).id): object => ({
  ...{ id: ref, object: 'checkout.session', payment_status: 'paid', metadata: metadata(tenant) },
});
export const chargeObject = (ref: string, tenant = siteAt(0).id): object => ({
  ...{ id: ref, object: 'payment_intent', status: 'succeeded', metadata: metadata(tenant) },
});

/** Orders a package; answers the order with its payment at Stripe. */
export async function orderAt(
  server: TestServer,
  host: StripeHost,
  as: MadeMember,
  json: object = { package: '35', method: 'ideal' },
): Promise<Order & { readonly ref: string; readonly payment: StripePayment; readonly redirect: string }> {
  const { body } = await server.call('/api/payment.php', { json, as });
  const { payment_id: id, price } = body['payment'] as { payment_id: string; price: Omit<Order, 'id'> };
  const payment = paymentFor(host, id);
  return { id, ...price, ref: payment.page ?? payment.intent, payment, redirect: String(body['redirect']) };
}

export function paymentFor(host: StripeHost, order: string): StripePayment {
  const found = host.payments.filter(({ metadata }) => metadata['order'] === order);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} payments for the order.`);
  return found[0];
}

/** Makes the changes one after the other and has each of them told in this way, about the page and about the charge in turn. */
export async function play(
  server: TestServer,
  host: StripeHost,
  ref: string,
  delivery: Delivery,
  changes: readonly (() => void)[],
): Promise<void> {
  const statuses: number[] = [];
  const { intent } = host.payment(ref);
  const told = async (): Promise<void> => {
    const object =
      statuses.length % 2 === 0 ? pageObject(ref) : { id: 're_1', object: 'refund', payment_intent: intent };
    statuses.push((await tell(server, object)).status);
  };
  for (const change of changes) {
    change();
    if (delivery === 'at once') await told();
    if (delivery === 'doubled') await Promise.all([told(), told(), told()]);
  }
  if (delivery === 'lost') await told();
  if (delivery === 'reordered')
    for (let at = changes.length; at >= 0; at -= 1) {
      // Each report is answered with the state of its own time, the newest one first.
      host.answersAs(ref, at === changes.length ? null : at);
      await told();
    }
  host.answersAs(ref, null);
  if (delivery === 'late') {
    server.advance(40 * 86_400);
    await told();
  }
  if (statuses.some((status) => status !== 200)) throw new Error(`Webhooks were answered with ${statuses.join()}.`);
}

/** An order as a provider is asked for it. */
export const someOrder = (given: Partial<ProviderOrder> = {}): ProviderOrder => ({
  ...{ orderedAt: new Date(), sentAt: new Date() },
  ...{ tenant: siteAt(0).id, id: crypto.randomUUID(), amount: 1999, currency: 'EUR', method: 'ideal' },
  ...{ hasBankStep: false, keepsCard: false, card: null, debit: null, language: 'pl', descriptor: `Plain "Words"` },
  ...{ returnTo: 'https://plain.example/back', notify: 'https://plain.example/api/webhook/stripe' },
  ...given,
});

/** A card that Stripe keeps for a customer. */
export function someCard(host: StripeHost): string {
  const [customer, method] = [host.idOf('cus'), host.idOf('pm')];
  host.customers.set(customer, { id: method, card: { brand: 'visa', last4: '4242' } });
  return `${customer}/${method}`;
}

/** The states of an order of 35 credits whose member has no others. */
export const unpaid = { credits: 0, paid_user: false, status: 'created', entries: [] };
export const paid = { credits: 35, paid_user: true, status: 'paid', entries: ['purchase 35'] };

/** What became of the reports about a payment. */
export const outcomesOf = (server: TestServer, { id }: { readonly id: string }) =>
  server.database.inTenant(siteAt(0).id, async (db) =>
    (await db.selectFrom('webhook_event').select('outcome').where('payment', '=', id).execute()).map(
      ({ outcome }) => outcome,
    ),
  );

/** A member without credits, and an order at Stripe. */
export async function begin(server: TestServer, host: StripeHost) {
  const me = await server.member({ country: 'NL' });
  return { me, order: await orderAt(server, host, me) };
}
