// Discount codes as the order page uses them: what is offered, what it costs, and what is charged; and what happens to an order left unpaid.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DiscountCode } from '#contract/discounts';
import { pathOf } from '#domain/routes';
import { $offer, openOffer } from '#stores/credits';
import { $codes, createCodeSearch, fits, withDiscount } from '#stores/discounts';
import { $question, createOrder } from '#stores/order';
import { $payment, createCancellation, watchPayment } from '#stores/payment';
import { eventually } from '#tests/support/eventually';
import type { MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const { visited } = vi.hoisted(() => ({ visited: [] as string[] }));
vi.mock('#lib/paths', () => ({ linkTo: pathOf, navigateTo: (address: string) => void visited.push(address) }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/storage', () => ({ cookie: () => null, readStored: () => null, removeStored: () => undefined }));

const tenant = siteAt(0).id;
let server: TestServer & { close(): Promise<void> };
let me: MadeMember;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  callFromStores(server, () => me.cookie);
});
afterAll(() => server.close());
beforeEach(async () => {
  me = await server.member({ country: 'NL' });
  visited.length = 0;
  await Promise.all([openOffer(), $codes.reload()]);
});

function chosen() {
  const found = $offer.ready()?.packages.find(({ id }) => id === '35');
  if (!found) throw new Error('The package is missing.');
  return found;
}
const best = (): DiscountCode | null => $codes.ready()?.codes[0] ?? null;
const order = (method: string, code: DiscountCode | null = best()) => ({
  ...{ package: '35', method, partner: null, remember_card: false },
  ...{ amount: withDiscount(chosen(), code).price.amount, discount_code: code?.code ?? null },
});
const payments = () =>
  server.database.inTenant(tenant, (db) =>
    db
      .selectFrom('payment')
      .select(['amount', 'method', 'status', 'discount_code'])
      .where('account', '=', me.id)
      .orderBy('status')
      .execute(),
  );

test('CR34 CR42: a new member is offered the time bonus, and is charged the price that is shown', async () => {
  expect(best()).toMatchObject({ code: 'TIMEBONUS25', value_percentage: 25 });
  expect(withDiscount(chosen(), best())).toMatchObject({ price: { amount: 3449 }, unit: { amount: 99 } });
  expect(withDiscount(chosen(), null)).toEqual(chosen());
  await createOrder().submit(order('ideal'));
  expect(await payments()).toEqual([
    { amount: 3449, method: 'ideal', status: 'created', discount_code: 'TIMEBONUS25' },
  ]);
  expect(visited).toHaveLength(1);
});

test('CR15 CR35: who returns from the payment page and chooses another method gets the discount there, once', async () => {
  await createOrder().submit(order('ideal'));
  const page = createOrder();
  await page.submit(order('visa'));
  expect(page.get()).toEqual({ state: 'done' });
  expect(await payments()).toEqual([
    { amount: 3449, method: 'ideal', status: 'cancelled', discount_code: 'TIMEBONUS25' },
    { amount: 3449, method: 'visa', status: 'created', discount_code: 'TIMEBONUS25' },
  ]);
  expect(visited).toHaveLength(2);
});

test('CR15: a bank transfer that has the discount may be on its way, and is cancelled only when the member agrees', async () => {
  await createOrder().submit(order('sct'));
  for (const [mayCancel, status] of [
    [false, 'created'],
    [true, 'cancelled'],
  ] as const) {
    const stop = $question.subscribe((question) => question?.answer(mayCancel));
    const page = createOrder();
    await page.submit(order('visa'));
    stop();
    expect(page.get()).toMatchObject(mayCancel ? { state: 'done' } : { state: 'failed', code: 'code_in_order' });
    expect(await payments()).toContainEqual({
      ...{ amount: 3449, method: 'sct', discount_code: 'TIMEBONUS25' },
      status,
    });
  }
});

test('CR15: an order that has been paid meanwhile is not cancelled, and the next one is refused', async () => {
  await createOrder().submit(order('ideal'));
  for (const ref of server.provider.known.keys()) server.provider.known.set(ref, 'paid');
  const page = createOrder();
  await page.submit(order('visa'));
  expect(page.get()).toMatchObject({ state: 'failed', code: 'code_in_order' });
  expect(await payments()).toMatchObject([{ method: 'ideal', status: 'paid' }]);
  await $codes.reload();
  expect(best()).toBeNull();
});

test('CR15: an order left on the payment page is cancelled from its own page, or shown as paid if it was paid meanwhile', async () => {
  for (const outcome of ['cancelled', 'paid'] as const) {
    await createOrder().submit(order('ideal', null));
    const { id } = await server.database.inTenant(tenant, (db) =>
      db
        .selectFrom('payment')
        .select('id')
        .where('account', '=', me.id)
        .where('status', '=', 'created')
        .executeTakeFirstOrThrow(),
    );
    const stop = watchPayment(id);
    await eventually(() => expect($payment.ready()?.payment).toMatchObject({ payment_id: id, status: 'created' }));
    if (outcome === 'paid') for (const ref of server.provider.known.keys()) server.provider.known.set(ref, 'paid');
    const cancellation = createCancellation();
    await cancellation.submit({ payment: id });
    expect(cancellation.get()).toEqual({ state: 'done' });
    await eventually(() => expect($payment.ready()?.payment).toMatchObject({ payment_id: id, status: outcome }));
    stop();
  }
});

test('CR32 CR33: a typed code is found when it fits the order, else the reason is told', async () => {
  await server.database.inTenant(tenant, (db) =>
    db
      .insertInto('discount_code')
      .values({
        ...{ tenant, code: 'SPRING', value_percentage: 30, validity: 'once-per-user', created_at: server.now() },
        paymentmethods: ['visa'],
      })
      .execute(),
  );
  const found: DiscountCode[] = [];
  const search = createCodeSearch((code) => void found.push(code));
  await search.submit({ code: ' spring', package: '35', method: 'ideal' });
  expect(search.get()).toMatchObject({ state: 'failed', code: 'code_method' });
  await search.submit({ code: 'summer', package: '35', method: 'visa' });
  expect(search.get()).toMatchObject({ state: 'failed', code: 'code_unknown' });
  await search.submit({ code: ' spring', package: '35', method: 'visa' });
  const [code] = found;
  if (!code) throw new Error('The code was not found.');
  expect([
    fits(code, chosen(), { country: 'NL', method: 'visa' }),
    fits(code, chosen(), { country: 'NL', method: 'ideal' }),
  ]).toEqual([true, false]);
  await createOrder().submit(order('visa', code));
  expect(await payments()).toMatchObject([{ amount: 3219, discount_code: 'SPRING' }]);
});

test('CR31: without an answer about the codes the order is offered without them', async () => {
  const { cookie } = me;
  me = { ...me, cookie: '' };
  await $codes.reload();
  expect($codes.ready()?.codes).toEqual([]);
  me = { ...me, cookie };
});
