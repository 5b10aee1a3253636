// Orders at the local Mollie and the reports about them: told at once, lost, doubled, in another order, and late.
import type { MolliePayment } from './mollie-answers.ts';
import { webhookQuery } from '#server/payments/mollie';
import { type MollieHost, WEBHOOK_SECRET } from './mollie-host.ts';
import type { Site } from '#site/load';
import type { MadeMember } from './members.ts';
import type { Order } from './payments.ts';
import { type CallAnswer, siteAt, type TestServer } from './server.ts';

export const deliveries = ['at once', 'lost', 'doubled', 'reordered', 'late'] as const;
export type Delivery = (typeof deliveries)[number];

/** A webhook as Mollie sends it: a form with the id of the payment. */
export const tell = (
  server: TestServer,
  body: string,
  site: Site = siteAt(0),
  query = webhookQuery(WEBHOOK_SECRET, site.id),
): Promise<CallAnswer> =>
  server.call('/api/webhook/mollie', {
    ...{ method: 'POST', body, query, site },
    headers: {
      ...{ 'sec-fetch-site': null, 'sec-fetch-mode': null, 'sec-fetch-dest': null, 'idempotency-key': null },
      'content-type': 'application/x-www-form-urlencoded',
    },
  });

/** Orders a package; answers the order with its payment at Mollie. */
export async function orderAt(
  server: TestServer,
  host: MollieHost,
  as: MadeMember,
  json: object = { package: '35', method: 'ideal' },
): Promise<Order & { readonly ref: string; readonly payment: MolliePayment; readonly redirect: string }> {
  const { body } = await server.call('/api/payment.php', { json, as });
  const { payment_id: id, price } = body['payment'] as { payment_id: string; price: Omit<Order, 'id'> };
  const payment = paymentFor(host, id);
  return { id, ...price, ref: payment.id, payment, redirect: String(body['redirect']) };
}

export function paymentFor(host: MollieHost, order: string): MolliePayment {
  const found = [...host.payments.values()].filter(({ asked }) => orderIn(asked) === order);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} payments for the order.`);
  return found[0];
}
const orderIn = ({ metadata }: MolliePayment['asked']): unknown => (metadata as { order?: string } | undefined)?.order;

/** Makes the changes one after the other and has each of them told in this way. */
export async function play(
  server: TestServer,
  host: MollieHost,
  ref: string,
  delivery: Delivery,
  changes: readonly (() => void)[],
): Promise<void> {
  const statuses: number[] = [];
  const told = async (): Promise<void> => void statuses.push((await tell(server, `id=${ref}`)).status);
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
