// Direct debit as its page drives it: details checked before a code is sent, the code, and one order.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pathOf } from '#domain/routes';
import { $debit, createDebit, type TypedDetails } from '#stores/debit';
import { codeOf, someAccount, someIban, someNumber } from '#tests/support/debit';
import type { MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const { visited } = vi.hoisted(() => ({ visited: [] as string[] }));
vi.mock('#lib/paths', () => ({ linkTo: pathOf, navigateTo: (address: string) => void visited.push(address) }));
vi.mock('#lib/page', () => ({ isVisitor: () => false, readPage: () => ({ siteSettings: siteAt(0).siteSettings }) }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let calls: string[];

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  ({ calls } = callFromStores(server, () => me.cookie) as { calls: string[] });
  me = await server.member({ country: 'NL' });
});
afterAll(() => server.close());

const typed = (changes: Partial<TypedDetails> = {}): TypedDetails => ({
  ...someAccount,
  phone: someNumber(),
  ...changes,
});
const order = { package: '15', amount: 2199, discount_code: null, partner: null };

test('CR49: the page knows creditor and reference; wrong details are refused in their fields before anything is sent', async () => {
  await $debit.open({ package: '15', code: null });
  expect($debit.ready()).toMatchObject({ creditor: { name: siteAt(0).company.name }, problem: null, discount: null });
  const page = createDebit();
  calls.length = 0;
  await page.begin.submit(typed({ iban: 'NL92ABNA0417164300', phone: '1', consent: false }));
  const fields = { iban: 'iban_invalid', phone: 'phone_invalid', consent: 'required' };
  expect(page.begin.get()).toMatchObject({ state: 'failed', code: 'invalid', fields });
  expect([calls, page.$pending.get()]).toEqual([[], null]);
});

test('CR50 CR51: a wrong code is told, another code may be asked for, and pressed twice one order is placed', async () => {
  const page = createDebit();
  const details = typed();
  await page.begin.submit(details);
  expect(page.$pending.get()).toMatchObject({ holder: 'Anna Bloom', last_four: '4300' });
  await server.runJobs();
  const first = codeOf(server);
  await page.confirm.submit({ ...order, code: first === '000000' ? '000001' : '000000' });
  expect(page.confirm.get()).toMatchObject({ state: 'failed', code: 'debit_code' });
  page.edit();
  expect(page.$pending.get()).toBeNull();
  await page.begin.submit(details);
  await server.runJobs();
  const code = codeOf(server);
  await Promise.all([page.confirm.submit({ ...order, code }), page.confirm.submit({ ...order, code })]);
  await page.confirm.submit({ ...order, code });
  expect(page.confirm.get()).toEqual({ state: 'done' });
  expect(server.provider.orders).toMatchObject([
    { method: 'sdd', amount: 2199, debit: { iban: 'NL91ABNA0417164300' } },
  ]);
  expect(visited[0]).toContain('/transactions/');
});

test('CR50 CR51: a number of a country without direct debit is refused in its field, before anything is sent', async () => {
  const page = createDebit();
  calls.length = 0;
  await page.begin.submit(typed({ phone: '+44 7400 123456' }));
  expect(page.begin.get()).toMatchObject({ state: 'failed', code: 'invalid', fields: { phone: 'phone_country' } });
  expect(calls.filter((call) => call.includes('directdebit'))).toEqual([]);
});

test('CR50: a debit that waits for its code is finished or given up on a later visit', async () => {
  await createDebit().begin.submit(typed({ iban: someIban() }));
  await $debit.open({ package: '15', code: null });
  const pending = $debit.ready()?.pending;
  if (!pending) throw new Error('No mandate waits.');
  const later = createDebit();
  later.finish(pending);
  expect(later.$pending.get()).toEqual(pending);
  await later.cancel.submit(pending);
  expect($debit.ready()?.pending).toBeNull();
});

test('CR49 CR34: the discount of the order goes along; a code that does not fit is left out', async () => {
  await server.database.inTenant(siteAt(0).id, (db) =>
    db
      .insertInto('discount_code')
      .values({
        ...{ tenant: siteAt(0).id, code: 'SPRING', account: null, value_percentage: 10, validity: 'once-per-user' },
        created_at: server.now(),
      })
      .execute(),
  );
  await $debit.open({ package: '15', code: 'SPRING' });
  expect($debit.ready()?.discount).toMatchObject({ code: 'SPRING', value_percentage: 10 });
  await $debit.open({ package: '15', code: 'NOPE' });
  expect($debit.ready()?.discount).toBeNull();
});
