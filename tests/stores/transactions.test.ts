// The store of purchases and spending when events or answers are missed, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { creditAccount } from '#server/payments/ledger';
import { startLive, dispatchLive } from '#stores/live';
import { loadUser } from '#stores/session';
import { $ledger, $payments, watchTransactions } from '#stores/transactions';
import { setOpen } from '#tests/support/fake-live';
import { pageFetch } from '#tests/support/page-fetch';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { eventually } from '#tests/support/eventually';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const site = siteAt(0);
const plainFetch = globalThis.fetch;
const calls: Promise<Response>[] = [];
let server: TestServer & { close(): Promise<void> };
let cookie = '';

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  const ask = pageFetch(server, site, () => cookie);
  globalThis.fetch = (input, init) => {
    const answer = ask(input, init);
    calls.push(answer);
    return answer;
  };
});
afterAll(async () => {
  globalThis.fetch = plainFetch;
  await server.close();
});

test('CR16: changes during missed events arrive with the next load; a failure keeps what is shown', async () => {
  const me = await server.member({ country: 'NL', credits: 4 });
  cookie = me.cookie;
  await loadUser();
  const end = startLive();
  const stop = watchTransactions();
  await eventually(() => expect($ledger.get()).toMatchObject({ entries: [{ kind: 'signup' }] }));
  await eventually(() => expect($payments.get()).toEqual({ state: 'ready', payments: [] }));
  await server.database.inTenant(site.id, (db) => {
    const transfer = { tenant: site.id, account: me.id, credits: 1, book: 'bonus', about: null } as const;
    return creditAccount(db, { ...transfer, kind: 'bonus', at: server.now() });
  });
  setOpen(true);
  await eventually(() => expect($ledger.get()).toMatchObject({ entries: [{ kind: 'bonus' }, { kind: 'signup' }] }));
  cookie = '';
  await Promise.all(calls.splice(0));
  dispatchLive({ type: 'payment', payment: crypto.randomUUID() });
  expect(calls).toHaveLength(2);
  expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([false, false]);
  await eventually(() =>
    expect($payments.get()).toEqual({ state: 'ready', payments: [], stale: 'authentication_required' }),
  );
  expect($ledger.get()).toMatchObject({ entries: [{ kind: 'bonus' }, { kind: 'signup' }] });
  stop();
  end();
});
