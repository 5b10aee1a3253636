// What the answers of Stripe about pages and charges mean, as reports.
import { afterAll, expect, test } from 'vitest';
import { stripeProvider } from '#server/payments/stripe';
import { startStripeHost } from '../support/stripe-host.ts';
import { someCard, someOrder } from '../support/stripe-story.ts';

const host = await startStripeHost();
const provider = stripeProvider(host.account, () => new Date(), 120_000);
afterAll(() => host.close());

test('B5: what another business of the account sells, such as on a page without a price, says nothing', async () => {
  const { ref } = await provider.create(someOrder());
  const { ref: charge } = await provider.create(someOrder({ method: 'visa', card: someCard(host) }));
  host.pay(ref);
  for (const other of [ref, charge])
    host.change(other, (payment) => Object.assign(payment, { metadata: {}, asked: {}, amount: null }));
  expect([await provider.read(ref), await provider.read(charge)]).toEqual([[], []]);
});

test('B3: the states of a page and of a charge, as reports; an unknown one says nothing', async () => {
  const { ref } = await provider.create(someOrder());
  const kinds = async (): Promise<string[]> =>
    (await provider.read(ref)).map(({ kind, amount }) => `${kind} ${amount}`);
  expect(await kinds()).toEqual(['created 1999']);
  for (const [status, kind] of Object.entries({
    ...{ processing: 'pending', requires_action: 'pending', succeeded: 'paid', requires_payment_method: 'failed' },
    canceled: 'failed',
  })) {
    host.pay(ref, status);
    expect(await kinds()).toEqual([`${kind} 1999`]);
  }
  host.change(ref, (payment) => (payment.status = 'paused'));
  expect(await kinds()).toEqual(['unknown 1999']);
  host.pay(ref);
  for (const status of ['failed', 'canceled', 'pending', 'requires_action']) host.refund(ref, 500, status);
  expect(await kinds()).toEqual([
    ...[
      'paid 1999',
      'refunded 500',
      'reversed 500',
      'refunded 1000',
      'reversed 1000',
      'refunded 1500',
      'refunded 2000',
    ],
  ]);
  for (const status of ['prevented', 'warning_closed']) host.dispute(ref, 1999, status);
  expect(await kinds()).toHaveLength(7);
  const { ref: charge } = await provider.create(someOrder({ method: 'visa', card: someCard(host) }));
  for (const [status, kind] of Object.entries({
    ...{ requires_confirmation: 'created', requires_capture: 'pending', canceled: 'cancelled', strange: 'unknown' },
    // There is no page on which its payer could act.
    requires_action: 'failed',
  })) {
    host.pay(charge, status);
    expect((await provider.read(charge)).map((report) => report.kind)).toEqual([kind]);
  }
  for (const unknown of ['cs_test_nothing', 'pi_nothing']) {
    expect(await provider.read(unknown)).toEqual([]);
    await provider.cancel(unknown);
  }
  await provider.cancel(ref);
  expect((await kinds())[0]).toBe('paid 1999');
});
