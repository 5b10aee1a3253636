// Orders: the server sets the price, a repeated order stays one payment, and a provider outage loses nothing.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Payment } from '#contract/credits';
import { ProviderUnavailable } from '#server/payments/provider';
import { reconcile } from '#server/payments/reconcile';
import { offersIn } from '../support/default-prices.ts';
import { fakeProvider, noticeOf, notify, refOf } from '../support/fake-provider.ts';
import { eachEngine, figure, siteAt, type TestServer } from '../support/server.ts';

type Caller = { readonly id: string; readonly cookie: string };
const tenant = siteAt(0).id;
const order = { package: '35', method: 'ideal' };
const buy = async (server: TestServer, as: Caller, json: object = order, key: string = crypto.randomUUID()) => {
  const answer = await server.call('/api/payment.php', { json, as, headers: { 'idempotency-key': key } });
  return { ...answer, payment: answer.body['payment'] as Payment };
};
const rowsOf = (server: TestServer, { id }: Caller) =>
  server.database.inTenant(tenant, (db) =>
    db.selectFrom('payment').selectAll().where('account', '=', id).orderBy('created_at').execute(),
  );
const accountOf = (server: TestServer, { id }: Caller) =>
  server.database.inTenant(tenant, async (db) => {
    const { credits, paid_user } = await db
      .selectFrom('account')
      .select(['credits', 'paid_user'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const entries = await db.selectFrom('ledger').select('credits').where('account', '=', id).execute();
    return { credits, paid_user, sum: entries.reduce((sum, entry) => sum + entry.credits, 0), entries: entries.length };
  });

const nothing = { credits: 0, paid_user: false, sum: 0, entries: 0 };

eachEngine('orders', (server) => {
  test('CR18 CR19: credits.order writes the payment and leads to the provider, who receives the payment’s id', async () => {
    const me = await server().member({ country: 'AT' });
    const { status, body, payment } = await buy(server(), me, { package: '200', method: 'eps' });
    const [offer] = offersIn('AT').filter(({ id }) => id === '200');
    expect([status, body]).toEqual([
      200,
      {
        payment: {
          payment_id: payment.payment_id,
          credits: 200,
          ...{ package: '200', payment_method: 'eps' },
          payment_country: 'AT',
          ...{ discount_code: null, card: null },
          price: { amount: offer?.amount, currency: 'EUR' },
          returned: { amount: 0, currency: 'EUR' },
          corrected: false,
          vat: 20,
          status: 'created',
          created: expect.stringMatching(/Z$/),
          ...{ withdraw_until: null, withdrawn: null },
          checkout: `http://localhost:9/pay/${refOf(payment.payment_id)}`,
        },
        redirect: `http://localhost:9/pay/${refOf(payment.payment_id)}`,
      },
    ]);
    expect(server().provider.orders.at(-1)).toEqual({
      ...{ id: payment.payment_id, tenant, amount: offer?.amount, currency: 'EUR', method: 'eps', hasBankStep: true },
      ...{ orderedAt: new Date(payment.created), sentAt: new Date(payment.created) },
      ...{ language: 'en', keepsCard: false, card: null, debit: null },
      descriptor: siteAt(0).niche.descriptor,
      returnTo: `http://${siteAt(0).folder}.localhost/transactions/${payment.payment_id}`,
      notify: `http://${siteAt(0).folder}.localhost:4321/api/webhook/sandbox`,
    });
    expect(await accountOf(server(), me)).toEqual(nothing);
  });

  test('CR24 CR27 CR28 B5: credits.order refuses what is not for sale and methods of other countries', async () => {
    const me = await server().member({ country: 'PL' });
    const refusal = async (json: object) => (await buy(server(), me, json)).body.error?.code;
    expect(await refusal({ package: '36', method: 'blik' })).toBe('unknown_package');
    for (const method of ['ideal', 'giropay', 'sofort', 'bitcoin', '', 'constructor', 'toString'])
      expect(await refusal({ package: '6', method })).toBe('unknown_method');
    expect(await rowsOf(server(), me)).toEqual([]);
    await buy(server(), me, { package: '6', method: 'prezelewy24' });
    expect(await rowsOf(server(), me)).toMatchObject([{ method: 'przelewy24', currency: 'PLN', amount: 4299 }]);
  });

  test('A5 CR19: credits.order sent six times at once is one payment with one answer', async () => {
    const me = await server().member();
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => buy(server(), me, order, key)));
    const done = answers.filter(({ status }) => status !== 409);
    expect(done.length).toBeGreaterThan(0);
    expect((await buy(server(), me, order, key)).headers.get('idempotent-replayed')).toBe('true');
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(await rowsOf(server(), me)).toHaveLength(1);
    const other = await buy(server(), me, { ...order, package: '6' }, key);
    expect([other.status, other.body.error?.code]).toEqual([409, 'idempotency_conflict']);
  });

  test('B6: while the provider is down the order is refused, and a retry succeeds later as the same payment', async () => {
    const me = await server().member();
    const key = crypto.randomUUID();
    server().provider.isDown = true;
    const refused = await buy(server(), me, order, key);
    server().provider.isDown = false;
    expect([refused.status, refused.body.error?.code]).toEqual([503, 'provider_down']);
    expect(await rowsOf(server(), me)).toMatchObject([{ status: 'failed', check_at: null, redirect: null }]);
    const { status, payment } = await buy(server(), me, order, key);
    expect([status, payment.status]).toEqual([200, 'created']);
    expect(await rowsOf(server(), me)).toMatchObject([{ id: payment.payment_id, status: 'created' }]);
  });

  test.each(['paid', 'pending', 'failed'])('B6: a webhook that precedes the answer is kept: %s', async (kind) => {
    const me = await server().member();
    const { provider } = server();
    const { create } = provider;
    provider.create = (sent) => create(sent).finally(() => notify(server(), tenant, noticeOf(sent, kind)));
    const { payment } = await buy(server(), me).finally(() => (provider.create = create));
    expect(payment.status).toBe(kind);
    const bought = { credits: 35, paid_user: true, sum: 35, entries: 1 };
    expect(await accountOf(server(), me)).toEqual(kind === 'paid' ? bought : nothing);
  });

  test('B5: no change to an order or to a report credits anything off the price list', async () => {
    const me = await server().member();
    // A name that is refused at any depth would prove nothing about the order.
    const inside = fc.object({ key: fc.string().filter((name) => name !== '__proto__') });
    const strange = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.boolean(), fc.double(), inside);
    const refusedWith = (statuses: readonly number[], ...names: string[]) =>
      fc.assert(
        fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), strange, { minKeys: 1 }), async (extra) => {
          expect(statuses).toContain((await buy(server(), me, { ...order, ...extra })).status);
        }),
        { numRuns: figure(300, 30) },
      );
    await refusedWith([422], 'price', 'credits', 'currency', 'country', 'vat');
    // Another price than that of the list is told as such, and a code that does not exist.
    await refusedWith([404, 409, 422], 'amount', 'discount_code');
    const { payment } = await buy(server(), me);
    const right = noticeOf({ id: payment.payment_id, ...payment.price }, 'paid');
    const changed = fc.record(
      {
        amount: fc.oneof(
          fc.integer().filter((amount) => amount !== right.amount),
          fc.constantFrom(1, 0, right.amount - 1),
        ),
        currency: fc.string({ maxLength: 4 }).filter((currency) => currency !== right.currency),
        reference: fc.oneof(fc.uuid(), fc.string()),
        ref: fc.string().filter((ref) => ref !== right.ref),
        kind: fc.string().filter((kind) => kind !== 'paid'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        changed.filter((change) => Object.keys(change).length > 0),
        async (change) => {
          const event = `evt_${crypto.randomUUID()}`;
          expect((await notify(server(), tenant, { ...right, ...change, event })).status).toBeLessThan(500);
          expect(await accountOf(server(), me)).toEqual(nothing);
        },
      ),
      { numRuns: figure(1000, 100) },
    );
    await notify(server(), tenant, right);
    expect(await accountOf(server(), me)).toMatchObject({ credits: 35, paid_user: true });
  });
});

