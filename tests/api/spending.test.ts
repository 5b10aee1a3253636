// A member's own limits: held at every order, lowered at once, raised after a day, and never passed by orders at once.
import { beforeEach, expect, test } from 'vitest';
import type { Spending } from '#contract/spending';
import { SPENDING } from '#domain/spending';
import { discountCalls, priceOf } from '../support/discounts.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const DAY_S = SPENDING.dayMs / 1000;

eachEngine('spending', (server) => {
  beforeEach(() => server().holdClock());

  const { order, report, cancel, member } = discountCalls(server);
  const limit = async (as: MadeMember, json: object) => {
    const { body } = await server().call('/api/spending.php', { method: 'PUT', json, as });
    return body as unknown as Spending;
  };
  const read = async (as: MadeMember) => (await server().call('/api/spending.php', { as })).body as unknown as Spending;

  /** Moves the orders of a member to a time before their session began. */
  const moved = (by: MadeMember, column: 'created_at' | 'paid_at', at: number) =>
    server().database.inTenant(tenant, (db) =>
      db
        .updateTable('payment')
        .set({ [column]: new Date(at) })
        .where('account', '=', by.id)
        .execute(),
    );

  test('DE10: spending.limit and spending.read: a limit holds at the order, to the minor unit', async () => {
    const me = await member();
    expect(await read(me)).toMatchObject({ currency: 'EUR', day: 0, month: 0, daily: { amount: null, next: null } });
    expect(await limit(me, { daily: priceOf('35') })).toMatchObject({ daily: { amount: priceOf('35'), next: null } });
    const { payment } = await order(me, {});
    await report(payment, 'paid');
    expect(await read(me)).toMatchObject({ day: priceOf('35'), month: priceOf('35'), note: null });
    expect((await order(me, { package: '6' })).error?.code).toBe('spend_limit');
    expect(await limit(me, { daily: priceOf('35') - 1 })).toMatchObject({ daily: { amount: priceOf('35') - 1 } });
    await report(payment, 'refunded');
    expect(await read(me)).toMatchObject({ day: 0, month: 0 });
    expect((await order(me, {})).error?.code).toBe('spend_limit');
    expect((await order(me, { package: '6' })).status).toBe(200);
  });

  test('DE10: a rise counts exactly 24 hours later, a month’s limit for 30 days', async () => {
    const me = await member();
    await limit(me, { daily: priceOf('6'), monthly: priceOf('6') });
    await report((await order(me, { package: '6' })).payment, 'paid');
    const raised = await limit(me, { daily: null, monthly: 2 * priceOf('6') });
    const from = new Date(server().now().getTime() + SPENDING.raiseAfterMs).toISOString();
    expect(raised).toMatchObject({
      daily: { amount: priceOf('6'), next: { amount: null, from } },
      monthly: { amount: priceOf('6'), next: { amount: 2 * priceOf('6'), from } },
    });
    server().advance(DAY_S - 1);
    expect((await order(me, { package: '6' })).error?.code).toBe('spend_limit');
    server().advance(1);
    expect((await order(me, { package: '15' })).error?.code).toBe('spend_limit');
    await report((await order(me, { package: '6' })).payment, 'paid');
    expect((await order(me, { package: '6' })).error?.code).toBe('spend_limit');
    await moved(me, 'paid_at', server().now().getTime() - SPENDING.monthMs + 1000);
    expect((await order(me, { package: '6' })).error?.code).toBe('spend_limit');
    server().advance(1);
    expect((await order(me, { package: '6' })).status).toBe(200);
  });

  test('DE10: an order that is not paid yet counts, and is named so that it can be cancelled', async () => {
    const me = await member();
    await limit(me, { daily: priceOf('35') });
    const first = (await order(me, {})).payment;
    expect(await read(me)).toMatchObject({ day: 0 });
    expect((await order(me, { method: 'visa' })).error).toMatchObject({
      code: 'spend_in_order',
      payments: [first.payment_id],
    });
    expect(await cancel(me, first.payment_id)).toMatchObject({ status: 'cancelled' });
    const second = (await order(me, { method: 'visa' })).payment;
    await report(second, 'pending');
    expect((await order(me, {})).error?.code).toBe('spend_limit');
  });

  test('DE10 CR14: an order that did not reach the provider is sent again only within the limit, under the same key', async () => {
    const me = await member();
    await limit(me, { daily: priceOf('35') });
    const key = crypto.randomUUID();
    server().provider.isDown = true;
    expect((await order(me, {}, key)).error?.code).toBe('provider_down');
    server().provider.isDown = false;
    const other = (await order(me, {})).payment;
    expect((await order(me, {}, key)).error?.code).toBe('spend_in_order');
    await cancel(me, other.payment_id);
    const again = await order(me, {}, key);
    expect(again.payment).toMatchObject({ status: 'created' });
    expect((await order(me, {}, key)).payment.payment_id).toBe(again.payment.payment_id);
  });

  test('DE10: of 64 orders at once, and a change of the limit among them, no more pass than it allows', async () => {
    const me = await member();
    await limit(me, { daily: 3 * priceOf('6') });
    const all = Array.from({ length: 64 }, () => order(me, { package: '6' }));
    const [, ...answers] = await Promise.all([limit(me, { monthly: 3 * priceOf('6') }), ...all]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ error }) => error?.code === 'spend_in_order')).toHaveLength(61);
  });

  test('DE10: what is paid counts when it is paid, and an unpaid order counts however old it is', async () => {
    const me = await member();
    await limit(me, { daily: priceOf('35') });
    const kept = (await order(me, {})).payment;
    await moved(me, 'created_at', server().now().getTime() - 40 * DAY_S * 1000);
    expect((await order(me, {})).error).toMatchObject({ code: 'spend_in_order', payments: [kept.payment_id] });
    await report(kept, 'paid');
    expect(await read(me)).toMatchObject({ day: priceOf('35'), month: priceOf('35') });
    expect((await order(me, { package: '6' })).error?.code).toBe('spend_limit');
    server().advance(DAY_S);
    expect(await read(me)).toMatchObject({ day: 0, month: priceOf('35') });
    expect((await order(me, {})).status).toBe(200);
  });

  test('DE10 CR14: an order of days ago that is sent again today counts today', async () => {
    const me = await member();
    await limit(me, { daily: priceOf('35') });
    const key = crypto.randomUUID();
    server().provider.isDown = true;
    expect((await order(me, {}, key)).error?.code).toBe('provider_down');
    server().provider.isDown = false;
    server().advance(DAY_S + 10);
    await report((await order(me, {}, key)).payment, 'paid');
    expect(await read(me)).toMatchObject({ day: priceOf('35') });
    expect((await order(me, {})).error?.code).toBe('spend_limit');
  });

  test('DE10: only orders whose end makes room are named, and the fewest of them', async () => {
    const me = await member();
    const old = (await order(me, { package: '6', method: 'visa' })).payment;
    server().advance(3 * DAY_S);
    const today = (await order(me, {})).payment;
    await report(today, 'pending');
    await limit(me, { daily: priceOf('35') });
    // The pending one alone is already too much.
    expect((await order(me, { package: '15' })).error).toEqual({ code: 'spend_limit' });
    await report(today, 'failed');
    const second = (await order(me, { package: '15' })).payment;
    expect((await order(me, { package: '15' })).error).toMatchObject({ payments: [old.payment_id] });
    expect((await order(me, { package: '35' })).error?.['payments']).toEqual([second.payment_id, old.payment_id]);
  });

  test.each([['sct'], ['przelewy24']])(
    'DE10: an order by %s is never named, as its money may be on its way',
    async (method) => {
      const me = await member({ country: method === 'sct' ? 'NL' : 'PL' });
      const { price } = (await order(me, { method })).payment;
      await limit(me, { monthly: price.amount });
      server().advance(2 * DAY_S);
      expect((await order(me, { package: '6', method: 'visa' })).error).toEqual({ code: 'spend_limit' });
    },
  );

  test('DE10: a limit moves with the member to another currency, and is not passed there', async () => {
    const me = await member();
    await limit(me, { daily: priceOf('35') });
    await report((await order(me, {})).payment, 'paid');
    await server().database.inTenant(tenant, (db) =>
      db.updateTable('profile').set({ country: 'DK' }).where('id', '=', me.id).execute(),
    );
    const moved = await read(me);
    expect(moved).toMatchObject({ currency: 'DKK' });
    expect(moved.day).toBeGreaterThanOrEqual(moved.daily.amount ?? 0);
    expect((await order(me, { package: '6', method: 'visa' })).error?.code).toBe('spend_limit');
  });

  test('DE10: a costly day is remarked on, and says when the credits went to fictional profiles', async () => {
    const [me, fiction] = [await member({ credits: 50 }), await member({ fictional: true })];
    await report((await order(me, { package: '100' })).payment, 'paid');
    expect((await read(me)).note).toBe('spike');
    const json = { profile: fiction.id, text: 'Good evening', client_id: crypto.randomUUID() };
    expect((await server().call('/api/message.php', { json, as: me })).status).toBe(200);
    expect((await read(me)).note).toBe('spike_fictional');
    server().advance(DAY_S);
    expect((await read(me)).note).toBeNull();
  });
});
