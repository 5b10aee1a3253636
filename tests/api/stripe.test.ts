// Payments through Stripe, against a local server that answers as its documented API does: reports are told at once, lost,
// doubled, reordered and late, and end the same.
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { reconcile } from '#server/payments/reconcile';
import { paidRecheck } from '#server/payments/recheck-paid';
import { stripeProvider } from '#server/payments/stripe';
import { deliveries } from '../support/mollie-story.ts';
import { spend, stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { startStripeHost } from '../support/stripe-host.ts';
import { begin, outcomesOf, pageObject, paid, play, tell, unpaid } from '../support/stripe-story.ts';

const tenant = siteAt(0).id;
const host = await startStripeHost();
const provider = stripeProvider(host.account, () => new Date(), 120_000);
afterAll(() => host.close());
afterEach(() => {
  host.failsWith = null;
  host.losesAnswers = 0;
});

eachEngine(
  'stripe',
  (server) => {
    describe.each(deliveries)('with reports %s', (delivery) => {
      test('B1 B3 B4 CR14 CR20: an order that is paid gives its credits once', async () => {
        const { me, order } = await begin(server(), host);
        await play(server(), host, order.ref, delivery, [
          () => host.pay(order.ref, 'processing'),
          () => host.pay(order.ref),
        ]);
        expect(await stateOf(server(), me, order)).toEqual(paid);
        expect((await tell(server(), pageObject(order.ref))).status).toBe(200);
        expect(await stateOf(server(), me, order)).toEqual(paid);
      });

      test('B3 CR15: an order that failed or expired gives nothing', async () => {
        const fails = (ref: string) => [
          () => host.pay(ref, 'processing'),
          () => host.pay(ref, 'requires_payment_method'),
        ];
        const expires = (ref: string) => [() => host.change(ref, (payment) => (payment.status = 'expired'))];
        for (const [changes, status] of [
          [fails, 'failed'],
          [expires, 'expired'],
        ] as const) {
          const { me, order } = await begin(server(), host);
          await play(server(), host, order.ref, delivery, changes(order.ref));
          expect(await stateOf(server(), me, order)).toEqual({ ...unpaid, status });
        }
      });

      test('B3 CR20 CR23: refunds in parts take back what they pay for, and one that fails gives it again', async () => {
        const { me, order } = await begin(server(), host);
        const part = Math.ceil(order.amount / 5);
        await play(server(), host, order.ref, delivery, [
          () => host.pay(order.ref),
          () => host.refund(order.ref, part, 'pending'),
          () => host.refund(order.ref, part),
        ]);
        expect(await stateOf(server(), me, order)).toMatchObject({ credits: 21, status: 'partly_refunded' });
        host.change(order.ref, ({ refunds }) => refunds.forEach((each) => (each.status = 'failed')));
        await tell(server(), pageObject(order.ref));
        expect(await stateOf(server(), me, order)).toMatchObject({ credits: 35, status: 'paid', paid_user: true });
        host.refund(order.ref, order.amount);
        await tell(server(), pageObject(order.ref));
        expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'refunded', paid_user: false });
      });

      test('B3 CR20: a dispute takes the unspent credits, one that is won gives them back, a question of the bank nothing', async () => {
        const { me, order } = await begin(server(), host);
        await play(server(), host, order.ref, delivery, [
          () => host.pay(order.ref),
          () => host.dispute(order.ref, order.amount, 'warning_needs_response'),
        ]);
        expect(await stateOf(server(), me, order)).toEqual(paid);
        host.dispute(order.ref, order.amount);
        await tell(server(), { id: 'du_1', object: 'dispute', payment_intent: order.payment.intent });
        expect(await stateOf(server(), me, order)).toMatchObject({
          ...{ credits: 0, status: 'chargeback', paid_user: false },
        });
        host.change(order.ref, ({ disputes }) => disputes.slice(1).forEach((each) => (each.status = 'won')));
        await tell(server(), { id: 'du_1', object: 'dispute', payment_intent: order.payment.intent });
        expect(await stateOf(server(), me, order)).toMatchObject({ credits: 35, status: 'paid', paid_user: true });
      });
    });

    test('B1: an order of which no webhook ever tells is asked about, and paid once', async () => {
      const { me, order } = await begin(server(), host);
      host.pay(order.ref);
      server().advance(120);
      await reconcile(server().app.services, tenant);
      expect(await stateOf(server(), me, order)).toEqual(paid);
      await tell(server(), pageObject(order.ref));
      expect(await stateOf(server(), me, order)).toEqual(paid);
    });

    test('CR20 DE60: a refund and a dispute of which no webhook tells are found, and count once', async () => {
      const { me, order } = await begin(server(), host);
      host.pay(order.ref);
      await tell(server(), pageObject(order.ref));
      const part = Math.ceil(order.amount / 5);
      host.refund(order.ref, part);
      server().advance(86_400);
      await paidRecheck.run(server().app.services, { tenant });
      expect(await stateOf(server(), me, order)).toMatchObject({ credits: 28, status: 'partly_refunded' });
      host.dispute(order.ref, order.amount - part);
      server().advance(2 * 86_400);
      await paidRecheck.run(server().app.services, { tenant });
      const after = await stateOf(server(), me, order);
      expect(after).toMatchObject({ credits: 0, status: 'chargeback', paid_user: false });
      await tell(server(), pageObject(order.ref));
      expect(await stateOf(server(), me, order)).toEqual(after);
    });

    test('B5: another amount or currency than the order’s is parked for a person, and gives nothing', async () => {
      for (const change of [{ amount: 1 }, { currency: 'usd' }]) {
        const { me, order } = await begin(server(), host);
        host.change(order.ref, (payment) => Object.assign(payment, change));
        host.pay(order.ref);
        expect((await tell(server(), pageObject(order.ref))).status).toBe(200);
        expect(await stateOf(server(), me, order)).toEqual(unpaid);
        expect(await outcomesOf(server(), order)).toEqual(['parked']);
      }
    });

    test('B3: a dispute over more than the price, or in another currency, takes the price and keeps nothing from being told', async () => {
      for (const dispute of [[51], [2050, 'usd']] as const) {
        const { me, order } = await begin(server(), host);
        host.pay(order.ref);
        const [amount, currency] = [dispute[1] ? dispute[0] : order.amount + dispute[0], dispute[1]];
        host.dispute(order.ref, amount, 'needs_response', currency);
        expect((await tell(server(), pageObject(order.ref))).status).toBe(200);
        expect(await stateOf(server(), me, order)).toMatchObject({
          credits: 0,
          status: 'chargeback',
          paid_user: false,
        });
        expect(await outcomesOf(server(), order)).toEqual(['applied', 'applied']);
      }
    });

    test('CR23 B1: a withdrawal is refunded once, also when the answer is lost and its key is forgotten', async () => {
      const { me, order } = await begin(server(), host);
      host.pay(order.ref);
      await tell(server(), pageObject(order.ref));
      await spend(server(), me, 10);
      const { body } = await server().call('/api/withdrawal.php', { json: { payment: order.id }, as: me });
      const { refund } = body['withdrawal'] as { refund: { amount: number } };
      // Its connection is tried twice.
      host.losesAnswers = 2;
      await expect(server().runJobs()).rejects.toThrow();
      host.losesAnswers = 0;
      host.forgetKeys();
      await server().runJobs();
      expect(order.payment.refunds.map(({ amount }) => amount)).toEqual([refund.amount]);
      expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'partly_refunded' });
    });
  },
  { provider },
);
