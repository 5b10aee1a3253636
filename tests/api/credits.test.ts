// Offers and accounts: prices by country, methods, the list of payments, the ledger.
import { beforeAll, expect, test } from 'vitest';
import { methodsIn } from '#domain/payment-methods';
import { creditAccount, debitAccount } from '#server/payments/ledger';
import { offersIn } from '../support/default-prices.ts';
import { notify, noticeOf } from '../support/fake-provider.ts';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';

type Caller = { readonly cookie: string };
const buy = (server: TestServer, as: Caller, json: object = { package: '35', method: 'ideal' }) =>
  server.call('/api/payment.php', { json, as });

eachEngine('credits', (server) => {
  // One second apart, so that the order of payments is defined.
  beforeAll(() => server().holdClock());

  test('CR1 CR2: credits.packages shows the prices of the country in the profile, VAT and the days to return', async () => {
    for (const [country, currency, vat] of [
      ['NL', 'EUR', 21],
      ['GB', 'GBP', 20],
      ['CH', 'CHF', 8.1],
      ['US', 'USD', 0],
    ] as const) {
      const member = await server().member({ country });
      const { body } = await server().call('/api/packages.php', { as: member });
      expect(body).toMatchObject({ country, vat, refund_days: 14 });
      expect(body['packages']).toEqual(
        offersIn(country).map(({ id, credits, premium, amount, unit }) => ({
          ...{ id, credits, premium },
          price: { amount, currency },
          unit: { amount: unit, currency },
        })),
      );
    }
  });

  test('CR9: credits.methods shows the methods of the country, without discontinued ones', async () => {
    const dutch = await server().call('/api/paymentmethods.php', { as: await server().member({ country: 'NL' }) });
    expect(dutch.body['methods']).toEqual(methodsIn('NL').map(({ id }) => ({ id })));
    expect(dutch.text).toContain('"ideal"');
    expect(dutch.text).not.toMatch(/sofort|giropay|eps|swish/);
  });

  test('CR55: auth.user has the price of a credit in the cheapest pack, then in the one bought last', async () => {
    const me = await server().member({ country: 'GB' });
    const price = async (): Promise<unknown> =>
      ((await server().call('/api/user.php', { as: me })).body['user'] as { credit_price: unknown }).credit_price;
    expect(await price()).toEqual({ amount: 75, currency: 'GBP', pack: 400 });
    const { body } = await buy(server(), me, { package: '35', method: 'visa' });
    const { payment_id: id, price: money } = body['payment'] as { payment_id: string; price: { amount: number } };
    expect(await price()).toMatchObject({ pack: 400 });
    await notify(server(), siteAt(0).id, noticeOf({ id, amount: money.amount, currency: 'GBP' }, 'paid'));
    expect(await price()).toEqual({ amount: 115, currency: 'GBP', pack: null });
  });

  test('CR18: credits.payment shows only the member’s own payments', async () => {
    const [me, other] = [await server().member(), await server().member()];
    const { body } = await buy(server(), me);
    const payment = body['payment'] as { payment_id: string };
    const query = `id=${payment.payment_id}`;
    expect((await server().call('/api/payment.php', { query, as: me })).body).toEqual({ payment });
    const [theirs, nobodys] = [
      await server().call('/api/payment.php', { query, as: other }),
      await server().call('/api/payment.php', { query: `id=${crypto.randomUUID()}`, as: other }),
    ];
    expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
    const elsewhere = await server().member({}, siteAt(1));
    expect((await server().call('/api/payment.php', { query, as: elsewhere, site: siteAt(1) })).status).toBe(404);
  });

  test('CR16: credits.transactions lists the member’s own payments, newest first', async () => {
    const [me, other] = [await server().member(), await server().member()];
    await buy(server(), other);
    const made: unknown[] = [];
    for (const id of ['6', '15', '200']) {
      server().advance(1);
      made.unshift((await buy(server(), me, { package: id, method: 'visa' })).body['payment']);
    }
    expect((await server().call('/api/transactions.php', { as: me })).body).toEqual({ payments: made });
  });

  test('CR55: credits.ledger lists every change of credits, newest first, with its recipient', async () => {
    const [me, friend, gone] = [
      await server().member({ credits: 4 }),
      await server().member(),
      await server().member(),
    ];
    const { body } = await buy(server(), me);
    const payment = body['payment'] as { payment_id: string; price: { amount: number; currency: string } };
    const order = { id: payment.payment_id, ...payment.price };
    expect((await notify(server(), siteAt(0).id, noticeOf(order, 'paid'))).status).toBe(204);
    await server().database.inTenant(siteAt(0).id, async (db) => {
      const spend = { tenant: siteAt(0).id, account: me.id, credits: 1, kind: 'message', book: 'spending' } as const;
      for (const { id } of [friend, gone]) await debitAccount(db, { ...spend, about: id, at: server().now() });
      await db.updateTable('account').set({ status: 'pending_deletion' }).where('id', '=', gone.id).execute();
    });
    const { body: ledger } = await server().call('/api/ledger.php', { as: me });
    expect(ledger).toMatchObject({
      entries: [
        { kind: 'message', credits: -1, balance: 37, about: null },
        { kind: 'message', credits: -1, balance: 38, about: { id: friend.id, name: friend.name } },
        { kind: 'purchase', credits: 35, balance: 39, about: null },
        { kind: 'signup', credits: 4, balance: 4, about: null },
      ],
      next: null,
    });
  });

  test('CR55: credits.ledger has pages of fifty, each entry once', async () => {
    const me = await server().member();
    const tenant = siteAt(0).id;
    await server().database.inTenant(tenant, async (db) => {
      const entry = { tenant, account: me.id, credits: 1, kind: 'bonus', book: 'bonus', about: null } as const;
      for (let each = 0; each < 101; each += 1) await creditAccount(db, { ...entry, at: server().now() });
    });
    const balances: number[] = [];
    const sizes: number[] = [];
    for (let next: unknown = ''; next !== null;) {
      const { body } = await server().call('/api/ledger.php', { as: me, query: next === '' ? '' : `before=${next}` });
      const entries = body['entries'] as { balance: number }[];
      balances.push(...entries.map(({ balance }) => balance));
      sizes.push(entries.length);
      next = body['next'];
    }
    expect(sizes).toEqual([50, 50, 1]);
    expect(balances).toEqual(Array.from({ length: 101 }, (_, at) => 101 - at));
  });
});
