// Withdrawal from a purchase: preview, refund, receipt, and the confirmation of the purchase before it.
import { expect, test } from 'vitest';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order, spend, stateOf } from '../support/payments.ts';
import { eachEngine, siteAt, withinOneHour } from '../support/server.ts';

const tenant = siteAt(0).id;
const DAY = 86_400_000;

eachEngine('withdrawal', (server) => {
  const report = async (order: Order, kind: string, amount = order.amount): Promise<void> => {
    expect((await notify(server(), tenant, noticeOf({ ...order, amount }, kind))).status).toBe(204);
  };
  const bought = async (draft: object = {}, id = '15'): Promise<[MadeMember, Order]> => {
    const me = await server().member(draft);
    const order = await buy(server(), me, id);
    await report(order, 'paid');
    return [me, order];
  };
  const preview = (as: MadeMember, { id }: Order) =>
    server().call('/api/withdrawal.php', { query: `payment=${id}`, as });
  const withdraw = (as: MadeMember, { id }: Order) =>
    server().call('/api/withdrawal.php', { json: { payment: id }, as });
  const mailsTo = ({ email }: MadeMember) => server().mails.filter(({ to }) => to === email);

  test('CR54: credits.withdrawal previews, credits.withdraw takes the unused credits and has their price refunded', async () => {
    const [me, order] = await bought({ credits: 4 });
    await spend(server(), me, 5);
    const refund = { amount: 1466, currency: 'EUR' };
    const expected = { payment_id: order.id, credits: 10, refund };
    expect((await preview(me, order)).body).toEqual({ withdrawal: expected });
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 14, status: 'paid' });

    const { body } = await withdraw(me, order);
    expect(body).toMatchObject({ withdrawal: expected, payment: { payment_id: order.id, withdraw_until: null } });
    expect(body).toMatchObject({ payment: { withdrawn: { credits: 10, refund } } });
    const entries = ['signup 4', 'purchase 15', 'message -5', 'refund -10'];
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 4, status: 'paid', entries });
    await server().runJobs();
    expect([...server().provider.refunds.values()].filter(({ ref }) => ref === `ref-${order.id}`)).toEqual([
      { ref: `ref-${order.id}`, key: `withdrawal-${order.id}-1`, ...refund },
    ]);

    await report(order, 'refunded', 1466);
    const after = { credits: 4, paid_user: true, status: 'partly_refunded', entries };
    expect(await stateOf(server(), me, order)).toMatchObject(after);
    await report(order, 'paid');
    expect(await stateOf(server(), me, order)).toMatchObject(after);
  });

  test('CR54: a second withdrawal, one after the period, one of used credits and one of another member are refused', async () => {
    const [me, order] = await bought();
    const stranger = await server().member();
    for (const call of [preview, withdraw]) expect((await call(stranger, order)).status).toBe(404);
    expect((await withdraw(me, order)).status).toBe(200);
    for (const call of [preview, withdraw]) {
      const { status, body } = await call(me, order);
      expect([status, body.error?.code]).toEqual([409, 'withdrawal_over']);
    }
    const [spender, used] = await bought();
    await spend(server(), spender, 15);
    expect((await withdraw(spender, used)).body.error?.code).toBe('nothing_unused');
    const unpaid = await buy(server(), spender, '6');
    expect((await withdraw(spender, unpaid)).body.error?.code).toBe('withdrawal_over');
    const [late, old] = await bought();
    await server().database.inTenant(tenant, (db) =>
      db
        .updateTable('payment')
        .set({ paid_at: new Date(server().now().getTime() - 16 * DAY) })
        .where('id', '=', old.id)
        .execute(),
    );
    expect((await withdraw(late, old)).body.error?.code).toBe('withdrawal_over');
  });

  test('CR23: the period ends at its second: one second before it is withdrawn, then no more', async () => {
    withinOneHour(server());
    for (const [seconds, status] of [
      [-1, 200],
      [0, 409],
      [1, 409],
    ] as const) {
      const [me, order] = await bought();
      const { body } = await server().call('/api/payment.php', { query: `id=${order.id}`, as: me });
      const ends = Date.parse((body['payment'] as { withdraw_until: string }).withdraw_until);
      server().advance((ends - server().now().getTime()) / 1000 + seconds);
      expect([seconds, (await preview(me, order)).status]).toEqual([seconds, status]);
      expect([seconds, (await withdraw(me, order)).status]).toEqual([seconds, status]);
    }
  });

  test('CR23 CR20: 16 withdrawals at once refund once, and a full one ends premium when it is reported', async () => {
    const [me, order] = await bought();
    const answers = await Promise.all(Array.from({ length: 16 }, () => withdraw(me, order)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await server().runJobs();
    await report(order, 'refunded');
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, paid_user: false, status: 'refunded' });
  });

  test('CR54: a refund that the provider reverses gives the credits back', async () => {
    const [me, order] = await bought();
    await withdraw(me, order);
    await report(order, 'refunded');
    await report(order, 'reversed');
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 15, paid_user: true, status: 'paid' });
  });

  test('CR54: a provider that is down is asked again', async () => {
    const [me, order] = await bought();
    await withdraw(me, order);
    server().provider.isDown = true;
    await expect(server().runJobs()).rejects.toThrow();
    server().provider.isDown = false;
    await server().runJobs();
    expect(server().provider.refunds.has(`withdrawal-${order.id}-1`)).toBe(true);
  });

  test('CR54: one mail confirms the purchase with the model form, another the withdrawal with its time', async () => {
    const [me, order] = await bought({ country: 'NL' });
    await report(order, 'paid');
    await server().runJobs();
    const [confirmation, ...rest] = mailsTo(me);
    expect(rest).toEqual([]);
    for (const part of [
      '15 credits',
      '€21.99',
      'Including 21% VAT',
      'Visa',
      order.id,
      'Withdraw from contract here',
      '- To: ',
    ])
      expect(confirmation?.text).toContain(part);
    await withdraw(me, order);
    await server().runJobs();
    const receipt = mailsTo(me).at(-1);
    for (const part of ['15 credits', '€21.99', order.id]) expect(receipt?.text).toContain(part);
    expect(receipt?.text).toMatch(/Received: \d.* \d\d:\d\d CES?T\n/);
    expect(mailsTo(me)).toHaveLength(2);
  });

  test('CR54 SI7: the confirmation writes money as the payer’s country does', async () => {
    const [me] = await bought({ country: 'US', language: 'en' });
    await server().runJobs();
    const text = mailsTo(me).at(-1)?.text ?? '';
    expect(text).toMatch(/\$\d/);
    expect(text).not.toContain('US$');
  });
});
