// The stores of credits, order, payment and account, used as the screens use them, against the real server.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ReportKind } from '#domain/payments';
import { pathOf } from '#domain/routes';
import { creditAccount } from '#server/payments/ledger';
import { ProviderUnavailable, type Provider, type ProviderOrder } from '#server/payments/provider';
import { processReport } from '#server/payments/process-report';
import { $offer, bestValue, openOffer, packageFor } from '#stores/credits';
import { dispatchLive } from '#stores/live';
import { createOrder } from '#stores/order';
import { $payment, loadPayment, watchPayment } from '#stores/payment';
import { partnerOf } from '#stores/payment-partner';
import { $user, loadUser } from '#stores/session';
import { $ledger, $payments, loadEarlier, watchTransactions } from '#stores/transactions';
import type { MadeMember } from '#tests/support/members';
import { pageFetch } from '#tests/support/page-fetch';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { eventually } from '#tests/support/eventually';

const { visited, kept } = vi.hoisted(() => ({ visited: [] as string[], kept: new Map<string, string>() }));
vi.mock('#lib/paths', () => ({ linkTo: pathOf, navigateTo: (address: string) => void visited.push(address) }));
vi.mock('#lib/live', () => ({ listen: () => () => undefined, announce: () => undefined }));
vi.mock('#lib/storage', () => ({
  cookie: () => null,
  readStored: (name: string) => kept.get(name) ?? null,
  writeStored: (name: string, value: string) => void kept.set(name, value),
  removeStored: () => kept.clear(),
}));
vi.mock('#domain/limits', async (original) => ({
  ...(await original<object>()),
  RETRY: { times: 5, baseMs: 1, capMs: 1 },
}));
const site = siteAt(0);
vi.mock('#lib/page', () => ({
  readPage: () => ({ language: 'en', tag: 'en-GB', countries: {}, siteSettings: site.siteSettings, texts: {} }),
}));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let cookie = '';
let isDown = false;
let isCut = 0;
const ordered: ProviderOrder[] = [];
const calls: string[] = [];
const provider: Provider = {
  name: 'house',
  acknowledged: 204,
  takes: () => true,
  create: (order) => {
    if (isDown) return Promise.reject(new ProviderUnavailable('away'));
    ordered.push(order);
    return Promise.resolve({ ref: `ref-${order.id}`, redirect: `https://pay.example/${order.id}` });
  },
  ...{ read: () => Promise.resolve([]), find: () => Promise.resolve([]), forget: () => Promise.resolve() },
  ...{ cancel: () => Promise.resolve(), refund: () => Promise.resolve(), receive: () => Promise.resolve(null) },
};
const plainFetch = globalThis.fetch;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase(), { provider });
  const send = pageFetch(server, site, () => cookie);
  globalThis.fetch = async (input, init) => {
    calls.push(String(input).split('?')[0] ?? '');
    const answer = await send(input, init);
    // The call arrives, its answer is lost.
    if (init?.method === 'POST' && isCut-- > 0) throw new TypeError('cut');
    return answer;
  };
});
afterAll(async () => {
  globalThis.fetch = plainFetch;
  await server.close();
});
beforeEach(async () => {
  me = await server.member({ country: 'NL', credits: 4 });
  cookie = me.cookie;
  [isDown, isCut] = [false, 0];
  visited.length = ordered.length = calls.length = 0;
  kept.clear();
  await loadUser();
});

const choice = {
  ...{ package: '15', method: 'ideal', amount: 2199, partner: 'someone' },
  ...{ discount_code: null, remember_card: false },
};
const settled = (id: string, kind: ReportKind): Promise<unknown> => {
  const order = ordered.find((each) => each.id === id);
  const report = { eventId: `${kind} ${id}`, payment: id, ref: `ref-${id}`, kind, currency: 'EUR', body: '{}' };
  return processReport(server.app.services, site.id, provider.name, { ...report, amount: order?.amount ?? 0 });
};
async function buy(): Promise<string> {
  await createOrder().submit(choice);
  return ordered.at(-1)?.id ?? '';
}
const rows = (): Promise<unknown[]> =>
  server.database.inTenant(site.id, (db) =>
    db.selectFrom('payment').selectAll().where('account', '=', me.id).execute(),
  );

test('CR1 CR2 CR9: the offer is the country’s, and the default is the smallest sufficient package, never the dearest', async () => {
  await openOffer();
  const offer = $offer.get();
  if (offer.state !== 'ready') throw new Error(offer.state);
  const sizes = offer.packages.map(({ credits }) => credits);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(offer.packages.some(({ premium }) => premium)).toBe(true);
  expect(offer.methods[0]).toBe('ideal');
  const enough = [1, 7, 9999].map((need) => packageFor(offer.packages, need)?.credits);
  expect(enough).toEqual([6, 15, sizes.at(-1)]);
  const cheapest = Math.min(...offer.packages.map(({ unit }) => unit.amount));
  expect(bestValue(offer.packages)?.unit.amount).toBe(cheapest);
});

test('CR9: an offer that fails to load has an error, and one that is shown stays', async () => {
  cookie = '';
  await openOffer();
  expect($offer.get().state).toBe('ready');
  $offer.reset();
  await openOffer();
  expect($offer.get()).toEqual({ state: 'failed', code: 'authentication_required' });
  cookie = me.cookie;
  await openOffer();
  expect($offer.get().state).toBe('ready');
});

