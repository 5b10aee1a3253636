// Reports of providers: authenticity, and that every report counts once.
import { expect, test } from 'vitest';
import { dueRefunds } from '#server/payments/refund-withdrawal';
import { sign, SIGNATURE } from '#server/payments/signature';
import { noticeOf, notify, refOf, SECRET } from '../support/fake-provider.ts';
import { isWaitedFor } from '../support/locks.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order, spend, stateOf } from '../support/payments.ts';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
/** Outcomes of the reports about a payment. */
const outcomesOf = (server: TestServer, { id }: Order) =>
  server.database.inTenant(tenant, async (db) =>
    (await db.selectFrom('webhook_event').select('outcome').where('payment', '=', id).execute()).map(
      ({ outcome }) => outcome,
    ),
  );

const unpaid = { credits: 0, paid_user: false, status: 'created', entries: [] };
const paid = { credits: 35, paid_user: true, status: 'paid', entries: ['purchase 35'] };

eachEngine('webhooks', (server, engine) => {
  const report = (order: Order, kind: string, event?: string) => notify(server(), tenant, noticeOf(order, kind, event));
  const events = async ({ id }: MadeMember) =>
    (
      await server().database.inTenant(tenant, (db) =>
        db.selectFrom('event').select('body').where('account', '=', id).orderBy('id').execute(),
      )
    ).map(({ body }) => body);

  test('CR21: premium stays when the last credit is spent', async () => {
    const me = await server().member();
    await report(await buy(server(), me), 'paid');
    expect(await spend(server(), me, 35)).toBe(0);
    expect((await server().call('/api/user.php', { as: me })).body['user']).toMatchObject({
      credits: 0,
      paid_user: true,
    });
  });

  test('CR14 CR20: a paid payment grants its credits and premium, and notifies the member’s tabs', async () => {
    const me = await server().member();
    const order = await buy(server(), me);
    expect(await stateOf(server(), me, order)).toEqual(unpaid);
    const answer = await report(order, 'paid');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await stateOf(server(), me, order)).toEqual(paid);
    expect((await server().call('/api/user.php', { as: me })).body['user']).toMatchObject({
      credits: 35,
      paid_user: true,
    });
    expect(await events(me)).toEqual([{ type: 'payment', payment: order.id }, { type: 'user' }]);
  });

  test('B2: a report needs the right signature, of this tenant, of the last five minutes', async () => {
    server().holdClock();
    const me = await server().member();
    const order = await buy(server(), me);
    const notice = noticeOf(order, 'paid');
    const body = Buffer.from(JSON.stringify(notice));
    const right = sign(SECRET, tenant, body, server().now());
    const send = async (bytes: Uint8Array, headers: Record<string, string | null>) => {
      const { status, body: answer } = await server().call('/api/webhook/sandbox', {
        body: Buffer.from(bytes),
        headers,
      });
      return [status, answer.error];
    };
    const no = [403, { code: 'forbidden' }];
    const at = (seconds: number) => sign(SECRET, tenant, body, new Date(server().now().getTime() + seconds * 1000));
    for (const headers of [
      {},
      { ...right, [SIGNATURE.signature]: null },
      { ...right, [SIGNATURE.time]: null },
      { ...right, [SIGNATURE.signature]: '' },
      { ...right, [SIGNATURE.signature]: '0'.repeat(64) },
      { ...right, [SIGNATURE.time]: String(Number(right[SIGNATURE.time]) + 1) },
      sign('another secret', tenant, body, server().now()),
      sign(SECRET, siteAt(1).id, body, server().now()),
      at(-302),
      at(302),
    ])
      expect([JSON.stringify(headers), ...(await send(body, headers))]).toEqual([JSON.stringify(headers), ...no]);
    for (let place = 0; place < body.byteLength; place += 1) {
      const changed = Buffer.from(body);
      changed.writeUInt8(changed.readUInt8(place) ^ (1 << (place % 8)), place);
      expect(await send(changed, right)).toEqual(no);
    }
    const elsewhere = await notify(server(), tenant, notice, { site: siteAt(1) });
    expect(elsewhere.status).toBe(403);
    expect(await stateOf(server(), me, order)).toEqual(unpaid);
    expect((await send(body, at(-299)))[0]).toBe(204);
    expect(await stateOf(server(), me, order)).toEqual(paid);
  });

  test('B2: a webhook is a POST to a known provider, of at most 64 kB, with a readable body', async () => {
    expect((await server().call('/api/webhook/sandbox')).status).toBe(405);
    expect((await server().call('/api/webhook/nobody', { json: {} })).status).toBe(404);
    expect((await server().call('/api/webhook/sandbox', { body: 'x'.repeat(70_000) })).status).toBe(413);
    const body = 'no json';
    const headers = sign(SECRET, tenant, Buffer.from(body), server().now());
    expect((await server().call('/api/webhook/sandbox', { method: 'POST', body, headers })).status).toBe(400);
  });

  test('B4: a repeated report credits nothing, concurrently, six at a time or after a day, a month, a year', async () => {
    const me = await server().member();
    const order = await buy(server(), me);
    const event = `evt_${crypto.randomUUID()}`;
    await Promise.all(Array.from({ length: 6 }, () => report(order, 'paid', event)));
    await Promise.all(Array.from({ length: 6 }, () => report(order, 'paid')));
    expect(await stateOf(server(), me, order)).toEqual(paid);
    for (const days of [1, 29, 335]) {
      server().advance(days * 86_400);
      expect((await report(order, 'paid', event)).status).toBe(204);
      expect(await stateOf(server(), me, order)).toEqual(paid);
    }
  });

  test('B5: reports that do not fit are stored and parked for an operator, and change nothing', async () => {
    const me = await server().member();
    const [order, other] = [await buy(server(), me), await buy(server(), await server().member(), '6')];
    const right = noticeOf(order, 'paid');
    const lines = server().logged.length;
    const send = (change: object) =>
      notify(server(), tenant, { ...right, event: `evt_${crypto.randomUUID()}`, ...change });
    for (const change of [
      { amount: 1 },
      { amount: order.amount + 1 },
      { currency: 'USD' },
      { ref: `ref-${other.id}` },
      { ref: '' },
    ])
      expect((await send(change)).status).toBe(204);
    expect(await outcomesOf(server(), order)).toEqual(Array(5).fill('parked'));
    for (const reference of [crypto.randomUUID(), 'nothing', '']) expect((await send({ reference })).status).toBe(204);
    expect((await send({ kind: 'dispute_opened' })).status).toBe(204);
    for (const change of [{ event: 'a\0' }, { ref: '\0' }, { kind: '\0' }, { ref: 'x'.repeat(101) }])
      expect((await send(change)).status).toBe(400);
    expect(await stateOf(server(), me, order)).toEqual(unpaid);
    const parked = server()
      .logged.slice(lines)
      .filter((line) => line.includes('payment needs attention'));
    expect(parked).toHaveLength(8);
    expect(parked[0]).toContain(`"payment":"${order.id}","problem":"another amount"`);
    await notify(server(), tenant, right);
    expect(await stateOf(server(), me, order)).toEqual(paid);
  });

  test('CR20 CR23: returned money takes what is left of its credits, and premium with the last paid payment', async () => {
    const me = await server().member({ credits: 4 });
    const [first, second] = [await buy(server(), me, '6'), await buy(server(), me, '15')];
    await report(first, 'paid');
    await report(second, 'paid');
    await report(second, 'refunded');
    expect(await stateOf(server(), me, second)).toMatchObject({ credits: 10, paid_user: true, status: 'refunded' });
    await spend(server(), me, 8);
    await report(first, 'chargeback');
    expect(await stateOf(server(), me, first)).toEqual({
      ...{ credits: 0, paid_user: false, status: 'chargeback' },
      entries: ['signup 4', 'purchase 6', 'purchase 15', 'refund -15', 'message -8', 'refund -2'],
    });
  });

  test('CR20 B3: money returned twice takes no credits of another purchase', async () => {
    const me = await server().member();
    const first = await buy(server(), me, '6');
    await report(first, 'paid');
    await spend(server(), me, 6);
    await report(first, 'refunded');
    const second = await buy(server(), me, '15');
    await report(second, 'paid');
    await report(first, 'chargeback');
    expect(await stateOf(server(), me, second)).toMatchObject({ credits: 15, paid_user: true });
  });

  // One transaction at a time: no payment is being settled concurrently.
  if (engine === 'postgres')
    test('CR20: a refund during the settlement of another payment leaves premium', async () => {
      const me = await server().member();
      const [first, second] = [await buy(server(), me, '6'), await buy(server(), me, '15')];
      await report(first, 'paid');
      await spend(server(), me, 6);
      let refunded: Promise<unknown> = Promise.resolve();
      await server().database.inTenant(tenant, async (db) => {
        await db.updateTable('payment').set({ status: 'paid' }).where('id', '=', second.id).execute();
        await db.updateTable('account').set({ credits: 15 }).where('id', '=', me.id).execute();
        refunded = report(first, 'refunded');
        await isWaitedFor(db);
      });
      await refunded;
      expect(await stateOf(server(), me, first)).toMatchObject({ credits: 9, paid_user: true, status: 'refunded' });
    });

  test('B5: a payment of a deleted account is settled and refunded, and an operator is alerted', async () => {
    const me = await server().member();
    const order = await buy(server(), me);
    await server().database.inTenant(tenant, (db) => db.deleteFrom('account').where('id', '=', me.id).execute());
    expect((await report(order, 'paid')).status).toBe(204);
    expect(server().logged.at(-2)).toContain('the account is gone');
    server().advance(86_401);
    for (let day = 0; day < 2; day += 1) {
      await dueRefunds.start(server().app.services, { tenant });
      await server().runJobs();
    }
    const refunds = [...server().provider.refunds.values()].filter(({ ref }) => ref === refOf(order.id));
    expect(refunds.map(({ amount }) => amount)).toEqual([order.amount]);
  });

  test('B5 CR20: of a payment that gave its credits, no more goes back when its account is gone', async () => {
    const me = await server().member();
    const order = await buy(server(), me);
    await report(order, 'paid');
    await server().database.inTenant(tenant, (db) => db.deleteFrom('account').where('id', '=', me.id).execute());
    expect((await report({ ...order, amount: 1000 }, 'refunded')).status).toBe(204);
    server().advance(86_401);
    await dueRefunds.start(server().app.services, { tenant });
    await server().runJobs();
    expect([...server().provider.refunds.values()].filter(({ ref }) => ref === refOf(order.id))).toEqual([]);
  });

  test('B5: a report of another provider than the one that has the order is parked', async () => {
    const me = await server().member();
    const order = await buy(server(), me);
    await server().database.inTenant(tenant, (db) =>
      db.updateTable('payment').set({ provider: 'another' }).where('id', '=', order.id).execute(),
    );
    expect((await report(order, 'paid')).status).toBe(204);
    expect(await outcomesOf(server(), order)).toEqual(['parked']);
    expect(await stateOf(server(), me, order)).toEqual(unpaid);
  });
});
