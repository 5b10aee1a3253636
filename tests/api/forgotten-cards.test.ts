// A card that a member no longer has here is forgotten by the provider too, and asked for until it is done.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteUnconfirmed } from '#server/auth/unconfirmed-account';
import { cardForgetting } from '#server/payments/forget-cards';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import type { Order } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('forgotten cards', (server) => {
  const order = async (as: MadeMember, remember = true): Promise<Order> => {
    const json = { package: '15', method: 'visa', remember_card: remember };
    const { body } = await server().call('/api/payment.php', { json, as });
    const { payment_id: id, price } = body['payment'] as { payment_id: string; price: Omit<Order, 'id'> };
    return { id, ...price };
  };
  const paid = (bought: Order, token: string) =>
    notify(server(), tenant, {
      ...noticeOf(bought, 'paid'),
      card: { token, brand: 'Visa', last_four: '4242' },
    });
  /** A member whose card the provider has kept, and its token. */
  const withCard = async (): Promise<[MadeMember, string]> => {
    const [me, token] = [await server().member({ country: 'NL' }), `card_${crypto.randomUUID()}`];
    await paid(await order(me), token);
    return [me, token];
  };
  const forget = (as: MadeMember) => server().call('/api/repeat-order.php', { as, method: 'DELETE', json: {} });
  const waiting = async () =>
    (await server().database.inTenant(tenant, (db) => db.selectFrom('forgotten_card').select('token').execute())).map(
      ({ token }) => token,
    );
  const runDue = () => cardForgetting.start(server().app.services, { tenant });
  const forgotten = (token: string) => server().provider.forgotten.filter((each) => each === token).length;

  beforeEach(() => runDue());
  afterEach(() => {
    server().provider.isDown = false;
  });

  test('CR12: repeat.forgetCard has the provider forget the card, later when it is down, and no other', async () => {
    const [[me, token], [, others]] = [await withCard(), await withCard()];
    server().provider.isDown = true;
    expect((await forget(me)).status).toBe(204);
    await expect(runDue()).rejects.toThrow('away');
    expect([forgotten(token), await waiting()]).toEqual([0, [token]]);
    server().provider.isDown = false;
    await server().runJobs();
    expect([forgotten(token), forgotten(others), await waiting()]).toEqual([1, 0, []]);
    await runDue();
    expect(forgotten(token)).toBe(1);
  });

  test('CR12: a newer card has the one before forgotten, and the same one again does not', async () => {
    const [me, token] = await withCard();
    await paid(await order(me), token);
    expect(await waiting()).toEqual([]);
    const newer = `card_${crypto.randomUUID()}`;
    await paid(await order(me), newer);
    await runDue();
    expect([forgotten(token), forgotten(newer), await waiting()]).toEqual([1, 0, []]);
  });

  test('CR12: a card that was entered again before the provider was asked is kept', async () => {
    const [me, token] = await withCard();
    await server().database.inTenant(tenant, (db) => db.deleteFrom('stored_card').execute());
    await paid(await order(me), token);
    await runDue();
    expect([forgotten(token), await waiting()]).toEqual([0, []]);
  });

  test('CR12: a card that its owner did not want kept is forgotten, also when the order was paid later', async () => {
    const me = await server().member({ country: 'NL' });
    const [without, late] = [await order(me, false), await order(me)];
    await forget(me);
    const tokens = [`card_${crypto.randomUUID()}`, `card_${crypto.randomUUID()}`] as const;
    await paid(without, tokens[0]);
    await paid(late, tokens[1]);
    await runDue();
    expect(tokens.map(forgotten)).toEqual([1, 1]);
  });

  test('CR12 AC14 E7: leaving and the erasure of an account have its card forgotten', async () => {
    const [[leaver, first], [gone, second]] = [await withCard(), await withCard()];
    const json = { password: leaver.password, reason: 'other', remarks: '' };
    expect((await server().call('/api/account.php', { method: 'DELETE', as: leaver, json })).status).toBe(200);
    await server().runJobs();
    expect(forgotten(first)).toBe(1);
    await server().database.inTenant(tenant, async (db) => {
      await db.updateTable('payment').set({ status: 'expired' }).where('account', '=', gone.id).execute();
      await db.updateTable('account').set({ status: 'not_confirmed' }).where('id', '=', gone.id).execute();
      expect(await deleteUnconfirmed(db, tenant, gone.id)).toBe(true);
    });
    await runDue();
    expect(forgotten(second)).toBe(1);
  });
});
