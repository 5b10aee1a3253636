// Refunds, chargebacks and reversals in parts and in any order: the credits follow the money once.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaymentReport } from '#domain/payments';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order, spend, stateOf } from '../support/payments.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('refunds', (server) => {
  const report = async (order: Order, kind: string, amount = order.amount): Promise<void> => {
    const { status } = await notify(server(), tenant, noticeOf({ ...order, amount }, kind));
    expect(status).toBe(204);
  };
  const bought = async (draft: { credits?: number } = {}): Promise<[MadeMember, Order]> => {
    const me = await server().member(draft);
    const order = await buy(server(), me, '15');
    expect(order).toMatchObject({ amount: 2199, currency: 'EUR' });
    return [me, order];
  };
  const shown = async (me: MadeMember, { id }: Order): Promise<unknown> =>
    (await server().call('/api/payment.php', { query: `id=${id}`, as: me })).body['payment'];
  const amountsOf = ({ id }: Order) =>
    server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('payment')
        .select(['paid', 'refunded', 'charged_back', 'reversed'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );

  test('CR20 CR23: a partial refund takes the unspent credits it pays for, and the payment shows it', async () => {
    const [me, order] = await bought();
    await report(order, 'paid');
    await spend(server(), me, 5);
    await report(order, 'refunded', 1466);
    const after = {
      ...{ credits: 0, paid_user: true, status: 'partly_refunded' },
      entries: ['purchase 15', 'message -5', 'refund -10'],
    };
    expect(await stateOf(server(), me, order)).toEqual(after);
    expect(await shown(me, order)).toMatchObject({
      status: 'partly_refunded',
      price: { amount: 2199, currency: 'EUR' },
      returned: { amount: 1466, currency: 'EUR' },
    });
    expect(await amountsOf(order)).toEqual({ paid: 2199, refunded: 1466, charged_back: 0, reversed: 0 });
    await report(order, 'refunded', 1466);
    expect(await stateOf(server(), me, order)).toEqual(after);
  });

  test('CR20 CR23: money that goes back later does not make the time to withdraw begin anew', async () => {
    const [me, order] = await bought();
    await report(order, 'paid');
    const untilOf = async () => ((await shown(me, order)) as { withdraw_until: string | null }).withdraw_until;
    const until = await untilOf();
    expect(until).not.toBeNull();
    server().advance(5 * 86_400);
    await report(order, 'refunded', 733);
    expect(await untilOf()).toBe(until);
  });

  test('CR20: premium ends when none of the paid money remains', async () => {
    const [me, order] = await bought();
    for (const [amount, credits, isPremium] of [
      [733, 10, true],
      [2198, 0, true],
      [2199, 0, false],
    ] as const) {
      await report(order, 'paid');
      await report(order, 'refunded', amount);
      expect(await stateOf(server(), me, order)).toMatchObject({ credits, paid_user: isPremium });
    }
    expect(await shown(me, order)).toMatchObject({ status: 'refunded', returned: { amount: 2199 } });
  });

  test('CR20: a reversed chargeback returns its credits once, and premium with them', async () => {
    const [me, order] = await bought({ credits: 4 });
    await report(order, 'paid');
    await spend(server(), me, 9);
    await report(order, 'chargeback');
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, paid_user: false, status: 'chargeback' });
    for (let time = 0; time < 3; time += 1) await report(order, 'reversed');
    expect(await stateOf(server(), me, order)).toMatchObject({
      ...{ credits: 10, paid_user: true, status: 'paid' },
      entries: ['signup 4', 'purchase 15', 'message -9', 'refund -10', 'reversal 10'],
    });
    expect(await shown(me, order)).toMatchObject({ returned: { amount: 0 } });
    const { body } = await server().call('/api/ledger.php', { as: me });
    expect((body['entries'] as { kind: string; credits: number; balance: number }[])[0]).toMatchObject({
      ...{ kind: 'reversal', credits: 10, balance: 10 },
    });
  });

  test('CR20: returned credits deliver the messages held for them', async () => {
    const [me, order] = await bought();
    await report(order, 'paid');
    await report(order, 'chargeback');
    const lines = server().logged.length;
    await report(order, 'reversed');
    const events = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('event').select('body').where('account', '=', me.id).orderBy('id', 'desc').limit(2).execute(),
    );
    expect(events.map(({ body }) => body.type).sort()).toEqual(['payment', 'user']);
    expect(server().logged.slice(lines).join('\n')).not.toContain('failed');
  });

  test('B5: a refund above the price, or of nothing, is parked', async () => {
    const [me, order] = await bought();
    await report(order, 'paid');
    for (const kind of ['refunded', 'chargeback', 'reversed'])
      for (const amount of [0, -1, 2200]) await report(order, kind, amount);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 15, status: 'paid' });
    const parked = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('webhook_event').select('outcome').where('payment', '=', order.id).execute(),
    );
    expect(parked.map(({ outcome }) => outcome).sort()).toEqual(['applied', ...Array<string>(9).fill('parked')]);
  });

  test('B3: partial reports in any order, repeated and concurrent, leave the same account', async () => {
    const part = fc.constantFrom(1, 733, 1466, 2199);
    const one = fc.oneof(
      fc.constant({ kind: 'paid' as const, amount: 2199 }),
      fc.record({
        kind: fc.constantFrom('refunded' as const, 'chargeback' as const, 'reversed' as const),
        amount: part,
      }),
    );
    const histories = fc.array(one, { minLength: 2, maxLength: 6 }).chain((all: PaymentReport[]) =>
      fc.record({
        all: fc.constant(all),
        mixed: fc.shuffledSubarray([...all, ...all.slice(0, 2)], { minLength: all.length + Math.min(2, all.length) }),
        isAtOnce: fc.boolean(),
      }),
    );
    const run = async (reports: readonly PaymentReport[], isAtOnce: boolean) => {
      const [me, order] = await bought({ credits: 4 });
      const send = ({ kind, amount }: PaymentReport): Promise<void> => report(order, kind, amount);
      if (isAtOnce) await Promise.all(reports.map(send));
      else for (const each of reports) await send(each);
      const { credits, paid_user, status, entries } = await stateOf(server(), me, order);
      const sum = entries.reduce((total, entry) => total + Number(entry.split(' ')[1]), 0);
      expect(sum).toBe(credits);
      return { credits, paid_user, status, amounts: await amountsOf(order) };
    };
    await fc.assert(
      fc.asyncProperty(histories, async ({ all, mixed, isAtOnce }) => {
        expect(await run(mixed, isAtOnce)).toEqual(await run(all, false));
      }),
      { numRuns: figure(1000, 25) },
    );
  });
});
