// Repeat orders: what was bought before, and the card that the provider has kept with the member's consent.
import { expect, test } from 'vitest';
import { noticeOf, notify, refOf } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const CARD = { token: 'card_1', brand: 'Visa', last_four: '4242' };
interface Bought {
  readonly payment_id: string;
  readonly price: { readonly amount: number; readonly currency: string };
}

eachEngine('repeat orders', (server) => {
  const call = async (as: MadeMember, path: string, json?: object, method?: string, key?: string) => {
    const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } };
    return server().call(path, { as, ...(json ? { json } : {}), ...(method ? { method } : {}), ...headers });
  };
  const list = async (as: MadeMember) => (await call(as, '/api/repeat-order.php')).body;
  const repeat = (as: MadeMember, json: object = {}, key?: string) =>
    call(as, '/api/repeat-order.php', { package: '15', amount: 2199, ...json }, 'POST', key);
  const member = () => server().member({ country: 'NL' });
  const paid = (payment: Bought, more: object = {}) =>
    notify(server(), tenant, { ...noticeOf({ id: payment.payment_id, ...payment.price }, 'paid'), ...more });
  const buy = async (as: MadeMember, id: string, method = 'visa', more: object = {}): Promise<Bought> => {
    const { body } = await call(as, '/api/payment.php', { package: id, method, ...more });
    return body['payment'] as Bought;
  };
  /** A member whose card the provider has kept. */
  const withCard = async (): Promise<MadeMember> => {
    const me = await member();
    await paid(await buy(me, '15', 'visa', { remember_card: true }), { card: CARD });
    return me;
  };

  test('CR4 CR5 CR6: repeat.list has the packages bought before, the latest first, at the price of today', async () => {
    const [me, other] = [await member(), await member()];
    server().holdClock();
    for (const [id, kind] of [
      ['15', 'paid'],
      ['35', 'failed'],
      ['100', 'paid'],
      ['15', 'paid'],
      ['tryout', 'paid'],
    ] as const) {
      server().advance(1);
      const payment = await buy(me, id, 'paypal');
      await notify(server(), tenant, noticeOf({ id: payment.payment_id, ...payment.price }, kind));
    }
    const { packages, ...rest } = await list(me);
    expect((packages as { id: string }[]).map(({ id }) => id)).toEqual(['15', '100']);
    expect(rest).toEqual({ method: 'paypal', card: null, country: 'NL', vat: 21, refund_days: 14 });
    expect(await list(other)).toMatchObject({ packages: [], method: null });
  });

  test('CR12 DB27: a card is kept only with consent, with brand and last four digits; its token is shown to no one', async () => {
    const [me, without, bank] = [await withCard(), await member(), await member()];
    await paid(await buy(without, '15'), { card: CARD });
    await paid(await buy(bank, '15', 'ideal', { remember_card: true }), { card: CARD });
    const answer = await call(me, '/api/repeat-order.php');
    expect(answer.body['card']).toEqual({ brand: 'Visa', last_four: '4242' });
    expect(answer.text).not.toContain(CARD.token);
    expect([(await list(without))['card'], (await list(bank))['card']]).toEqual([null, null]);
    expect(server().provider.orders.map(({ keepsCard, card }) => [keepsCard, card])).toContainEqual([true, null]);
  });

  test('CR4 CR12 CR19: repeat.order charges the kept card once for a key, and the payment says which card it was', async () => {
    const me = await withCard();
    const before = server().provider.orders.length;
    const key = crypto.randomUUID();
    const [first, again] = [await repeat(me, {}, key), await repeat(me, {}, key)];
    expect(first.body).toEqual(again.body);
    const payment = first.body['payment'] as Bought;
    expect(payment).toMatchObject({ card: { brand: 'Visa', last_four: '4242' }, payment_method: 'visa', credits: 15 });
    expect(server().provider.orders.slice(before)).toMatchObject([
      { card: CARD.token, amount: 2199, keepsCard: false },
    ]);
    await paid(payment);
    expect((await server().call('/api/user.php', { as: me })).body['user']).toMatchObject({ credits: 30 });
  });

  test('CR4: repeat.order refuses another price, an unknown package, and a member without a card', async () => {
    const me = await withCard();
    expect((await repeat(me, { amount: 2198 })).body.error?.code).toBe('price_changed');
    expect((await repeat(me, { package: '7' })).body.error?.code).toBe('unknown_package');
    expect((await repeat(await member())).body.error?.code).toBe('no_card');
  });

  test('CR12: repeat.forgetCard has the card forgotten; the latest card replaces the one before', async () => {
    const me = await withCard();
    const payment = await buy(me, '15', 'mastercard', { remember_card: true });
    await paid(payment, { card: { token: 'card_2', brand: 'Mastercard', last_four: '1111' } });
    expect((await list(me))['card']).toEqual({ brand: 'Mastercard', last_four: '1111' });
    expect((await call(me, '/api/repeat-order.php', {}, 'DELETE')).status).toBe(204);
    expect((await list(me))['card']).toBeNull();
    expect((await repeat(me)).body.error?.code).toBe('no_card');
  });

  test('CR12: an order that is paid after the card was forgotten does not bring it back, and no report keeps its token', async () => {
    const me = await member();
    const open = await buy(me, '15', 'visa', { remember_card: true });
    expect((await call(me, '/api/repeat-order.php', {}, 'DELETE')).status).toBe(204);
    await paid(open, { card: CARD });
    expect((await list(me))['card']).toBeNull();
    await withCard();
    const bodies = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('webhook_event').select('body').execute(),
    );
    expect(bodies.length).toBeGreaterThan(1);
    expect(JSON.stringify(bodies)).not.toContain(CARD.token);
  });

  test('CR12: the same key is refused when the kept card has changed since the first order, which charges no other card', async () => {
    const me = await withCard();
    const key = crypto.randomUUID();
    const { provider } = server();
    const { create } = provider;
    provider.create = () => Promise.reject(new Error('The process ended here.'));
    expect((await repeat(me, {}, key)).status).toBe(500);
    provider.create = create;
    await server().database.inTenant(tenant, (db) =>
      db.updateTable('stored_card').set({ token: 'card_3', last_four: '1881' }).where('account', '=', me.id).execute(),
    );
    const sent = provider.orders.length;
    expect((await repeat(me, {}, key)).body.error?.code).toBe('idempotency_conflict');
    expect(provider.orders).toHaveLength(sent);
  });

  test('CR12: the same key is refused when the price has changed since the first order', async () => {
    const me = await withCard();
    const key = crypto.randomUUID();
    const { provider } = server();
    const { create } = provider;
    provider.create = () => Promise.reject(new Error('The process ended here.'));
    const first = await repeat(me, {}, key);
    provider.create = create;
    expect(first.status).toBe(500);
    await server().database.inTenant(tenant, (db) =>
      db.updateTable('profile').set({ country: 'US', region: null, city: null }).where('id', '=', me.id).execute(),
    );
    const [today] = (await list(me))['packages'] as { price: { amount: number } }[];
    const again = await repeat(me, { amount: today?.price.amount }, key);
    expect(again.body.error?.code).toBe('idempotency_conflict');
  });

  test('CR17: a kept card that is declined leaves a failed payment that names the card', async () => {
    const me = await withCard();
    const { body } = await repeat(me);
    const { payment_id: id, price } = body['payment'] as Bought;
    await notify(server(), tenant, noticeOf({ id, ...price }, 'failed'));
    const { body: shown } = await server().call('/api/payment.php', { query: `id=${id}`, as: me });
    expect(shown['payment']).toMatchObject({ status: 'failed', card: { brand: 'Visa', last_four: '4242' } });
    expect(refOf(id)).toBe(`ref-${id}`);
  });
});
