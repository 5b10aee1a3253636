// Spend care as the page uses it: limits typed and kept, and an open order that gives way to a new one.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pathOf } from '#domain/routes';
import { passesLimit } from '#domain/spending';
import { $question, createOrder } from '#stores/order';
import { $spending, createLimits, limitOf, readLimit, typedLimit } from '#stores/spending';
import type { MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const { visited } = vi.hoisted(() => ({ visited: [] as string[] }));
vi.mock('#lib/paths', () => ({ linkTo: pathOf, navigateTo: (address: string) => void visited.push(address) }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));

const tenant = siteAt(0).id;
let server: TestServer & { close(): Promise<void> };
let me: MadeMember;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  callFromStores(server, () => me.cookie);
  me = await server.member({ country: 'NL' });
});
afterAll(() => server.close());

test('DE10: what is typed is a whole amount, nothing, or refused', () => {
  expect(['', ' 50 ', '1', '0', '-5', '4.5', '1000000', 'x'].map(readLimit)).toEqual([
    ...[null, 5000, 100, undefined, undefined, undefined, undefined, undefined],
  ]);
  expect([null, 5000, 4599].map(typedLimit)).toEqual(['', '50', '45']);
});

test('DE10: the note below the order counts with the limit that holds when it is read', () => {
  const from = '2026-11-28T12:00:00.000Z';
  const limits = (amount: number) => ({
    daily: limitOf({ amount, next: { amount: 9000, from } }),
    monthly: limitOf({ amount: null, next: null }),
  });
  const spent = { daily: 1000, monthly: 1000 };
  const [before, then] = [new Date(Date.parse(from) - 1), new Date(from)];
  expect([before, then].map((now) => passesLimit(limits(4000), spent, 3001, now))).toEqual([true, false]);
  expect(passesLimit(limits(4001), spent, 3001, before)).toBe(false);
});

const choice = { method: 'ideal', discount_code: null, remember_card: false, partner: null };
const asked: string[][] = [];
/** Answers what the member is asked. */
const answering = (mayCancel: boolean) =>
  $question.subscribe((question) => {
    if (!question) return;
    asked.push(question.orders.map(({ package: id }) => id));
    question.answer(mayCancel);
  });
const statuses = async () =>
  (
    await server.database.inTenant(tenant, (db) =>
      db.selectFrom('payment').select(['package', 'status']).where('account', '=', me.id).orderBy('amount').execute(),
    )
  ).map(({ package: id, status }) => `${id} ${status}`);

test('DE10: limits are kept and shown, and unpaid orders give way to the one that is wanted, once the member agrees', async () => {
  await $spending.reload();
  const change = createLimits();
  await change.submit({ daily: 5000 });
  expect(change.get()).toEqual({ state: 'done' });
  expect($spending.ready()).toMatchObject({ daily: { amount: 5000 }, monthly: { amount: null } });
  const page = createOrder();
  // Each of these is left at the payment page.
  await page.submit({ ...choice, package: '6', amount: 999 });
  await createOrder().submit({ ...choice, package: '15', amount: 2199 });
  const last = createOrder();
  const wanted = { ...choice, package: '35', amount: 4599 };
  let stop = answering(false);
  await last.submit(wanted);
  stop();
  expect(last.get()).toMatchObject({ state: 'failed', code: 'spend_in_order' });
  expect(await statuses()).toEqual(['6 created', '15 created']);
  stop = answering(true);
  await last.submit(wanted);
  stop();
  expect(last.get()).toEqual({ state: 'done' });
  expect(asked).toEqual([
    ['15', '6'],
    ['15', '6'],
  ]);
  expect(await statuses()).toEqual(['6 cancelled', '15 cancelled', '35 created']);
  expect(visited).toHaveLength(3);
  const over = createOrder();
  await over.submit({ ...choice, package: '100', amount: 10_999 });
  expect(over.get()).toMatchObject({ state: 'failed', code: 'spend_limit' });
});