eachEngine('reconciling', (server) => {
  const later = (seconds: number) => {
    server().advance(seconds);
    return reconcile(server().app.services, tenant);
  };

  test('B6 CR14: pending payments are polled; during an outage of the provider nothing is credited, after it everything is, once', async () => {
    server().holdClock();
    const members = await Promise.all(Array.from({ length: 60 }, () => server().member()));
    const payments = await Promise.all(members.map(async (each) => (await buy(server(), each)).payment));
    expect(await later(30)).toBe(0);
    server().provider.isDown = true;
    for (const { payment_id } of payments) server().provider.known.set(refOf(payment_id), 'paid');
    expect(await later(31)).toBe(60);
    expect(await later(30)).toBe(60);
    for (const each of members) expect((await accountOf(server(), each)).credits).toBe(0);
    server().provider.isDown = false;
    const begun = server().now().getTime();
    while ((await later(10)) === 0);
    expect(server().now().getTime() - begun).toBeLessThanOrEqual(60_000);
    await Promise.all([later(20), later(20), later(20)]);
    for (const each of members)
      expect(await accountOf(server(), each)).toEqual({ credits: 35, paid_user: true, sum: 35, entries: 1 });
    await Promise.all(
      payments.map(({ payment_id: id, price }) => notify(server(), tenant, noticeOf({ id, ...price }, 'paid'))),
    );
    for (const each of members) expect((await accountOf(server(), each)).credits).toBe(35);
  });

  test('B6: two processes polling at once ask about each payment once and credit it once', async () => {
    const me = await server().member();
    const { payment } = await buy(server(), me);
    server().provider.known.set(refOf(payment.payment_id), 'paid');
    server().advance(61);
    const { services } = server().app;
    const asked = await Promise.all(Array.from({ length: 4 }, () => reconcile(services, tenant)));
    expect(asked.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await accountOf(server(), me)).toMatchObject({ credits: 35, entries: 1 });
  });

  test('CR13: an open payment is polled ever less often, and one unknown to the provider ends', async () => {
    const me = await server().member();
    const { payment } = await buy(server(), me);
    const ref = refOf(payment.payment_id);
    const asks: number[] = [];
    for (let minute = 0; minute < 180; minute += 1) if ((await later(60)) > 0) asks.push(minute);
    expect(asks.length).toBeGreaterThan(5);
    expect(asks.length).toBeLessThan(40);
    server().provider.known.delete(ref);
    await later(3600);
    expect(await rowsOf(server(), me)).toMatchObject([{ status: 'expired', check_at: null }]);
  });

  test('B6: an order that never reached the provider ends after an hour', async () => {
    const me = await server().member();
    const broken = { ...fakeProvider(), create: () => Promise.reject(new Error('The process ended here.')) };
    const { create } = server().provider;
    server().provider.create = broken.create;
    expect((await buy(server(), me)).status).toBe(500);
    server().provider.create = create;
    expect(await rowsOf(server(), me)).toMatchObject([{ status: 'created', provider_ref: null }]);
    await later(3500);
    expect(await rowsOf(server(), me)).toMatchObject([{ status: 'created' }]);
    await later(200);
    expect(await rowsOf(server(), me)).toMatchObject([{ status: 'expired', check_at: null }]);
  });

  test('B6: polling ends also while the provider is so slow that the first payments are due again', async () => {
    for (let each = 0; each < 50; each += 1) await buy(server(), await server().member());
    const { provider } = server();
    const { read } = provider;
    let asked = 0;
    server().advance(61);
    provider.read = () => (
      server().advance((asked += 1) > 500 ? 0 : 5),
      Promise.reject(new ProviderUnavailable('slow'))
    );
    expect(await reconcile(server().app.services, tenant)).toBe(asked);
    provider.read = read;
    expect(asked).toBeLessThan(100);
  });
});
