// What Stripe is asked for, and what its answers mean: pages, charges of kept cards, refunds, states and errors.
import { once } from 'node:events';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { RefundRefused } from '#server/payments/provider';
import { stripeProvider } from '#server/payments/stripe';
import { withStripe } from '#server/payments/stripe/calls';
import { siteAt } from '../support/server.ts';
import { startStripeHost, STRIPE_KEY } from '../support/stripe-host.ts';
import { RELEASE } from '../support/stripe-params.ts';
import { paymentFor, someCard, someOrder } from '../support/stripe-story.ts';

const tenant = siteAt(0).id;
const host = await startStripeHost();
const now = () => new Date();
const provider = stripeProvider(host.account, now, 120_000);
afterAll(() => host.close());
beforeEach(() => {
  host.failsWith = null;
  [host.losesAnswers, host.declines, host.hangs, host.behind, host.refusesRefunds] = [0, false, false, 0, null];
});

const refusal = (work: Promise<unknown>): Promise<string> => work.then(String, (error: unknown) => String(error));

test('CR18 CR19: a page has the exact price, a neutral text, the return address and our id, and is made once', async () => {
  const order = someOrder();
  const reference = await provider.create(order);
  expect(await provider.create(order)).toEqual(reference);
  const { page, asked } = paymentFor(host, order.id);
  expect(reference).toEqual({ ref: page, redirect: `https://checkout.stripe.com/c/pay/${page}` });
  expect(asked).toEqual({
    ...{ mode: 'payment', locale: 'pl', client_reference_id: order.id, 'allowed_payment_method_types[0]': 'ideal' },
    ...{ 'metadata[tenant]': String(tenant), 'metadata[order]': order.id, 'adaptive_pricing[enabled]': 'false' },
    ...{ success_url: 'https://plain.example/back', cancel_url: 'https://plain.example/back' },
    ...{ 'line_items[0][quantity]': '1', 'line_items[0][price_data][currency]': 'eur' },
    'line_items[0][price_data][unit_amount]': '1999',
    'line_items[0][price_data][product_data][name]': 'Plain "Words"',
    'payment_intent_data[metadata][tenant]': String(tenant),
    'payment_intent_data[metadata][order]': order.id,
    'payment_intent_data[description]': 'Plain "Words"',
    'payment_intent_data[statement_descriptor]': 'Plain  Words',
  });
  const card = someOrder({ method: 'visa', keepsCard: true, amount: 5 });
  await provider.create(card);
  expect(paymentFor(host, card.id).asked).toMatchObject({
    ...{
      'allowed_payment_method_types[0]': 'card',
      'payment_intent_data[statement_descriptor_suffix]': 'Plain  Words',
    },
    ...{ 'payment_intent_data[setup_future_usage]': 'off_session', customer_creation: 'always' },
    'line_items[0][price_data][unit_amount]': '5',
  });
});

test('CR18: a page is asked for anew with each try, and a charge never is', async () => {
  const order = someOrder();
  const { ref } = await provider.create(order);
  expect((await provider.create({ ...order, sentAt: new Date(order.sentAt.getTime() + 1) })).ref).not.toBe(ref);
  const charged = someOrder({ method: 'visa', card: someCard(host) });
  const { ref: charge } = await provider.create(charged);
  expect((await provider.create({ ...charged, sentAt: new Date(charged.sentAt.getTime() + 1) })).ref).toBe(charge);
});

test('the release of Stripe that is spoken has every parameter that is sent, and another release is refused', async () => {
  const sent = async (version: string, form: string) => {
    const headers = { authorization: `Bearer ${STRIPE_KEY}`, 'stripe-version': version };
    const answer = await fetch(`${host.account.url}/v1/checkout/sessions`, { method: 'POST', headers, body: form });
    const { error } = (await answer.json()) as { error: { param?: string } };
    return [answer.status, error.param];
  };
  expect(await sent('2026-07-29.dahlia', 'mode=payment')).toEqual([400, undefined]);
  for (const [param, form] of [
    ['payment_method_types', 'payment_method_types[0]=card'],
    ['payment_intent_data[descriptor]', 'payment_intent_data[descriptor]=x'],
    ['mode', 'mode=setup'],
  ])
    expect(await sent(RELEASE, String(form))).toEqual([400, param]);
});

test('B6: a wrong key, a refused order and a silent Stripe are errors that quote nothing of the order', async () => {
  host.key = 'another';
  expect(await refusal(provider.create(someOrder()))).toBe('ProviderDown: Stripe refuses STRIPE_SECRET_KEY.');
  host.key = STRIPE_KEY;
  expect(await refusal(provider.create(someOrder({ returnTo: 'nowhere' })))).toBe(
    'ProviderDown: Stripe answered 400 about success_url.',
  );
  const silent = stripeProvider({ ...host.account, url: 'http://127.0.0.1:1' }, now);
  expect(await refusal(silent.create(someOrder()))).toBe('ProviderDown: Stripe does not answer.');
  const debit = { mandate: 'M1', holder: 'Eva Jansen', iban: 'NL91ABNA0417164300', signedAt: '2026-11-28T10:00:00Z' };
  expect(await refusal(provider.create(someOrder({ method: 'sdd', debit })))).toMatch(/does not take this method/);
});

