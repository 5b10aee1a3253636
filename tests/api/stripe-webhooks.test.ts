// What a webhook of Stripe may say: its signature, what is believed of it, and whose payment it is about.
import { afterAll, afterEach, expect, test } from 'vitest';
import { stripeProvider } from '#server/payments/stripe';
import { signedHeader } from '#server/payments/stripe/signature';
import { stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { startStripeHost, STRIPE_SECRET } from '../support/stripe-host.ts';
import { begin, chargeObject, eventOf, outcomesOf, pageObject, paid, tell, unpaid } from '../support/stripe-story.ts';

const host = await startStripeHost();
const provider = stripeProvider(host.account, () => new Date(), 120_000);
afterAll(() => host.close());
afterEach(() => {
  host.failsWith = null;
});

eachEngine(
  'stripe webhooks',
  (server) => {
    test('B2: a webhook that is forged, old, or signed for another is refused before Stripe is asked', async () => {
      const { me, order } = await begin(server(), host);
      host.pay(order.ref);
      const asked = host.requests.length;
      const told = pageObject(order.ref);
      const right = '0'.repeat(64);
      const now = Math.floor(server().now().getTime() / 1000);
      for (const telling of [
        { secret: 'whsec_another' },
        { late: 301 },
        { late: -302 },
        ...[null, '', 't=', `v1=${right}`, `t=${now}`, `t=${now},v1=${right}`, `t=x,v1=${right}`].map((header) => ({
          header,
        })),
      ])
        expect([telling, (await tell(server(), told, telling)).status]).toEqual([telling, 403]);
      const body = Buffer.from(JSON.stringify(eventOf(told)));
      const [, signature = ''] = signedHeader(STRIPE_SECRET, now, body).split(',v1=');
      for (const header of [`t=${now},v0=${signature}`, `t=${now},v1=${right},v0=${signature}`])
        expect([header, (await tell(server(), told, { header })).status]).toEqual([header, 403]);
      expect(host.requests.length).toBe(asked);
      expect(await stateOf(server(), me, order)).toEqual(unpaid);
      // While a secret is replaced there are two signatures.
      const two = `t=${now},v1=${right},v1=${signature}`;
      expect((await tell(server(), told, { header: two })).status).toBe(200);
      // Each address has a secret of its own.
      expect((await tell(server(), told, { secret: host.account.webhookSecrets[0] ?? '', late: 299 })).status).toBe(
        200,
      );
      expect(await stateOf(server(), me, order)).toEqual(paid);
    });

    test('B2 B5: nothing in a webhook is believed but which payment to ask about', async () => {
      const { me, order } = await begin(server(), host);
      const claims = { ...pageObject(order.ref), amount_total: order.amount, status: 'complete' };
      expect((await tell(server(), claims)).status).toBe(200);
      expect(await stateOf(server(), me, order)).toEqual(unpaid);
      const asked = host.requests.length;
      for (const object of [
        { id: 'cus_1', object: 'customer' },
        { ...pageObject(order.ref), id: 'cs_../refunds' },
        { ...pageObject(order.ref), metadata: {} },
        { ...pageObject(order.ref), metadata: null },
        { id: 're_1', object: 'refund', payment_intent: null },
      ])
        expect([object, (await tell(server(), object)).status]).toEqual([object, 200]);
      for (const body of ['', '{}', 'id=cs_1', '{"data":{"object":3}}'])
        expect([body, (await tell(server(), body)).status]).toEqual([body, 400]);
      expect((await tell(server(), pageObject('cs_test_unknown'))).status).toBe(200);
      expect(host.requests.length).toBe(asked);
    });

    test('B2: the webhook of another brand, whose account it is as well, says nothing about a payment, and costs no call', async () => {
      const { me, order } = await begin(server(), host);
      host.pay(order.ref);
      const asked = host.requests.length;
      for (const object of [pageObject(order.ref), chargeObject(order.payment.intent)])
        expect((await tell(server(), object, { site: siteAt(1) })).status).toBe(200);
      expect(host.requests.length).toBe(asked);
      // A refund does not say whose it is.
      const refund = { id: 're_1', object: 'refund', payment_intent: order.payment.intent };
      expect((await tell(server(), refund, { site: siteAt(1) })).status).toBe(200);
      expect(await stateOf(server(), me, order)).toEqual(unpaid);
      expect(await outcomesOf(server(), order)).toEqual([]);
    });

    test('B5: a payment that was not made here gives nothing', async () => {
      const { me, order } = await begin(server(), host);
      host.pay(order.ref);
      host.change(order.ref, (payment) => (payment.metadata = { order: order.id }));
      expect((await tell(server(), pageObject(order.ref))).status).toBe(200);
      expect(await stateOf(server(), me, order)).toEqual(unpaid);
    });

    test('B6: a webhook while Stripe is down is refused, so that it comes again', async () => {
      const { me, order } = await begin(server(), host);
      host.pay(order.ref);
      host.failsWith = 503;
      expect((await tell(server(), pageObject(order.ref))).status).toBe(503);
      host.failsWith = null;
      expect((await tell(server(), pageObject(order.ref))).status).toBe(200);
      expect(await stateOf(server(), me, order)).toEqual(paid);
    });
  },
  { provider },
);
