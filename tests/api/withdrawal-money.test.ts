// Withdrawals beside refunds, chargebacks and reversals: credits and money go back once, in any order of the reports.
import { expect, test } from 'vitest';
import { dueRefunds, withdrawalRefund } from '#server/payments/refund-withdrawal';
import { noticeOf, notify, refOf } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order, spend, stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const PRICE = 2199;
/** What 8 of 15 credits cost, and the rest of the price. */
const [OF_8, OF_7] = [1173, 1026];

eachEngine('withdrawals and other money', (server) => {
  const report = async (order: Order, kind: string, amount = order.amount): Promise<void> => {
    expect((await notify(server(), tenant, noticeOf({ ...order, amount }, kind))).status).toBe(204);
  };
  const buyPaid = async (me: MadeMember): Promise<Order> => {
    const order = await buy(server(), me, '15');
    await report(order, 'paid');
    return order;
  };
  const bought = async (): Promise<[MadeMember, Order]> => {
    const me = await server().member();
    return [me, await buyPaid(me)];
  };
  const withdraw = async (as: MadeMember, { id }: Order): Promise<unknown> =>
    (await server().call('/api/withdrawal.php', { json: { payment: id }, as })).body['withdrawal'];
  const shown = async (as: MadeMember, { id }: Order): Promise<Record<string, unknown>> =>
    (await server().call('/api/payment.php', { query: `id=${id}`, as })).body['payment'] as Record<string, unknown>;
  const refundsOf = ({ id }: Order): readonly number[] =>
    [...server().provider.refunds.values()].filter(({ ref }) => ref === refOf(id)).map(({ amount }) => amount);
  /** What the provider knows when it is asked. */
  const known = ({ id }: Order, moved: Partial<Record<'refunded' | 'chargeback' | 'reversed', number>>): void => {
    const reports = Object.entries(moved).map(([kind, amount]) => ({ kind: kind as 'refunded', amount }));
    server().provider.moved.set(refOf(id), reports);
  };
  const creditsOf = async (me: MadeMember, order: Order): Promise<number> =>
    (await stateOf(server(), me, order)).credits;

  test('CR54 CR20: after a partial refund, the withdrawal’s own refund takes nothing from another purchase', async () => {
    const [me, order] = await bought();
    await report(order, 'refunded', OF_7);
    const other = await buyPaid(me);
    expect(await withdraw(me, order)).toMatchObject({ credits: 8, refund: { amount: OF_8 } });
    for (let time = 0; time < 2; time += 1) await report(order, 'refunded', PRICE);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 15, status: 'refunded' });
    expect(await withdraw(me, other)).toMatchObject({ credits: 15 });
  });

  test('CR54 CR20: after a won dispute, the withdrawal’s own refund takes nothing from another purchase', async () => {
    const [me, order] = await bought();
    await report(order, 'chargeback');
    await report(order, 'reversed');
    await buyPaid(me);
    expect(await withdraw(me, order)).toMatchObject({ credits: 15, refund: { amount: PRICE } });
    await report(order, 'refunded');
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 15, status: 'refunded' });
  });

  test('CR54 B3: a late report that moves no money gives no credits back', async () => {
    const [me, order] = await bought();
    await report(order, 'refunded', OF_7);
    await withdraw(me, order);
    for (const kind of ['pending', 'failed']) await report(order, kind);
    const { credits, entries } = await stateOf(server(), me, order);
    expect([credits, entries]).toEqual([0, ['purchase 15', 'refund -7', 'refund -8']]);
  });

  test('CR54 CR20: a dispute won before the refund is reported returns its own credits, not the withdrawn ones', async () => {
    const [me, order] = await bought();
    await report(order, 'chargeback', 733);
    expect(await withdraw(me, order)).toMatchObject({ credits: 10, refund: { amount: 1466 } });
    await report(order, 'reversed', 733);
    expect(await creditsOf(me, order)).toBe(5);
    await report(order, 'refunded', 1466);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 5, status: 'partly_refunded' });
  });

  test('CR54: after a chargeback, nothing is refunded; after the dispute is won, all that is due', async () => {
    const [me, order] = await bought();
    await withdraw(me, order);
    known(order, { chargeback: PRICE });
    await server().runJobs();
    expect(refundsOf(order)).toEqual([]);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'chargeback' });
    known(order, { chargeback: PRICE, reversed: PRICE });
    await report(order, 'reversed');
    server().advance(86_401);
    await dueRefunds.start(server().app.services, { tenant });
    await server().runJobs();
    expect(refundsOf(order)).toEqual([PRICE]);
    known(order, { chargeback: PRICE, reversed: PRICE, refunded: PRICE });
    await dueRefunds.start(server().app.services, { tenant });
    await server().runJobs();
    await report(order, 'refunded');
    expect(refundsOf(order)).toEqual([PRICE]);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'refunded' });
  });

  test('CR54: a refund of customer service that no webhook told of lowers the withdrawal’s own', async () => {
    const [me, order] = await bought();
    await withdraw(me, order);
    known(order, { refunded: OF_7 });
    await server().runJobs();
    expect(refundsOf(order)).toEqual([OF_8]);
    await report(order, 'refunded', PRICE);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'refunded' });
  });

  test('CR54: a refused refund is computed anew under another key, one without an answer is asked for again', async () => {
    const [me, order] = await bought();
    await withdraw(me, order);
    const { provider } = server();
    provider.refusesRefunds = true;
    await expect(server().runJobs()).rejects.toThrow();
    provider.refusesRefunds = false;
    known(order, { refunded: OF_7 });
    await server().runJobs();
    await withdrawalRefund.start(server().app.services, { tenant, payment: order.id });
    expect([...provider.refunds].filter(([, { ref }]) => ref === refOf(order.id))).toEqual([
      [`withdrawal-${order.id}-2`, expect.objectContaining({ amount: OF_8 })],
    ]);
  });

  test('CR54: after a failed refund, the member has the credits again and can withdraw again', async () => {
    const [me, order] = await bought();
    await withdraw(me, order);
    await server().runJobs();
    await report(order, 'refunded');
    expect(await shown(me, order)).toMatchObject({ withdraw_until: null, withdrawn: { credits: 15 } });
    await report(order, 'reversed');
    expect(await shown(me, order)).toMatchObject({ status: 'paid', withdrawn: null });
    expect(server().logged.join('')).toContain('the refund of a withdrawal failed');
    await spend(server(), me, 7);
    expect(await withdraw(me, order)).toMatchObject({ credits: 8, refund: { amount: OF_8 } });
    await server().runJobs();
    expect(refundsOf(order)).toEqual([PRICE, OF_8]);
    await report(order, 'refunded', PRICE + OF_8);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'partly_refunded' });
    expect(await shown(me, order)).toMatchObject({ returned: { amount: OF_8 }, withdrawn: { credits: 8 } });
  });

  test('CR20: a second chargeback after a won dispute counts, one of more than the price does not', async () => {
    const [me, order] = await bought();
    for (const kind of ['chargeback', 'reversed']) await report(order, kind);
    await report(order, 'chargeback', 2 * PRICE + 1);
    expect(await creditsOf(me, order)).toBe(15);
    await report(order, 'chargeback', 2 * PRICE);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'chargeback' });
  });
});
