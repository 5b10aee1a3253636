// Repeat orders as the page uses them: charged once, and the card forgotten on request.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pathOf } from '#domain/routes';
import { $repeat, createForgetting, createRepeat } from '#stores/repeat';
import { noticeOf, notify } from '#tests/support/fake-provider';
import type { MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const { visited } = vi.hoisted(() => ({ visited: [] as string[] }));
vi.mock('#lib/paths', () => ({ linkTo: pathOf, navigateTo: (address: string) => void visited.push(address) }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  callFromStores(server, () => me.cookie);
  me = await server.member({ country: 'NL' });
  const json = { package: '15', method: 'visa', remember_card: true };
  const { body } = await server.call('/api/payment.php', { json, as: me });
  const { payment_id: id, price } = body['payment'] as {
    payment_id: string;
    price: { amount: number; currency: string };
  };
  const card = { token: 'card_1', brand: 'Visa', last_four: '4242' };
  await notify(server, siteAt(0).id, { ...noticeOf({ id, ...price }, 'paid'), card });
});
afterAll(() => server.close());

test('CR4 CR12: an earlier order is offered with the kept card, and pressed twice it is charged once', async () => {
  await $repeat.reload();
  expect($repeat.ready()).toMatchObject({ packages: [{ id: '15' }], card: { brand: 'Visa', last_four: '4242' } });
  const before = server.provider.orders.length;
  const page = createRepeat();
  const choice = { package: '15', amount: 2199 };
  await Promise.all([page.submit(choice), page.submit(choice)]);
  await page.submit(choice);
  expect(page.get()).toEqual({ state: 'done' });
  expect(server.provider.orders.slice(before)).toMatchObject([{ card: 'card_1', amount: 2199 }]);
  expect(visited[0]).toContain('/transactions/');
});

test('CR12: a forgotten card is offered no more, and cannot be charged', async () => {
  const forgetting = createForgetting();
  await forgetting.submit(undefined);
  expect($repeat.ready()).toMatchObject({ packages: [{ id: '15' }], card: null });
  const page = createRepeat();
  await page.submit({ package: '15', amount: 2199 });
  expect(page.get()).toMatchObject({ state: 'failed', code: 'no_card' });
});
