// What the doctor says of Mollie, of Stripe, and of a provider that is not there.
import { afterAll, afterEach, expect, test } from 'vitest';
import { paymentFindings } from '#scripts/doctor/payments';
import { loadSites, type Site } from '#site/load';
import { startMollieHost } from '../support/mollie-host.ts';
import { startStripeHost } from '../support/stripe-host.ts';

const LIVE = `live_${'k'.repeat(30)}`;
const TEST = `test_${'k'.repeat(30)}`;
const host = await startMollieHost();
afterAll(() => host.close());
afterEach(() => void (host.failsWith = null));

const sites = loadSites(process.cwd());
const withKey = async (key: string, url = host.url) =>
  (await paymentFindings({ sandbox: null, mollie: { key, url }, stripe: null }, sites))[0];

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
    paymentFindings({ sandbox: null, mollie: null, stripe: { ...other.account, key } }, sites.slice(0, 2));
  other.key = live;
  const descriptor = sites[0]?.niche.descriptor ?? '';
  expect(await withStripe(live)).toEqual([
    { state: 'good', about: 'payments', text: 'Stripe accepts the live key' },
    { state: 'good', about: 'payments', text: `statements of cards show “MB* ${descriptor}”` },
  ]);
  expect(await withStripe(other.account.key)).toEqual([
    {
      ...{ state: 'bad', about: 'payments' },
      text: 'Stripe refuses the test key with 401; check STRIPE_SECRET_KEY.',
    },
  ]);
  other.key = other.account.key;
  const [first] = await withStripe(other.key);
  expect(first).toMatchObject({ state: 'warning', text: expect.stringContaining('no money') });
  expect(other.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  await other.close();
});

test('what a key of Stripe may not read, secrets that are missing, and statements that are cut off are named', async () => {
  const other = await startStripeHost();
  const all = async (brands: readonly Site[] = sites.slice(0, 1)) => {
    const found = await paymentFindings({ sandbox: null, mollie: null, stripe: other.account }, brands);
    return found.slice(1).map(({ state, text }) => `${state} ${text}`);
  };
  for (const right of ['payment_intents', 'refunds', 'disputes', 'payment_method_configurations']) {
    other.forbids = [`GET ${right}`];
    expect((await all())[0]).toMatch(new RegExp(`^bad Stripe refuses the key ${right} with 403, so .*README.md`));
  }
  other.forbids = [];
  expect(await all(sites.slice(0, 3))).toEqual([
    expect.stringMatching(/^warning STRIPE_WEBHOOK_SECRET has 2 of the secrets of 3 brands/),
    expect.stringMatching(/^good statements/),
  ]);
  const [site] = sites;
  if (!site) throw new Error('There are no niches.');
  const brand = { ...site, niche: { ...site.niche, descriptor: 'MATCHLOOM BRANDS' } };
  for (const [prefix, said] of [
    ['MBLX', 'good statements of cards show “MBLX* MATCHLOOM BRANDS”'],
    ['MBLXY', 'bad statements of cards show “MBLXY* MATCHLOOM BRAND”, and pages promise “MATCHLOOM BRANDS”'],
    [null, 'warning the account at Stripe has no prefix'],
  ] as const) {
    other.prefix = prefix;
    expect(await all([brand])).toEqual([expect.stringMatching(`^${said.replaceAll('*', '\\*')}`)]);
  }
  other.forbids = ['GET account'];
  expect(await all([brand])).toEqual([
    expect.stringMatching(/^warning the account at Stripe does not tell its prefix/),
  ]);
  await other.close();
});

test('without a provider nothing can be bought', async () => {
  expect(await paymentFindings({ sandbox: null, mollie: null, stripe: null }, sites)).toEqual([
    { state: 'warning', about: 'payments', text: expect.stringMatching(/^no provider/) },
  ]);
});
