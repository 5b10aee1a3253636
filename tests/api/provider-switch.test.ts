// Another payment provider sells from now on: what the one before has taken is dealt with there, to its end.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Payment } from '#contract/credits';
import { mollieProvider } from '#server/payments/mollie';
import type { Provider } from '#server/payments/provider';
import { reconcile } from '#server/payments/reconcile';
import { paidRecheck } from '#server/payments/recheck-paid';
import { stripeProvider } from '#server/payments/stripe';
import type { MadeMember } from '../support/members.ts';
import { MOLLIE_KEY, startMollieHost, WEBHOOK_SECRET } from '../support/mollie-host.ts';
import { orderAt, paymentFor, tell } from '../support/mollie-story.ts';
import { stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { startStripeHost } from '../support/stripe-host.ts';
import * as atStripe from '../support/stripe-story.ts';

const tenant = siteAt(0).id;
const [hostBefore, host] = await Promise.all([startMollieHost(), startStripeHost()]);
const now = () => new Date();
const surroundings = { now, webhookSecret: () => Promise.resolve(WEBHOOK_SECRET) };
const mollie = mollieProvider({ key: MOLLIE_KEY, url: hostBefore.url }, surroundings, 120_000);
const stripe = stripeProvider(host.account, now, 120_000);
afterAll(() => Promise.all([hostBefore.close(), host.close()]));
beforeEach(() => {
  hostBefore.failsWith = null;
  hostBefore.losesAnswers = 0;
});

const paid = { credits: 35, paid_user: true, status: 'paid', entries: ['purchase 35'] };

eachEngine(
  'provider switch',
  (server) => {
    const sell = (provider: Provider, ...otherProviders: Provider[]) =>
      void Object.assign(server().app.services, { provider, otherProviders });
    beforeEach(() => sell(mollie));
    const pay = (ref: string) => hostBefore.change(ref, (payment) => (payment.status = 'paid'));
    const begin = async () => {
      const me = await server().member({ country: 'NL' });
      return { me, order: await orderAt(server(), hostBefore, me) };
    };
    /** A purchase at Mollie, before Stripe sells. */
    const bought = async () => {
      const { me, order } = await begin();
      pay(order.ref);
      await tell(server(), `id=${order.ref}`);
      return { me, order };
    };
    const withdraw = (me: MadeMember, payment: string) =>
      server().call('/api/withdrawal.php', { json: { payment }, as: me });
    /** A member whose card Mollie has kept. */
    const withCard = async () => {
      const me = await server().member({ country: 'NL' });
      const order = await orderAt(server(), hostBefore, me, { package: '35', method: 'visa', remember_card: true });
      const mandates = hostBefore.mandates.get(String(order.payment.asked['customerId']));
      const mandate = hostBefore.idOf('mdt');
      mandates?.set(mandate, null);
      hostBefore.change(order.ref, (payment) => {
        payment.mandateId = mandate;
        payment.details = { cardNumber: '4242', cardLabel: 'Visa', cardHolder: 'Eva Jansen' };
      });
      pay(order.ref);
      await tell(server(), `id=${order.ref}`);
      return { me, mandates };
    };
    const repeat = async (me: MadeMember, key = crypto.randomUUID()) => {
      const { body: list } = await server().call('/api/repeat-order.php', { as: me });
      const [first] = list['packages'] as { id: string; price: { amount: number } }[];
      const json = { package: first?.id, amount: first?.price.amount };
      return server().call('/api/repeat-order.php', { json, as: me, headers: { 'idempotency-key': key } });
    };

    test('CR14 DE112: an order that was open is paid by its webhook, and a new one goes to the provider that sells', async () => {
      const { me, order } = await begin();
      sell(stripe, mollie);
      pay(order.ref);
      expect((await tell(server(), `id=${order.ref}`)).status).toBe(200);
      expect(await stateOf(server(), me, order)).toEqual(paid);
      const next = await atStripe.orderAt(server(), host, me);
      host.pay(next.ref);
      expect((await atStripe.tell(server(), atStripe.pageObject(next.ref))).status).toBe(200);
      expect(await stateOf(server(), me, next)).toMatchObject({ credits: 70, status: 'paid' });
    });

    test('B1 DE112: an order of which no webhook tells is asked about where it was placed', async () => {
      const { me, order } = await begin();
      sell(stripe, mollie);
      pay(order.ref);
      server().advance(120);
      await reconcile(server().app.services, tenant);
      expect(await stateOf(server(), me, order)).toEqual(paid);
    });

    test('CR18 DE112: an order is cancelled where it was placed, and one that was not sent yet is sent there', async () => {
      const { me, order } = await begin();
      const json = { package: '35', method: 'ideal' };
      const headers = { 'idempotency-key': crypto.randomUUID() };
      hostBefore.failsWith = 503;
      expect((await server().call('/api/payment.php', { json, as: me, headers })).status).toBe(503);
      hostBefore.failsWith = null;
      sell(stripe, mollie);
      hostBefore.change(order.ref, (payment) => (payment.status = 'open'));
      const cancel = { method: 'DELETE', json: { payment: order.id }, as: me };
      const { body: cancelled } = await server().call('/api/payment.php', cancel);
      expect([(cancelled['payment'] as Payment).status, order.payment.status]).toEqual(['cancelled', 'canceled']);
      const { body } = await server().call('/api/payment.php', { json, as: me, headers });
      const { id } = paymentFor(hostBefore, (body['payment'] as Payment).payment_id);
      expect(body['redirect']).toBe(`https://www.mollie.com/checkout/${id}`);
    });

    test('CR23 DE112: a withdrawal is refunded where it was paid; without that key it waits, and says which', async () => {
      const { me, order } = await bought();
      sell(stripe);
      expect((await tell(server(), `id=${order.ref}`)).status).toBe(404);
      expect((await withdraw(me, order.id)).status).toBe(200);
      await expect(server().runJobs()).rejects.toThrow(/no key of the payment provider mollie/);
      expect(order.payment.refunds).toEqual([]);
      sell(stripe, mollie);
      await server().runJobs();
      expect(order.payment.refunds).toHaveLength(1);
      expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'refunded' });
    });

    test('CR20 DE60 DE112: a chargeback of which no webhook tells is found, also while the provider that sells is down', async () => {
      const { me, order } = await bought();
      sell(stripe, mollie);
      const next = await atStripe.orderAt(server(), host, me);
      host.pay(next.ref);
      await atStripe.tell(server(), atStripe.pageObject(next.ref));
      hostBefore.chargeBack(order.ref, (order.amount / 100).toFixed(2));
      server().advance(86_400);
      host.failsWith = 503;
      await expect(paidRecheck.run(server().app.services, { tenant })).rejects.toThrow();
      host.failsWith = null;
      expect(await stateOf(server(), me, order)).toMatchObject({ credits: 35, status: 'chargeback' });
    });

    test('DE31 DB27 DE112: a kept card is charged only by who has kept it, and is forgotten there', async () => {
      const { me, mandates } = await withCard();
      hostBefore.losesAnswers = 1;
      const key = crypto.randomUUID();
      const open = (await repeat(me, key)).body['payment'] as Payment;
      hostBefore.losesAnswers = 0;
      expect(open.status).toBe('pending');
      sell(stripe, mollie);
      expect((await repeat(me)).body.error?.code).toBe('no_card');
      const charge = paymentFor(hostBefore, open.payment_id);
      pay(charge.id);
      server().advance(30);
      await reconcile(server().app.services, tenant);
      expect(await stateOf(server(), me, { id: open.payment_id, amount: 0, currency: '' })).toMatchObject({
        ...{ status: 'paid', credits: 70 },
      });
      expect((await server().call('/api/repeat-order.php', { method: 'DELETE', as: me })).status).toBe(204);
      await server().runJobs();
      expect(mandates?.size).toBe(0);
    });
  },
  { provider: mollie },
);
