// What the doctor says of Mollie, of Stripe, and of a provider that is not there.
import { afterAll, afterEach, expect, test } from 'vitest';
import { paymentFinding } from '#scripts/doctor/payments';
import { startMollieHost } from '../support/mollie-host.ts';
import { startStripeHost } from '../support/stripe-host.ts';

const LIVE = `live_${'k'.repeat(30)}`;
const TEST = `test_${'k'.repeat(30)}`;
const host = await startMollieHost();
afterAll(() => host.close());
afterEach(() => void (host.failsWith = null));

const withKey = (key: string, url = host.url) => paymentFinding({ sandbox: null, mollie: { key, url }, stripe: null });

test('a live key that Mollie accepts is good; a test key moves no money', async () => {
  host.key = LIVE;
  expect(await withKey(LIVE)).toEqual({ state: 'good', about: 'payments', text: 'Mollie accepts the live key' });
  host.key = TEST;
  expect(await withKey(TEST)).toEqual({
    ...{ state: 'warning', about: 'payments' },
    text: 'Mollie accepts the test key, which moves no money',
  });
  expect(host.requests).toEqual(['GET /v2/methods', 'GET /v2/methods']);
});

test.each([
  [LIVE, 'live'],
  [TEST, 'test'],
])('a key that Mollie refuses is said with its cure, without the key: %s', async (key, kind) => {
  host.key = `${kind}_another`;
  expect(await withKey(key)).toEqual({
    ...{ state: 'bad', about: 'payments' },
    text: `Mollie refuses the ${kind} key with 401; check MOLLIE_API_KEY.`,
  });
});

test('without a network, and while Mollie is down, that is what is said', async () => {
  expect(await withKey(LIVE, 'https://127.0.0.1:1')).toEqual({
    ...{ state: 'bad', about: 'payments' },
    text: 'Mollie does not answer; check the network of this machine.',
  });
  host.key = LIVE;
  host.failsWith = 503;
  expect(await withKey(LIVE)).toMatchObject({ state: 'bad', text: expect.stringContaining('503') });
});

test('the same of a key of Stripe, and nothing is changed there', async () => {
  const other = await startStripeHost();
  const live = `rk_live_${'k'.repeat(24)}`;
  const withStripe = (key: string) =>
    paymentFinding({ sandbox: null, mollie: null, stripe: { ...other.account, key } });
  other.key = live;
  expect(await withStripe(live)).toEqual({ state: 'good', about: 'payments', text: 'Stripe accepts the live key' });
  expect(await withStripe(other.account.key)).toEqual({
    ...{ state: 'bad', about: 'payments' },
    text: 'Stripe refuses the test key with 401; check STRIPE_SECRET_KEY.',
  });
  other.key = other.account.key;
  expect(await withStripe(other.key)).toMatchObject({ state: 'warning', text: expect.stringContaining('no money') });
  expect(new Set(other.requests)).toEqual(new Set(['GET /v1/checkout/sessions']));
  await other.close();
});

test('without a provider nothing can be bought', async () => {
  expect(await paymentFinding({ sandbox: null, mollie: null, stripe: null })).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/^no provider/),
  });
});
