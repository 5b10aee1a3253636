// Orders at Stripe: one that fails is sent again, cards are kept, charged and forgotten, and methods offered are those it has.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Payment } from '#contract/credits';
import { reconcile } from '#server/payments/reconcile';
import { stripeProvider } from '#server/payments/stripe';
import { eventually } from '../support/eventually.ts';
import type { MadeMember } from '../support/members.ts';
import { stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { startStripeHost } from '../support/stripe-host.ts';
import { chargeObject, orderAt, pageObject, paymentFor, tell } from '../support/stripe-story.ts';

const tenant = siteAt(0).id;
const host = await startStripeHost();
let later = 0;
const provider = stripeProvider(host.account, () => new Date(Date.now() + later), 120_000);
afterAll(() => host.close());
beforeEach(() => {
  host.failsWith = null;
  [host.losesAnswers, host.declines] = [0, false];
});

eachEngine(
  'orders at stripe',
  (server) => {
    const repeat = async (me: MadeMember) => {
      const { body: list } = await server().call('/api/repeat-order.php', { as: me });
      const [first] = list['packages'] as { id: string; price: { amount: number } }[];
      const json = { package: first?.id, amount: first?.price.amount };
      const { body } = await server().call('/api/repeat-order.php', { json, as: me });
      return body['payment'] as Payment;
    };
    /** A member who has paid by card, and let it be kept. */
    const withCard = async () => {
      const me = await server().member({ country: 'NL' });
      const order = await orderAt(server(), host, me, { package: '35', method: 'visa', remember_card: true });
      const method = { id: host.idOf('pm'), card: { brand: 'visa', last4: '4242' } };
      host.change(order.ref, (payment) => (payment.method = method));
      host.customers.set(String(order.payment.customer), method);
      host.pay(order.ref);
      expect((await tell(server(), pageObject(order.ref))).status).toBe(200);
      return { me, order };
    };
    const without = { amount: 0, currency: '' };

    test('CR18 B6: while Stripe is down an order is refused, and the same one goes through once afterwards', async () => {
      const me = await server().member({ country: 'NL' });
      const json = { package: '35', method: 'ideal' };
      const headers = { 'idempotency-key': crypto.randomUUID() };
      // Stripe repeats each failure under the key with which it was asked.
      for (const error of [503, 500]) {
        host.failsWith = error;
        expect((await server().call('/api/payment.php', { json, as: me, headers })).status).toBe(503);
        host.failsWith = null;
        server().advance(1);
      }
      const { status, body } = await server().call('/api/payment.php', { json, as: me, headers });
      const payment = body['payment'] as Payment;
      expect([status, payment.status]).toEqual([200, 'created']);
      const { page } = paymentFor(host, payment.payment_id);
      expect(body['redirect']).toBe(`https://checkout.stripe.com/c/pay/${page}`);
      const cancel = { method: 'DELETE', json: { payment: payment.payment_id }, as: me };
      const cancelled = await server().call('/api/payment.php', cancel);
      expect((cancelled.body['payment'] as Payment).status).toBe('cancelled');
      expect(host.payment(String(page)).status).toBe('expired');
    });

    test('CR18 B6: a page whose address was lost is no one’s; the next try has another, which alone is paid', async () => {
      const me = await server().member({ country: 'NL' });
      const order = { json: { package: '35', method: 'ideal' }, as: me };
      const headers = { 'idempotency-key': crypto.randomUUID() };
      host.losesAnswers = 2;
      expect((await server().call('/api/payment.php', { ...order, headers })).status).toBe(503);
      host.losesAnswers = 0;
      const lost = host.payments.at(-1);
      server().advance(1);
      // One that is asked while the other is at work is told to come again.
      const ask = () =>
        eventually(async () => {
          const answer = await server().call('/api/payment.php', { ...order, headers });
          expect(answer.body.error?.code).toBeUndefined();
          return answer;
        });
      const [one, other] = await Promise.all([ask(), ask()]);
      expect(one.body['redirect']).toBe(other.body['redirect']);
      const { page } = host.payments.at(-1) ?? {};
      expect([one.body['redirect'], page === lost?.page]).toEqual([`https://checkout.stripe.com/c/pay/${page}`, false]);
      const { payment_id: id } = one.body['payment'] as Payment;
      host.change(String(lost?.page), (payment) => (payment.status = 'expired'));
      await tell(server(), pageObject(String(lost?.page)));
      expect(await stateOf(server(), me, { id, ...without })).toMatchObject({ status: 'created' });
      host.pay(String(page));
      await tell(server(), pageObject(String(page)));
      expect(await stateOf(server(), me, { id, ...without })).toMatchObject({ status: 'paid', credits: 35 });
    });

    test('CR12 DE31 DB27 DE104 B2: a kept card is charged at once, declined, and forgotten with its customer', async () => {
      const { me, order } = await withCard();
      const { body: list } = await server().call('/api/repeat-order.php', { as: me });
      expect(list['card']).toEqual({ brand: 'Visa', last_four: '4242' });
      const { payment_id: id } = await repeat(me);
      const charge = chargeObject(paymentFor(host, id).intent);
      expect((await tell(server(), charge, { site: siteAt(1) })).status).toBe(200);
      const elsewhere = await server().database.inTenant(siteAt(1).id, (db) =>
        db.selectFrom('webhook_event').select('event_id').execute(),
      );
      expect(elsewhere).toEqual([]);
      await tell(server(), charge);
      expect((await stateOf(server(), me, { id, ...without })).credits).toBe(70);
      host.declines = true;
      const { payment_id: declined } = await repeat(me);
      await tell(server(), chargeObject(paymentFor(host, declined).intent));
      expect(await stateOf(server(), me, { id: declined, ...without })).toMatchObject({
        status: 'failed',
        credits: 70,
      });
      expect((await server().call('/api/repeat-order.php', { method: 'DELETE', as: me })).status).toBe(204);
      expect(host.customers.has(String(order.payment.customer))).toBe(true);
      await server().runJobs();
      expect(host.customers.has(String(order.payment.customer))).toBe(false);
      await provider.forget(`${order.payment.customer}/pm_1`);
    });

    test('DE31: a card that its payer did not let be kept is not', async () => {
      const me = await server().member({ country: 'NL' });
      const order = await orderAt(server(), host, me, { package: '35', method: 'visa' });
      host.change(order.ref, (payment) => {
        payment.customer = host.idOf('cus');
        payment.method = { id: host.idOf('pm'), card: { brand: 'visa', last4: '4242' } };
      });
      host.pay(order.ref);
      await tell(server(), pageObject(order.ref));
      const { body } = await server().call('/api/repeat-order.php', { as: me });
      expect(body['card'] ?? null).toBeNull();
    });

    test('DE31 B6: a charge of a kept card whose answer is lost is found by our own id, and made once', async () => {
      const { me } = await withCard();
      host.losesAnswers = 2;
      const { payment_id: id, status } = await repeat(me);
      host.losesAnswers = 0;
      expect(status).toBe('pending');
      server().advance(30);
      await reconcile(server().app.services, tenant);
      expect(await stateOf(server(), me, { id, ...without })).toMatchObject({ status: 'paid', credits: 70 });
      expect(paymentFor(host, id).intentStatus).toBe('succeeded');
    });

    test('CR24 CR25 CR26 CR28: methods offered and taken are those that Stripe has and its account has switched on', async () => {
      const me = await server().member({ country: 'NL' });
      const offered = async () => {
        const { body } = await server().call('/api/paymentmethods.php', { as: me });
        return (body['methods'] as { id: string }[]).map(({ id }) => id);
      };
      host.methods = ['card', 'apple_pay', 'ideal'];
      later += 700_000;
      await eventually(async () => {
        expect(await offered()).toEqual(['ideal', 'visa', 'mastercard', 'maestro', 'creditcard', 'applepay']);
      });
      for (const method of ['sct', 'paysafecard', 'paypal']) {
        const { body } = await server().call('/api/payment.php', { json: { package: '35', method }, as: me });
        expect(body.error?.code).toBe('unknown_method');
      }
      const taken = [provider.takes('visa', 'PLN'), provider.takes('ideal', 'PLN'), provider.takes('sdd', 'EUR')];
      expect(taken).toEqual([true, false, false]);
      host.failsWith = 503;
      later += 700_000;
      const before = host.requests.length;
      expect(provider.takes('ideal', 'EUR')).toBe(true);
      await eventually(() => expect(host.requests).toHaveLength(before + 1));
      host.failsWith = null;
      host.methods = [];
      later += 40_000;
      await eventually(() => expect(provider.takes('ideal', 'EUR')).toBe(false));
    });
  },
  { provider },
);