test('CR11 CR18: pressed twice, and repeated after a lost answer, one order is made and the chat is remembered', async () => {
  const order = createOrder();
  isCut = 2;
  await Promise.all([order.submit(choice), order.submit(choice)]);
  await order.submit(choice);
  expect(order.get()).toEqual({ state: 'done' });
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  const id = (row as { id: string }).id;
  expect(ordered).toHaveLength(1);
  expect(ordered[0]).toMatchObject({ id, amount: 2199, currency: 'EUR', method: 'ideal' });
  expect(new Set(visited)).toEqual(new Set([`https://pay.example/${id}`]));
  expect(partnerOf(id)).toBe('someone');
  expect(partnerOf(crypto.randomUUID())).toBeNull();
});

test('CR11: another choice, or another visit, is another order', async () => {
  const order = createOrder();
  await order.submit(choice);
  await order.submit({ ...choice, method: 'visa' });
  await createOrder().submit(choice);
  expect(ordered.map(({ method }) => method)).toEqual(['ideal', 'visa', 'ideal']);
  expect(await rows()).toHaveLength(3);
});

test('CR11: while the provider is down nothing is ordered; pressing again orders once', async () => {
  const order = createOrder();
  isDown = true;
  await order.submit(choice);
  expect(order.get()).toMatchObject({ state: 'failed', code: 'provider_down' });
  expect([visited, ordered]).toEqual([[], []]);
  isDown = false;
  await order.submit(choice);
  expect([order.get().state, visited.length, ordered.length]).toEqual(['done', 1, 1]);
  expect(await rows()).toHaveLength(1);
});

test('CR14 CR20: a payment is followed until its event, and then credits and premium are there with it', async () => {
  const id = await buy();
  const stop = watchPayment(id);
  await eventually(() => expect($payment.get()).toMatchObject({ payment: { status: 'created', credits: 15 } }));
  expect($user.get()).toMatchObject({ credits: 4, paid_user: false });
  await settled(id, 'paid');
  calls.length = 0;
  dispatchLive({ type: 'payment', payment: crypto.randomUUID() });
  expect(calls).toEqual([]);
  const seen: unknown[] = [];
  const unbind = $payment.listen((shown) => void (shown.state === 'ready' && seen.push($user.get()?.credits)));
  dispatchLive({ type: 'payment', payment: id });
  await eventually(() => expect($payment.get()).toMatchObject({ payment: { status: 'paid' } }));
  expect(seen).toEqual([19]);
  expect($user.get()).toMatchObject({ credits: 19, paid_user: true });
  unbind();
  stop();
  await settled(id, 'refunded');
  calls.length = 0;
  dispatchLive({ type: 'payment', payment: id });
  await loadUser();
  expect(calls).toEqual(['/api/user.php']); // And nothing before it.
  expect($payment.get()).toMatchObject({ payment: { status: 'paid' } });
});

test('CR14: without events a pending payment is polled; a settled one is not', async () => {
  const id = await buy();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = watchPayment(id);
  try {
    await eventually(() => expect($payment.get()).toMatchObject({ payment: { status: 'created' } }));
    await settled(id, 'cancelled');
    await vi.advanceTimersByTimeAsync(30_000);
    await eventually(() => expect($payment.get()).toMatchObject({ payment: { status: 'cancelled' } }));
    cookie = '';
    await vi.advanceTimersByTimeAsync(60_000);
    expect($payment.get().state).toBe('ready');
  } finally {
    stop();
  }
});

test('CR14: a payment of another member is not found; a failure can be retried', async () => {
  const id = await buy();
  cookie = (await server.member()).cookie;
  const stop = watchPayment(id);
  await eventually(() => expect($payment.get()).toEqual({ state: 'gone' }));
  cookie = '';
  await loadPayment();
  expect($payment.get()).toEqual({ state: 'failed', code: 'authentication_required' });
  cookie = me.cookie;
  await loadPayment();
  expect($payment.get()).toMatchObject({ state: 'ready', payment: { payment_id: id, package: '15' } });
  stop();
});

test('CR16: purchases and spending, page by page and without duplicates', async () => {
  const id = await buy();
  await settled(id, 'paid');
  await server.database.inTenant(site.id, async (db) => {
    const transfer = { tenant: site.id, account: me.id, credits: 1, book: 'bonus', about: null } as const;
    for (let at = 0; at < 58; at += 1) await creditAccount(db, { ...transfer, kind: 'bonus', at: server.now() });
  });
  const stop = watchTransactions();
  await eventually(() => expect($payments.get()).toMatchObject({ payments: [{ payment_id: id, status: 'paid' }] }));
  await eventually(() => expect($ledger.get()).toMatchObject({ state: 'ready', more: 'idle' }));
  const before = $ledger.get();
  cookie = '';
  await loadEarlier();
  expect($ledger.get()).toMatchObject({ more: 'failed' });
  cookie = me.cookie;
  calls.length = 0;
  await Promise.all([loadEarlier(), loadEarlier()]);
  expect(calls).toEqual(['/api/ledger.php']);
  const after = $ledger.get();
  if (before.state !== 'ready' || after.state !== 'ready') throw new Error(after.state);
  expect([before.entries.length, after.entries.length, after.next]).toEqual([50, 60, null]);
  expect(new Set(after.entries.map((entry) => entry.id)).size).toBe(60);
  expect(after.entries.slice(-2)).toMatchObject([
    { kind: 'purchase', credits: 15, balance: 19 },
    { kind: 'signup', credits: 4 },
  ]);
  stop();
});
