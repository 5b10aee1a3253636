// Paid payments are asked about again, so that money that went back without a webhook takes its credits once.
import { beforeEach, expect, test } from 'vitest';
import { RECHECK_DAYS, type PaymentReport } from '#domain/payments';
import { dueRefunds } from '#server/payments/refund-withdrawal';
import { paidRecheck, recheckPaid } from '#server/payments/recheck-paid';
import { waiting } from '#server/staff/desk/inbox';
import { readParked } from '#server/staff/desk/matters';
import { noticeOf, notify, refOf } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order, spend, stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const DAY = 86_400;
const MINUTE = 60;

eachEngine('paid payments asked about again', (server, engine) => {
  /** References in the order in which the provider was asked about them. */
  let asked: string[] = [];
  const run = () => paidRecheck.run(server().app.services, { tenant });
  const later = (seconds: number) => {
    server().advance(seconds);
    return run();
  };
  const bought = async (id = '15'): Promise<[MadeMember, Order]> => {
    const me = await server().member();
    const order = await buy(server(), me, id);
    server().provider.known.set(refOf(order.id), 'paid');
    await notify(server(), tenant, noticeOf(order, 'paid'));
    return [me, order];
  };
  /** Money moved at the provider, which tells no one. */
  const moved = ({ id }: Order, ...reports: PaymentReport[]) => void server().provider.moved.set(refOf(id), reports);
  const timesAsked = ({ id }: Order): number => asked.filter((ref) => ref === refOf(id)).length;

  beforeEach(async () => {
    server().holdClock();
    // What other tests have left is due no more.
    await server().database.inTenant(tenant, (db) =>
      db.updateTable('payment').set({ recheck_at: null, paid_at: null }).execute(),
    );
    const { provider } = server();
    provider.isDown = false;
    asked = [];
    const { read } = provider;
    provider.read = (ref) => {
      asked.push(ref);
      return read(ref);
    };
    return () => void (provider.read = read);
  });

  test('CR20 DE60: a chargeback of which no webhook tells is found, and takes the unspent credits once', async () => {
    const [me, order] = await bought();
    await spend(server(), me, 5);
    moved(order, { kind: 'chargeback', amount: order.amount });
    await later(DAY - MINUTE);
    expect([timesAsked(order), (await stateOf(server(), me, order)).status]).toEqual([0, 'paid']);
    await later(MINUTE);
    const after = {
      ...{ credits: 0, paid_user: false, status: 'chargeback' },
      entries: ['purchase 15', 'message -5', 'refund -10'],
    };
    expect(await stateOf(server(), me, order)).toEqual(after);
    await run();
    expect(timesAsked(order)).toBe(1);
    // Its webhook was only late.
    expect((await notify(server(), tenant, noticeOf(order, 'chargeback'))).status).toBe(204);
    await later(2 * DAY);
    expect([timesAsked(order), await stateOf(server(), me, order)]).toEqual([2, after]);
  });

  test('CR20 DE60: so are refunds in parts that were made at the provider, and a dispute that was won', async () => {
    const [me, order] = await bought();
    moved(order, { kind: 'refunded', amount: 733 });
    await later(DAY);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 10, status: 'partly_refunded' });
    moved(order, { kind: 'refunded', amount: 1466 });
    await later(2 * DAY);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 5, status: 'partly_refunded' });
    const disputed = { kind: 'chargeback', amount: 733 } as const;
    moved(order, { kind: 'refunded', amount: 1466 }, disputed);
    await later(4 * DAY);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, paid_user: false });
    moved(order, { kind: 'refunded', amount: 1466 }, disputed, { kind: 'reversed', amount: 733 });
    await later(7 * DAY);
    expect(await stateOf(server(), me, order)).toMatchObject({
      ...{ credits: 5, paid_user: true, status: 'partly_refunded' },
      entries: ['purchase 15', 'refund -5', 'refund -5', 'refund -5', 'reversal 5'],
    });
  });

  test('DE60: a payment is asked about on the days that are decided, and no more after the last one', async () => {
    const [, order] = await bought();
    let day = 0;
    for (const [at, next] of RECHECK_DAYS.entries()) {
      await later((next - day) * DAY - MINUTE);
      expect([next, timesAsked(order)]).toEqual([next, at]);
      await later(MINUTE);
      expect([next, timesAsked(order)]).toEqual([next, at + 1]);
      day = next;
    }
    await later(1000 * DAY);
    expect(timesAsked(order)).toBe(RECHECK_DAYS.length);
  });

  test('DE60: of an open or unpaid order nothing is asked here', async () => {
    const me = await server().member();
    const [open, ended] = [await buy(server(), me), await buy(server(), me)];
    await notify(server(), tenant, noticeOf(ended, 'expired'));
    await later(500 * DAY);
    expect([timesAsked(open), timesAsked(ended)]).toEqual([0, 0]);
  });

  test('B6 DE60: while the provider is down nothing changes, and a payment it fails at keeps no other from it', async () => {
    const [[me, order], [, other]] = [await bought(), await bought()];
    moved(order, { kind: 'chargeback', amount: order.amount });
    const { read } = server().provider;
    server().provider.read = (ref) => (ref === refOf(order.id) ? Promise.reject(new Error('away')) : read(ref));
    await expect(later(DAY)).rejects.toThrow('away');
    expect([timesAsked(other), (await stateOf(server(), me, order)).status]).toEqual([1, 'paid']);
    server().provider.read = read;
    await run();
    expect(timesAsked(order)).toBe(0);
    await later(60 * MINUTE);
    expect([timesAsked(order), timesAsked(other)]).toEqual([1, 1]);
    expect((await stateOf(server(), me, order)).status).toBe('chargeback');
  });

  test('B1 DE60: two processes at once ask once, and the credits are taken once', async () => {
    const [me, order] = await bought();
    moved(order, { kind: 'chargeback', amount: order.amount });
    server().advance(DAY);
    await Promise.all([run(), run(), notify(server(), tenant, noticeOf(order, 'chargeback'))]);
    expect(timesAsked(order)).toBe(1);
    expect((await stateOf(server(), me, order)).entries).toEqual(['purchase 15', 'refund -15']);
  });

  if (engine === 'postgres')
    test('B1 DE60: a payment that another process has claimed is left to it', async () => {
      const [, order] = await bought();
      server().advance(DAY);
      await server().database.inTenant(tenant, async (db) => {
        await db.selectFrom('payment').select('id').where('id', '=', order.id).forUpdate().execute();
        await run();
      });
      expect(timesAsked(order)).toBe(0);
      await run();
      expect(timesAsked(order)).toBe(1);
    });

  test('DE60: a run asks about its share, ends when nothing answers, and goes on after a single failure', async () => {
    const me = await server().member();
    for (let n = 0; n < 12; n += 1) {
      const order = await buy(server(), me);
      await notify(server(), tenant, noticeOf(order, 'paid'));
    }
    const share = () => recheckPaid(server().app.services, tenant, 10);
    const { provider } = server();
    provider.isDown = true;
    await expect(later(DAY)).rejects.toThrow('away');
    expect(asked).toHaveLength(10);
    provider.isDown = false;
    asked = [];
    server().advance(60 * MINUTE);
    await share();
    expect(asked).toHaveLength(10);
    await share();
    expect([asked.length, new Set(asked).size]).toEqual([12, 12]);
    const { read } = provider;
    const [first] = asked;
    asked = [];
    provider.read = (ref) => read(ref).then((reports) => (ref === first ? Promise.reject(new Error('odd')) : reports));
    await expect(later(2 * DAY)).rejects.toThrow('odd');
    expect(new Set(asked).size).toBe(12);
  });

  test('DE60: a paid payment that the provider does not know keeps its credits, a person is told once, and it is asked about again', async () => {
    const [me, order] = await bought();
    const { known } = server().provider;
    known.delete(refOf(order.id));
    for (const days of [1, 2, 4]) await later(days * DAY);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 15, status: 'paid', entries: ['purchase 15'] });
    const told = server().logged.filter((line) => line.includes(order.id) && line.includes('payment needs attention'));
    expect(told).toEqual([expect.stringContaining('does not know a paid payment')]);
    const items = (await waiting(server().app.services)).filter(({ id }) => id.includes(order.id));
    expect(items).toMatchObject([{ kind: 'parked', about: 'unknown', brand: siteAt(0).folder }]);
    const parked = await server().database.inTenant(tenant, (db) => readParked(db, tenant, items[0]?.id ?? ''));
    expect(parked).toMatchObject({ payment: order.id, amount: order.amount, closed: false });
    await run();
    expect(timesAsked(order)).toBe(3);
    known.set(refOf(order.id), 'paid');
    moved(order, { kind: 'chargeback', amount: order.amount });
    await later(7 * DAY);
    expect((await stateOf(server(), me, order)).status).toBe('chargeback');
  });

  test('DE60: a payment that a process of the release before has settled during the upgrade is asked about from then on', async () => {
    const [me, order] = await bought();
    await server().database.inTenant(tenant, (db) =>
      db.updateTable('payment').set({ recheck_at: null }).where('id', '=', order.id).execute(),
    );
    await Promise.all([run(), run()]);
    expect(timesAsked(order)).toBe(1);
    moved(order, { kind: 'chargeback', amount: order.amount });
    await later(DAY);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'chargeback' });
    expect(timesAsked(order)).toBe(2);
  });

  test('DE60: a partial refund found after the account was erased does not have the rest refunded', async () => {
    const [me, order] = await bought();
    await server().database.inTenant(tenant, (db) => db.deleteFrom('account').where('id', '=', me.id).execute());
    moved(order, { kind: 'refunded', amount: 733 });
    await later(DAY);
    const row = await server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('payment')
        .select(['refunded', 'withdrawn_at', 'status'])
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ refunded: 733, withdrawn_at: null, status: 'partly_refunded' });
    server().advance(DAY + MINUTE);
    await dueRefunds.run(server().app.services, { tenant });
    await server().runJobs();
    expect([...server().provider.refunds.values()].filter(({ ref }) => ref === refOf(order.id))).toEqual([]);
  });
});
