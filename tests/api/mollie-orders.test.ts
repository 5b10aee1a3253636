// What Mollie is asked for: payments, kept cards, direct debits and their refunds, and the methods that are offered.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Payment } from '#contract/credits';
import { mollieProvider, webhookQuery } from '#server/payments/mollie';
import { type ProviderOrder, RefundRefused } from '#server/payments/provider';
import { reconcile } from '#server/payments/reconcile';
import { eventually } from '../support/eventually.ts';
import type { MadeMember } from '../support/members.ts';
import { MOLLIE_KEY, startMollieHost, WEBHOOK_SECRET } from '../support/mollie-host.ts';
import { orderAt, paymentFor, tell } from '../support/mollie-story.ts';
import { stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const host = await startMollieHost();
const METHODS = host.methods;
let later = 0;
const around = { now: () => new Date(Date.now() + later), webhookSecret: () => Promise.resolve(WEBHOOK_SECRET) };
const provider = mollieProvider({ key: MOLLIE_KEY, url: host.url }, around, 120_000);
afterAll(() => host.close());
beforeEach(() => {
  host.failsWith = null;
  [host.losesAnswers, host.declines] = [0, false];
  host.methods = METHODS;
});

const someOrder = (given: Partial<ProviderOrder> = {}): ProviderOrder => ({
  ...{ orderedAt: new Date(), sentAt: new Date() },
  ...{ tenant, id: crypto.randomUUID(), amount: 1999, currency: 'EUR', method: 'ideal' },
  ...{ hasBankStep: false, keepsCard: false, card: null, debit: null, language: 'pl', descriptor: 'Plain Words' },
  ...{ returnTo: 'https://plain.example/back', notify: 'https://plain.example/api/webhook/mollie' },
  ...given,
});
const refusal = (work: Promise<unknown>): Promise<string> => work.then(String, (error: unknown) => String(error));

test('CR18 CR19: a payment has the exact price, a neutral text, the return address and our id, and is made once', async () => {
  const query = webhookQuery(WEBHOOK_SECRET, tenant);
  const order = someOrder({ amount: 5 });
  const reference = await provider.create(order);
  expect(await provider.create(order)).toEqual(reference);
  expect(paymentFor(host, order.id).asked).toEqual({
    amount: { currency: 'EUR', value: '0.05' },
    ...{ description: 'Plain Words', method: 'ideal', locale: 'pl_PL', metadata: { tenant, order: order.id } },
    ...{ redirectUrl: 'https://plain.example/back', webhookUrl: `https://plain.example/api/webhook/mollie?${query}` },
  });
  expect(reference.redirect).toBe(`https://www.mollie.com/checkout/${reference.ref}`);
  for (const [amount, value] of [
    [100, '1.00'],
    [123_456, '1234.56'],
  ] as const) {
    const other = someOrder({ amount, notify: 'http://plain.localhost/hook' });
    await provider.create(other);
    const { asked } = paymentFor(host, other.id);
    // A developer's address cannot be reached, and Mollie would refuse it.
    expect([asked['amount'], asked['webhookUrl']]).toEqual([{ currency: 'EUR', value }, undefined]);
  }
});

test('B6: a wrong key, a refused order and a silent Mollie are errors that quote nothing of the order', async () => {
  const order = someOrder({ descriptor: 'secret' });
  host.key = 'another';
  expect(await refusal(provider.create(order))).toBe('ProviderDown: Mollie refuses MOLLIE_API_KEY.');
  host.key = MOLLIE_KEY;
  expect(await refusal(provider.create(someOrder({ currency: 'euro' })))).toBe(
    'ProviderDown: Mollie answered 422 about amount.',
  );
  const silent = mollieProvider({ key: MOLLIE_KEY, url: 'https://127.0.0.1:1' }, around);
  expect(await refusal(silent.create(order))).toBe('ProviderDown: Mollie cannot be reached.');
  const query = (): string => webhookQuery(WEBHOOK_SECRET, tenant).replace('token=', '');
  const told = { query, header: () => undefined, knows: () => Promise.resolve(false) };
  await expect(silent.receive(told, Buffer.from('id=tr_1'), tenant, new Date())).rejects.toThrow();
});

test('B7 DE33: a debit has a customer and a mandate of its own, and is charged once, also after an hour', async () => {
  const payer = { holder: 'Eva Jansen', iban: 'NL91ABNA0417164300' };
  const debit = { ...payer, mandate: 'M1-AB', signedAt: '2026-11-28T10:00:00.000Z' };
  const order = someOrder({ method: 'sdd', debit });
  host.losesAnswers = 1;
  await expect(provider.create(order)).rejects.toThrow();
  const { ref, redirect } = await provider.create(order);
  expect(redirect).toBe(order.returnTo);
  const { customerId, mandateId, ...asked } = paymentFor(host, order.id).asked;
  expect(asked).toMatchObject({ sequenceType: 'recurring', amount: { currency: 'EUR', value: '19.99' } });
  expect(asked).not.toHaveProperty('method');
  expect(host.mandates.get(String(customerId))?.get(String(mandateId))).toEqual({
    ...{ method: 'directdebit', consumerName: 'Eva Jansen', consumerAccount: 'NL91ABNA0417164300' },
    ...{ signatureDate: '2026-11-28', mandateReference: 'M1-AB' },
  });
  host.forgetKeys();
  expect(await provider.create({ ...order, orderedAt: new Date(Date.now() - 3_600_000) })).toEqual({ ref, redirect });
  expect(paymentFor(host, order.id).id).toBe(ref);
  const reports = await provider.find(order, 30_000);
  expect(reports.map(({ kind, amount }) => [kind, amount])).toEqual([['pending', 1999]]);
  expect(JSON.stringify(reports)).not.toMatch(/NL91|Jansen/);
  expect(await provider.find({ ...order, id: crypto.randomUUID() }, 30_000)).toEqual([]);
});

test('CR23: a refund that Mollie refuses is known to be refused; one of which the answer is lost is not', async () => {
  const order = someOrder();
  const { ref } = await provider.create(order);
  const refund = { ref, key: 'withdrawal-1', amount: 500, currency: 'EUR' };
  await expect(provider.refund(refund)).rejects.toThrow(RefundRefused);
  host.change(ref, (payment) => (payment.status = 'paid'));
  host.forgetKeys();
  host.failsWith = 503;
  await expect(provider.refund(refund)).rejects.not.toThrow(RefundRefused);
  host.failsWith = null;
  await provider.refund(refund);
  host.forgetKeys();
  await provider.refund(refund);
  expect(host.payment(ref).refunds).toHaveLength(1);
  await expect(provider.refund({ ...refund, key: 'withdrawal-2', amount: 1500 })).rejects.toThrow(RefundRefused);
});

test('B3: the states of a payment, as reports; an unknown one says nothing', async () => {
  const { ref } = await provider.create(someOrder());
  for (const [status, kind] of Object.entries({
    ...{ open: 'created', pending: 'pending', authorized: 'pending', paid: 'paid', failed: 'failed' },
    ...{ canceled: 'cancelled', expired: 'expired', reviewed: 'unknown' },
  })) {
    host.change(ref, (payment) => (payment.status = status));
    expect((await provider.read(ref)).map((report) => report.kind)).toEqual([kind]);
  }
  host.change(ref, (payment) => (payment.status = 'paid'));
  for (const status of ['failed', 'failed', 'pending']) host.refund(ref, '19.99', status);
  expect((await provider.read(ref)).map((report) => `${report.kind} ${report.amount}`)).toEqual([
    ...['paid 1999', 'refunded 1999', 'reversed 1999', 'refunded 3998', 'reversed 3998', 'refunded 5997'],
  ]);
  expect(await provider.read('tr_nothing')).toEqual([]);
  await provider.cancel('tr_nothing');
  await provider.cancel(ref);
  expect(host.payment(ref).status).toBe('paid');
});

eachEngine(
  'orders at mollie',
  (server) => {
    const repeat = async (me: MadeMember, key: string) => {
      const { body: list } = await server().call('/api/repeat-order.php', { as: me });
      const [first] = list['packages'] as { id: string; price: { amount: number } }[];
      const json = { package: first?.id, amount: first?.price.amount };
      return server().call('/api/repeat-order.php', { json, as: me, headers: { 'idempotency-key': key } });
    };
    /** A member who has paid by card, and let it be kept. */
    const withCard = async () => {
      const me = await server().member({ country: 'NL' });
      const order = await orderAt(server(), host, me, { package: '35', method: 'visa', remember_card: true });
      const customer = String(order.payment.asked['customerId']);
      expect(order.payment.asked).toMatchObject({ sequenceType: 'first', method: 'creditcard' });
      const mandate = host.idOf('mdt');
      host.mandates.get(customer)?.set(mandate, null);
      host.change(order.ref, (payment) => {
        payment.status = 'paid';
        payment.mandateId = mandate;
        payment.details = { cardNumber: '4242', cardLabel: 'Visa', cardHolder: 'Eva Jansen' };
      });
      expect((await tell(server(), `id=${order.ref}`)).status).toBe(200);
      return { me, order, mandates: host.mandates.get(customer) };
    };

    test('CR18 B6: while Mollie is down an order is refused, and the same one goes through once afterwards', async () => {
      const me = await server().member({ country: 'NL' });
      const json = { package: '35', method: 'ideal' };
      const headers = { 'idempotency-key': crypto.randomUUID() };
      host.failsWith = 503;
      expect((await server().call('/api/payment.php', { json, as: me, headers })).status).toBe(503);
      host.failsWith = null;
      host.losesAnswers = 1;
      expect((await server().call('/api/payment.php', { json, as: me, headers })).status).toBe(503);
      const { status, body } = await server().call('/api/payment.php', { json, as: me, headers });
      const payment = body['payment'] as Payment;
      expect([status, payment.status]).toEqual([200, 'created']);
      expect(body['redirect']).toBe(`https://www.mollie.com/checkout/${paymentFor(host, payment.payment_id).id}`);
      const cancel = { method: 'DELETE', json: { payment: payment.payment_id }, as: me };
      const cancelled = await server().call('/api/payment.php', cancel);
      expect((cancelled.body['payment'] as Payment).status).toBe('cancelled');
    });

    test('CR12 DE31 DB27: a kept card is charged at once, declined, and forgotten with its mandate', async () => {
      const { me, mandates } = await withCard();
      const { body: list } = await server().call('/api/repeat-order.php', { as: me });
      expect(list['card']).toEqual({ brand: 'Visa', last_four: '4242' });
      const { body } = await repeat(me, crypto.randomUUID());
      const { payment_id: id } = body['payment'] as Payment;
      await tell(server(), `id=${paymentFor(host, id).id}`);
      expect((await stateOf(server(), me, { id, amount: 0, currency: '' })).credits).toBe(70);
      host.declines = true;
      const { body: declined } = await repeat(me, crypto.randomUUID());
      const failed = declined['payment'] as Payment;
      await tell(server(), `id=${paymentFor(host, failed.payment_id).id}`);
      expect(await stateOf(server(), me, { id: failed.payment_id, amount: 0, currency: '' })).toMatchObject({
        ...{ status: 'failed', credits: 70 },
      });
      expect((await server().call('/api/repeat-order.php', { method: 'DELETE', as: me })).status).toBe(204);
      expect(mandates?.size).toBe(1);
      await server().runJobs();
      expect(mandates?.size).toBe(0);
    });

    test('DE31 B6: a charge of a kept card whose answer is lost is found by our own id, and made once', async () => {
      const { me } = await withCard();
      host.losesAnswers = 1;
      const { body } = await repeat(me, crypto.randomUUID());
      const { payment_id: id, status } = body['payment'] as Payment;
      expect(status).toBe('pending');
      server().advance(30);
      await reconcile(server().app.services, tenant);
      expect(await stateOf(server(), me, { id, amount: 0, currency: '' })).toMatchObject({
        status: 'paid',
        credits: 70,
      });
      expect(paymentFor(host, id).status).toBe('paid');
    });

    test('CR24 CR25 CR26 CR28: methods offered and taken are those that Mollie has and its account has switched on', async () => {
      const me = await server().member({ country: 'NL' });
      const offered = async () => {
        const { body } = await server().call('/api/paymentmethods.php', { as: me });
        return (body['methods'] as { id: string }[]).map(({ id }) => id);
      };
      later += 700_000;
      const cards = ['visa', 'mastercard', 'maestro', 'creditcard'];
      await eventually(async () => {
        expect(await offered()).toEqual(['ideal', 'paypal', ...cards, 'applepay', 'googlepay', 'sdd', 'sct']);
      });
      for (const method of ['klarna', 'paysafecard', 'nonsense']) {
        const { body } = await server().call('/api/payment.php', { json: { package: '35', method }, as: me });
        expect(body.error?.code).toBe('unknown_method');
      }
      host.methods = ['ideal'];
      const other = mollieProvider({ key: MOLLIE_KEY, url: host.url }, around, 120_000);
      expect(other.takes('paypal', 'EUR')).toBe(true);
      await eventually(() => expect(other.takes('paypal', 'EUR')).toBe(false));
      const taken = [other.takes('ideal', 'EUR'), other.takes('sdd', 'EUR'), other.takes('dankort', 'DKK')];
      expect(taken).toEqual([true, true, false]);
      [host.methods, host.failsWith] = [['paypal'], 503];
      later += 700_000;
      const before = host.requests.length;
      expect(other.takes('paypal', 'EUR')).toBe(false);
      // The client sends each of the two questions three times; what is asked after them is answered after them.
      await eventually(() => expect(host.requests).toHaveLength(before + 6));
      await expect(provider.read('tr_1')).rejects.toThrow('503');
      expect(other.takes('paypal', 'EUR')).toBe(false);
      host.failsWith = null;
      later += 700_000;
      await eventually(() => expect(other.takes('paypal', 'EUR')).toBe(true));
    });
  },
  { provider },
);
