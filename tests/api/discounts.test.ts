// Discount codes: every field and rule, and one use under orders at once.
import { beforeEach, expect, test } from 'vitest';
import { discountedPrice } from '#domain/discounts';
import { discountCalls, priceOf, SOME_ORDER } from '../support/discounts.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('discounts', (server) => {
  beforeEach(() => server().holdClock());

  const { order, report, cancel, find, own, member, newMember, addCode } = discountCalls(server);

  test('CR29 CR18: an order with a code is charged what the code says, in whole minor units, and keeps the code', async () => {
    const me = await member();
    const code = await addCode({ value_percentage: 12.5 });
    const { payment } = await order(me, { discount_code: ` ${code.toLowerCase()} `, amount: 4024 });
    expect(payment).toMatchObject({ price: { amount: 4024, currency: 'EUR' }, discount_code: code });
    expect(server().provider.orders.at(-1)).toMatchObject({ amount: 4024, currency: 'EUR' });
    expect(discountedPrice(priceOf('35'), 12.5)).toBe(4024);
  });

  test('CR29 CR34: discounts.find and discounts.own have every field of a code', async () => {
    const me = await member();
    const expires = new Date(server().now().getTime() + 1000);
    const code = await addCode({
      ...{ account: me.id, country: 'NL', currency: 'EUR', minimum_order_value: 999, expires, value_percentage: 20 },
      ...{ paymentmethods: ['ideal'], validity: 'once' },
    });
    const view = {
      ...{ code, country: 'NL', user_id: me.id, expires: expires.toISOString(), value_percentage: 20, currency: 'EUR' },
      ...{ minimum_order_value: 999, status: 'active', validity: 'once', expired: false, paymentmethods: ['ideal'] },
    };
    expect(await find(me, `code=${code}&package=6&method=ideal`)).toEqual(view);
    expect((await server().call('/api/discountcodes.php', { as: me })).body).toEqual({ codes: [view] });
    server().advance(1);
    expect(await own(me)).toEqual([]);
    expect(await find(me, `code=${code}&package=6&method=ideal`)).toBe('code_expired');
  });

  test('CR32 CR33: discounts.find and the order refuse a code that does not fit, each with its reason', async () => {
    const [me, other] = [await member(), await member()];
    const past = server().now();
    const codes: [string, string][] = [
      ['NOPE-NOPE', 'code_unknown'],
      [await addCode({ status: 'inactive' }), 'code_unknown'],
      [await addCode({ account: other.id }), 'code_unknown'],
      [await addCode({ expires: past }), 'code_expired'],
      [await addCode({ country: 'BE' }), 'code_country'],
      [await addCode({ currency: 'GBP' }), 'code_country'],
      [await addCode({ currency: 'EUR', minimum_order_value: priceOf('35') + 1 }), 'code_minimum'],
      [await addCode({ paymentmethods: ['visa'] }), 'code_method'],
      ['TIMEBONUS25', 'code_expired'],
    ];
    for (const [code, reason] of codes) {
      expect([code, await find(me, `code=${code}&package=35&method=ideal`)]).toEqual([code, reason]);
      expect([code, (await order(me, { discount_code: code })).error?.code]).toEqual([code, reason]);
    }
    const rows = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('payment').select('id').where('account', '=', me.id).execute(),
    );
    expect(rows).toEqual([]);
  });

  test('CR32: a code is used by the order that was paid, also after its refund, and is free after one that was not', async () => {
    const me = await member();
    const code = await addCode();
    const first = await order(me, { discount_code: code });
    expect((await order(me, { discount_code: code })).error).toMatchObject({
      code: 'code_in_order',
      payment: first.payment.payment_id,
    });
    expect(await find(me, `code=${code}&package=35&method=ideal`)).toMatchObject({ code });
    for (const kind of ['failed', 'cancelled', 'expired']) {
      const { payment } = kind === 'failed' ? first : await order(me, { discount_code: code });
      await report(payment, kind);
    }
    const { payment } = await order(me, { discount_code: code });
    await report(payment, 'pending');
    expect((await order(me, { discount_code: code })).error?.code).toBe('code_in_order');
    await report(payment, 'paid');
    expect((await order(me, { discount_code: code })).error?.code).toBe('code_used');
    await report(payment, 'refunded');
    expect((await order(me, { discount_code: code })).error?.code).toBe('code_used');
    expect(await find(me, `code=${code}&package=35&method=ideal`)).toBe('code_used');
    // The other members have a use of their own.
    expect((await order(await member(), { discount_code: code })).payment.discount_code).toBe(code);
  });

  test('CR15: credits.cancel ends an unpaid order and frees its code; a paid one stays paid, another’s is unknown', async () => {
    const [me, other] = [await member(), await member()];
    const code = await addCode();
    const { payment } = await order(me, { discount_code: code });
    expect(await cancel(other, payment.payment_id)).toBeUndefined();
    expect(await cancel(me, payment.payment_id)).toMatchObject({ status: 'cancelled' });
    const second = (await order(me, { discount_code: code })).payment;
    server().provider.known.set(`ref-${second.payment_id}`, 'paid');
    expect(await cancel(me, second.payment_id)).toMatchObject({ status: 'paid' });
    expect((await order(me, { discount_code: code })).error?.code).toBe('code_used');
  });

  test('CR15: an order that never reached the provider keeps its code for a minute, then gives it up', async () => {
    const me = await member();
    const code = await addCode();
    const key = crypto.randomUUID();
    server().provider.isDown = true;
    expect((await order(me, { discount_code: code }, key)).error?.code).toBe('provider_down');
    server().provider.isDown = false;
    const { payment } = await order(me, { discount_code: code });
    expect(payment.discount_code).toBe(code);
    // The first order cannot have the code any more.
    expect((await order(me, { discount_code: code }, key)).error?.code).toBe('code_in_order');
    await cancel(me, payment.payment_id);
    const again = await order(me, { discount_code: code }, key);
    expect(again.payment).toMatchObject({ discount_code: code, status: 'created' });
    await server().database.inTenant(tenant, (db) =>
      db
        .updateTable('payment')
        .set({ provider_ref: null, redirect: null })
        .where('id', '=', again.payment.payment_id)
        .execute(),
    );
    expect(await cancel(me, again.payment.payment_id)).toMatchObject({ status: 'created' });
    server().advance(60);
    expect(await cancel(me, again.payment.payment_id)).toMatchObject({ status: 'expired' });
    expect((await order(me, { discount_code: code })).payment.discount_code).toBe(code);
  });

  test('CR29 CR35: of 64 orders at once one gets a member’s code, and of 64 members one gets a single code', async () => {
    const [me, fresh] = [await member(), await newMember()];
    const many = Array.from({ length: 64 }, (_, at) => at);
    const perMember = await addCode();
    const single = await addCode({ validity: 'once' });
    const members = await Promise.all(many.map(() => member()));
    for (const [all, code] of [
      [many.map(() => order(me, { discount_code: perMember })), 'code_in_order'],
      [many.map(() => order(fresh, { discount_code: 'TIMEBONUS25' })), 'code_in_order'],
      [members.map((each) => order(each, { discount_code: single })), 'code_used'],
    ] as const) {
      const answers = await Promise.all(all);
      const refused = answers.filter(({ error }) => error?.code === code);
      expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([1, 63]);
    }
  });

  test('CR29: a code without a limit takes any number of orders', async () => {
    const me = await member();
    const code = await addCode({ validity: 'unlimited' });
    for (const _ of [1, 2]) {
      const { payment } = await order(me, { discount_code: code });
      await report(payment, 'paid');
      expect(payment.price.amount).toBe(discountedPrice(priceOf('35'), 10));
    }
  });

  test('CR11: an order whose price is no longer the one shown is refused, with and without a code', async () => {
    const me = await member();
    const code = await addCode();
    expect((await order(me, { amount: priceOf('35') - 1 })).error?.code).toBe('price_changed');
    expect((await order(me, { amount: priceOf('35'), discount_code: code })).error?.code).toBe('price_changed');
    expect((await order(me, { amount: priceOf('35') })).status).toBe(200);
  });

  test('CR18 CR29: an order is not sent again under its key when its code takes off something else meanwhile', async () => {
    const me = await member();
    const code = await addCode({ value_percentage: 10 });
    const key = crypto.randomUUID();
    server().provider.isDown = true;
    expect((await order(me, { discount_code: code }, key)).error?.code).toBe('provider_down');
    server().provider.isDown = false;
    await server().database.inTenant(tenant, (db) =>
      db.updateTable('discount_code').set({ value_percentage: 20 }).where('code', '=', code).execute(),
    );
    const sent = server().provider.orders.length;
    expect((await order(me, { discount_code: code }, key)).error?.code).toBe('idempotency_conflict');
    expect(server().provider.orders).toHaveLength(sent);
    const { payment } = await order(me, { discount_code: code });
    expect(payment.price.amount).toBe(discountedPrice(priceOf('35'), 20));
  });

  test('D1: codes of one site are unknown on another', async () => {
    const code = await addCode();
    const elsewhere = await server().member({ country: 'NL' }, siteAt(1));
    const json = { ...SOME_ORDER, discount_code: code };
    const { body } = await server().call('/api/payment.php', { json, as: elsewhere, site: siteAt(1) });
    expect(body.error?.code).toBe('code_unknown');
  });
});
