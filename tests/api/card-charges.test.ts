// A kept card is charged once: an order without an answer is looked up, and no other is sent before its outcome is known.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProviderUnavailable } from '#server/payments/provider';
import { reconcile } from '#server/payments/reconcile';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const CARD = { token: 'card_1', brand: 'Visa', last_four: '4242' };

eachEngine('charges of a kept card', (server) => {
  let me: MadeMember;
  let create: ReturnType<typeof server>['provider']['create'];
  const path = '/api/repeat-order.php';
  const repeat = (key: string = crypto.randomUUID()) =>
    server().call(path, { as: me, json: { package: '15', amount: 2199 }, headers: { 'idempotency-key': key } });
  const shown = async (id: string) =>
    (await server().call('/api/payment.php', { query: `id=${id}`, as: me })).body['payment'];
  const credits = async () => (await server().call('/api/user.php', { as: me })).body['user'];
  const later = (seconds: number) => {
    server().advance(seconds);
    return reconcile(server().app.services, tenant);
  };
  const idOf = ({ body }: Awaited<ReturnType<typeof repeat>>) => (body['payment'] as { payment_id: string }).payment_id;
  const charged = () =>
    server().provider.orders.filter(({ card, tenant: of }) => card !== null && of === tenant).length;
  /** The provider charges the card, or the request gets lost; its answer does not come in either case. */
  const cut = (arrives: boolean) => {
    server().provider.create = async (order) => {
      if (arrives) {
        const { ref } = await create(order);
        server().provider.known.set(ref, 'paid');
      }
      throw new ProviderUnavailable('slow');
    };
  };

  beforeEach(async () => {
    ({ create } = server().provider);
    server().holdClock();
    me = await server().member({ country: 'NL' });
    const json = { package: '15', method: 'visa', remember_card: true };
    const { body } = await server().call('/api/payment.php', { json, as: me });
    const { payment_id: id, price } = body['payment'] as { payment_id: string; price: Omit<Order, 'id'> };
    await notify(server(), tenant, { ...noticeOf({ id, ...price }, 'paid'), card: CARD });
  });
  afterEach(() => {
    server().provider.create = create;
  });

  test('CR12 B6: a charge without an answer stays on its way, bars another one, and is settled when its member looks', async () => {
    cut(true);
    const before = charged();
    const [key, answer] = [
      '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      await repeat('6f9619ff-8b86-4d01-b42d-00cf4fc964ff'),
    ];
    const id = idOf(answer);
    expect(answer.body).toMatchObject({ payment: { status: 'pending', checkout: null } });
    expect(answer.body['redirect']).toMatch(new RegExp(`/transactions/${id}$`));
    expect(idOf(await repeat(key))).toBe(id);
    server().provider.create = create;
    const second = await repeat();
    expect([second.status, second.body.error?.code, second.body.error?.['payment']]).toEqual([
      409,
      'order_unresolved',
      id,
    ]);
    expect(charged() - before).toBe(1);
    expect(await shown(id)).toMatchObject({ status: 'pending' });
    server().advance(6);
    expect(await shown(id)).toMatchObject({ status: 'paid' });
    expect(await credits()).toMatchObject({ credits: 30 });
    expect((await repeat()).status).toBe(200);
  });

  test('CR12 B6: the job settles it too; one that never arrived ends after two minutes, as often as it is sent', async () => {
    cut(true);
    const paid = idOf(await repeat());
    await later(25);
    expect(await shown(paid)).toMatchObject({ status: 'paid' });
    cut(false);
    const key = crypto.randomUUID();
    const lost = idOf(await repeat(key));
    await later(25);
    expect((await repeat()).body.error?.code).toBe('order_unresolved');
    await later(130);
    expect(await shown(lost)).toMatchObject({ status: 'expired' });
    await server().database.inTenant(tenant, (db) => db.deleteFrom('idempotency').execute());
    expect(idOf(await repeat(key))).toBe(lost);
    expect(await shown(lost)).toMatchObject({ status: 'pending' });
    await later(130);
    expect(await shown(lost)).toMatchObject({ status: 'expired' });
    server().provider.create = create;
    expect((await repeat()).status).toBe(200);
  });

  test('CR12 B6: an order whose process ended while the card was charged is on its way as well', async () => {
    server().provider.create = async (order) => {
      server().provider.known.set((await create(order)).ref, 'paid');
      throw new Error('The process ended here.');
    };
    expect((await repeat()).status).toBe(500);
    server().provider.create = create;
    const refused = await repeat();
    expect(refused.body.error?.code).toBe('order_unresolved');
    await later(25);
    expect(await shown(String(refused.body.error?.['payment']))).toMatchObject({ status: 'paid' });
  });

  test('CR12: presses at the same time charge once, and an ordinary order is not barred', async () => {
    const before = charged();
    const all = await Promise.all(Array.from({ length: 4 }, () => repeat()));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(charged() - before).toBe(1);
    expect((await buy(server(), me)).id).not.toBe('');
  });

  test('CR12: a card is charged five times in 24 hours at most, and a retry is not counted', async () => {
    const key = crypto.randomUUID();
    for (let count = 0; count < 5; count += 1) {
      const id = idOf(await repeat(count === 4 ? key : undefined));
      await notify(server(), tenant, noticeOf({ id, amount: 2199, currency: 'EUR' }, count === 0 ? 'failed' : 'paid'));
      server().advance(60);
    }
    const sixth = await repeat();
    expect([sixth.status, sixth.body.error?.code]).toEqual([429, 'repeat_limit']);
    await server().database.inTenant(tenant, (db) => db.deleteFrom('idempotency').execute());
    expect((await repeat(key)).status).toBe(200);
    server().advance(86_400 - 280);
    expect((await repeat()).status).toBe(200);
  });
});
