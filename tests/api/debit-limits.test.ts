// What limits direct debits and their codes: by member, by number, by bank account, by country, and of a brand in all.
import { expect, onTestFinished, test } from 'vitest';
import { DEBIT } from '#domain/debit';
import { beginDebit, confirmDebit, orderByDebit, someIban, someNumber, waitingMandate } from '../support/debit.ts';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt, withinOneHour } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('limits of direct debit', (server) => {
  const member = () => server().member({ country: 'NL' });
  const payments = async (as: MadeMember) =>
    (await server().call('/api/transactions.php', { as })).body['payments'] as object[];
  const offer = async (as: MadeMember) => (await server().call('/api/directdebit.php', { as })).body;

  test('CR51: codes are limited by member and by number, orders by day and amount', async () => {
    const [me, other, buyer] = [await member(), await member(), await member()];
    const phone = someNumber();
    const begin = (as: MadeMember, to = someNumber()) =>
      beginDebit(server(), as, { phone: to }).then(({ status, body }) => body.error?.code ?? status);
    for (let codes = 0; codes < DEBIT.codesPerDay; codes += 1) expect(await begin(me, phone)).toBe(200);
    expect(await begin(me)).toBe('debit_limit');
    expect(await begin(other, phone)).toBe('debit_limit');
    expect(await begin(other)).toBe(200);
    for (let orders = 0; orders < DEBIT.ordersPerDay; orders += 1) await orderByDebit(server(), buyer);
    expect(await offer(buyer)).toMatchObject({ problem: 'debit_limit' });
    expect(await begin(buyer)).toBe('debit_limit');
    const spender = await member();
    await orderByDebit(server(), spender, { package: '400', amount: 35_999 });
    const next = { ...(await waitingMandate(server(), spender)), package: '200', amount: 19_999 };
    expect((await confirmDebit(server(), spender, next)).body.error?.code).toBe('debit_limit');
    expect(await payments(spender)).toHaveLength(1);
  });

  test('CR51: a debit that the bank refuses before it has paid counts as returned, one that never reached it does not', async () => {
    const [me, other] = [await member(), await member()];
    const iban = { iban: someIban() };
    for (const problem of [null, 'debit_blocked']) {
      const { payment_id: id, price } = await orderByDebit(server(), me, {}, iban);
      await notify(server(), tenant, noticeOf({ id, ...price }, 'pending'));
      await notify(server(), tenant, noticeOf({ id, ...price }, 'failed'));
      server().advance(86_400);
      expect(await offer(me)).toMatchObject({ problem });
    }
    expect((await beginDebit(server(), other, iban)).body.error?.code).toBe('debit_blocked');
    const spared = await member();
    for (const _ of [1, 2]) {
      const { payment_id: id } = await orderByDebit(server(), spared);
      await server().database.inTenant(tenant, (db) =>
        db.updateTable('payment').set({ status: 'failed', provider_ref: null }).where('id', '=', id).execute(),
      );
    }
    server().advance(86_400);
    expect(await offer(spared)).toMatchObject({ problem: null });
  });

  test('CR51: a debit that the bank returned does not count once its money has come back', async () => {
    const me = await member();
    const debit = async (...kinds: string[]): Promise<void> => {
      const { payment_id: id, price } = await orderByDebit(server(), me);
      for (const kind of kinds) await notify(server(), tenant, noticeOf({ id, ...price }, kind));
      server().advance(86_400);
    };
    for (const _ of [1, 2]) await debit('paid', 'chargeback', 'reversed');
    expect(await offer(me)).toMatchObject({ problem: null });
    for (const _ of [1, 2]) await debit('paid', 'chargeback');
    expect(await offer(me)).toMatchObject({ problem: 'debit_blocked' });
  });

  test('CR51: ten members share the limits of one bank account, also when all order at once', async () => {
    const changes = { iban: someIban() };
    const members = await Promise.all(Array.from({ length: 10 }, () => member()));
    const begun: { as: MadeMember; mandate: Awaited<ReturnType<typeof waitingMandate>> }[] = [];
    for (const as of members) begun.push({ as, mandate: await waitingMandate(server(), as, changes) });
    const answers = await Promise.all(begun.map(({ as, mandate }) => confirmDebit(server(), as, mandate)));
    const codes = answers.map(({ status, body }) => body.error?.code ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(DEBIT.ordersPerDay);
    expect(codes.filter((code) => code === 'debit_limit')).toHaveLength(10 - DEBIT.ordersPerDay);
    expect((await beginDebit(server(), await member(), changes)).body.error?.code).toBe('debit_limit');
    expect((await beginDebit(server(), await member())).status).toBe(200);
  });

  test('CR50 CR51: codes go to confirmed members only, and to numbers of the countries with direct debit', async () => {
    const [me, unconfirmed] = [await member(), await server().member({ country: 'NL', status: 'not_confirmed' })];
    expect(await offer(unconfirmed)).toMatchObject({ problem: 'debit_unconfirmed' });
    expect((await beginDebit(server(), unconfirmed)).body.error?.code).toBe('debit_unconfirmed');
    for (const phone of ['+882 1310 000 000', '+44 7400 123456', '+1 202 555 0123', '+46 70 123 45 67'])
      expect((await beginDebit(server(), me, { phone })).body.error?.fields).toEqual({
        phone: phone.startsWith('+882') ? expect.stringMatching(/^phone_/) : 'phone_country',
      });
    expect(
      await server().database.inTenant(tenant, (db) =>
        db.selectFrom('debit_mandate').select('tenant').where('account', 'in', [me.id, unconfirmed.id]).execute(),
      ),
    ).toEqual([]);
    expect((await beginDebit(server(), me, { phone: '+49 171 1234567' })).status).toBe(200);
  });

  test('CR50: all codes of a brand together are limited by day, exactly under parallel calls', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => member()));
    withinOneHour(server());
    const total = { tenant, key: 'debit-codes', day: server().now().toISOString().slice(0, 10) };
    const count = DEBIT.codesPerDayOfSite - 3;
    onTestFinished(async () => {
      await server().database.inTenant(tenant, (db) =>
        db.deleteFrom('daily_count').where('tenant', '=', tenant).where('key', '=', total.key).execute(),
      );
    });
    await server().database.inTenant(tenant, (db) =>
      db
        .insertInto('daily_count')
        .values({ ...total, count })
        .onConflict((conflict) => conflict.columns(['tenant', 'key', 'day']).doUpdateSet({ count }))
        .execute(),
    );
    const answers = await Promise.all(members.map((as) => beginDebit(server(), as)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.error?.code === 'debit_limit')).toHaveLength(5);
  });
});