test('B6 B7: when the time of its work is over, its answer is not waited for, and nothing more is sent', async () => {
  host.hangs = true;
  const order = someOrder({ method: 'visa', card: someCard(host) });
  const asked = host.requests.length;
  expect(await refusal(stripeProvider(host.account, now, 100).create(order))).toBe(
    'ProviderDown: Stripe does not answer.',
  );
  expect(host.requests.slice(asked)).toEqual(['POST /v1/payment_intents']);
  const work = withStripe(
    host.account,
    async (call) => {
      await once(AbortSignal.timeout(20), 'abort');
      return call('POST', 'payment_intents');
    },
    10,
  );
  await expect(work).rejects.toThrow('Stripe does not answer.');
  host.hangs = false;
  await provider.read('pi_nothing');
  expect(host.requests.slice(asked + 1)).toEqual(['GET /v1/payment_intents/pi_nothing']);
});

test('B7 DE31: a kept card is charged once, also after a day, when Stripe has forgotten the key', async () => {
  const order = someOrder({ method: 'visa', card: someCard(host), amount: 4599 });
  // Its connection is tried twice.
  host.losesAnswers = 2;
  await expect(provider.create(order)).rejects.toThrow();
  host.losesAnswers = 0;
  const { ref, redirect } = await provider.create(order);
  expect([redirect, paymentFor(host, order.id).intent]).toEqual([order.returnTo, ref]);
  host.forgetKeys();
  for (let others = 0; others < 3; others += 1)
    await provider.create(someOrder({ method: 'visa', card: someCard(host) }));
  expect(await provider.create({ ...order, orderedAt: new Date(Date.now() - 86_400_000) })).toEqual({ ref, redirect });
  expect(paymentFor(host, order.id).intent).toBe(ref);
  const reports = await provider.find(order, 30_000);
  expect(reports.map(({ kind, amount, currency }) => [kind, amount, currency])).toEqual([['paid', 4599, 'EUR']]);
  expect(await provider.find({ ...order, tenant: tenant + 1 }, 30_000)).toEqual([]);
  expect(await provider.find({ ...order, id: crypto.randomUUID() }, 30_000)).toEqual([]);
});

test('B1: a charge is found among more than one list holds, also while Stripe’s clock is behind, and only charges are looked through', async () => {
  host.behind = 60;
  const order = someOrder({ method: 'visa', card: someCard(host) });
  const { ref } = await provider.create(order);
  for (let others = 0; others < 101; others += 1)
    await provider.create(someOrder({ method: 'visa', card: someCard(host) }));
  const asked = host.requests.length;
  const reports = await provider.find(order, 30_000);
  expect(reports.map((report) => [report.ref, report.kind])).toEqual([[ref, 'paid']]);
  const lists = host.requests.slice(asked).filter((each) => !each.includes('pi_'));
  expect(lists.slice(0, -2)).toEqual(Array(2).fill('GET /v1/payment_intents'));
  // What was made long after it was sent is not looked through.
  host.behind = -600;
  for (let later = 0; later < 101; later += 1)
    await provider.create(someOrder({ method: 'visa', card: someCard(host) }));
  host.behind = 0;
  const again = host.requests.length;
  await provider.find({ ...order, id: crypto.randomUUID() }, 30_000);
  const pages = Math.ceil(host.payments.filter(({ page }) => page === null).length / 100);
  expect(host.requests.length - again).toBeLessThan(pages);
});

test('B7: a card’s own charges are looked through before it is charged again after a day', async () => {
  const order = someOrder({ method: 'visa', card: someCard(host) });
  const { ref } = await provider.create(order);
  for (let others = 0; others < 101; others += 1)
    await provider.create(someOrder({ method: 'visa', card: someCard(host) }));
  const asked = host.requests.length;
  expect((await provider.create({ ...order, orderedAt: new Date(Date.now() - 86_400_000) })).ref).toBe(ref);
  expect(host.requests.slice(asked)).toEqual(['GET /v1/payment_intents']);
});

test.each([
  [403, undefined],
  [409, 'idempotency_key_in_use'],
  [429, 'lock_timeout'],
  [400, 'rate_limit'],
])(
  'CR23: a refund that is answered with %i %s may be under way, and is not known to be refused',
  async (status, code) => {
    const { ref } = await provider.create(someOrder());
    host.pay(ref);
    const refund = { ref, key: `withdrawal-${ref}`, amount: 500, currency: 'EUR' };
    host.refusesRefunds = { status, code };
    await expect(provider.refund(refund)).rejects.not.toThrow(RefundRefused);
    host.refusesRefunds = null;
    await provider.refund(refund);
    expect(host.payment(ref).refunds).toHaveLength(1);
  },
);

test('CR23: a refund that Stripe refuses is known to be refused; one of which the answer is lost is not', async () => {
  const { ref } = await provider.create(someOrder());
  const refund = { ref, key: `withdrawal-${ref}`, amount: 500, currency: 'EUR' };
  await expect(provider.refund(refund)).rejects.toThrow(RefundRefused);
  host.pay(ref, 'processing');
  await expect(provider.refund(refund)).rejects.toThrow(RefundRefused);
  host.pay(ref);
  host.failsWith = 503;
  await expect(provider.refund(refund)).rejects.not.toThrow(RefundRefused);
  host.failsWith = null;
  await provider.refund(refund);
  host.forgetKeys();
  await provider.refund(refund);
  expect(host.payment(ref).refunds).toHaveLength(1);
  await expect(provider.refund({ ...refund, key: 'another', amount: 1500 })).rejects.toThrow(RefundRefused);
  // Another refund under a key that was used is a mistake, which refunds nothing and is not a refusal.
  host.payment(ref).refunds.length = 0;
  await provider.refund({ ...refund, key: 'twice' });
  host.payment(ref).refunds.length = 0;
  await expect(provider.refund({ ...refund, key: 'twice', amount: 400 })).rejects.not.toThrow(RefundRefused);
});
