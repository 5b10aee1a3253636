// Orders that were given up and are sent again: the provider's answer counts from then on, and none stays open forever.
import { beforeEach, expect, test } from 'vitest';
import { reconcile } from '#server/payments/reconcile';
import { noticeOf, notify, refOf } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { type Order, stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('given up', (server) => {
  let me: MadeMember;
  let order: Order;
  const later = (seconds: number) => {
    server().advance(seconds);
    return reconcile(server().app.services, tenant);
  };
  const send = (key: string) =>
    server().call('/api/payment.php', {
      json: { package: '35', method: 'visa' },
      as: me,
      headers: { 'idempotency-key': key },
    });
  const open = async () =>
    (
      await server().database.inTenant(tenant, (db) =>
        db.selectFrom('payment').select('id').where('account', '=', me.id).where('check_at', 'is not', null).execute(),
      )
    ).length;

  /** The process dies while the provider is asked; hours later the browser sends the order again. */
  beforeEach(async () => {
    me = await server().member();
    const key = crypto.randomUUID();
    const { provider } = server();
    const { create } = provider;
    provider.create = () => Promise.reject(new Error('The process ended here.'));
    expect((await send(key)).status).toBe(500);
    provider.create = create;
    await later(3700);
    const { status, body } = await send(key);
    expect(status).toBe(200);
    const { payment_id: id, price } = body['payment'] as { payment_id: string; price: Omit<Order, 'id'> };
    order = { id, ...price };
  });
  const status = async () => (await stateOf(server(), me, order)).status;

  test('B6: it stays open while the provider says so, and is polled until it is paid', async () => {
    await later(3600);
    expect([await status(), await open()]).toEqual(['created', 1]);
    server().provider.known.set(refOf(order.id), 'paid');
    await later(3600);
    expect(await stateOf(server(), me, order)).toMatchObject({ status: 'paid', credits: 35 });
    expect(await open()).toBe(0);
  });

  test('B6: it ends when the provider lets it expire', async () => {
    await notify(server(), tenant, noticeOf(order, 'expired'));
    expect([await status(), await open()]).toEqual(['expired', 0]);
  });

  test('B6: it is given up again when the provider no longer knows it', async () => {
    server().provider.known.delete(refOf(order.id));
    await later(3600);
    expect([await status(), await open()]).toEqual(['expired', 0]);
    await notify(server(), tenant, noticeOf(order, 'pending'));
    expect([await status(), await open()]).toEqual(['pending', 1]);
  });
});
