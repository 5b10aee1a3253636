// A discount code is redeemed once, also when an order that had ended is paid after another has taken its code.
import { beforeEach, expect, test } from 'vitest';
import { processReport } from '#server/payments/process-report';
import { type Bought, discountCalls } from '../support/discounts.ts';
import { reportOf } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('late payments', (server) => {
  const { order, report, member, newMember } = discountCalls(server);
  let me: MadeMember;
  const paidNow = async ({ payment_id: id, price }: Bought) =>
    (await processReport(server().app.services, tenant, 'sandbox', reportOf({ id, ...price }, 'paid'))).problem;
  const uses = () =>
    server().database.inTenant(tenant, async (db) =>
      (
        await db
          .selectFrom('discount_use as u')
          .innerJoin('payment as p', 'p.id', 'u.payment')
          .select('u.payment')
          .where('p.account', '=', me.id)
          .execute()
      ).map(({ payment }) => payment),
    );
  const credits = async () => (await server().call('/api/user.php', { as: me })).body['user'];
  const stay = async (): Promise<string> => {
    const { body } = await server().call('/api/leaving-offer.php', { method: 'POST', json: {}, as: me });
    return (body['code'] as { code: string }).code;
  };
  /** Two orders with what can be used once; the first has expired when the second is made. */
  const twice = async (what: object, ended: string): Promise<[Bought, Bought]> => {
    const { payment: first } = await order(me, what);
    await report(first, ended);
    const { payment: second } = await order(me, what);
    expect(await uses()).toEqual([second.payment_id]);
    return [first, second];
  };

  beforeEach(async () => {
    server().holdClock();
    me = await member();
  });

  test.each(['expired', 'cancelled', 'failed'])(
    'CR18 CR29 B3: an order that had %s and is paid late is honoured, and named when its code is used',
    async (ended) => {
      const [first, second] = await twice({ discount_code: await stay() }, ended);
      expect(await paidNow(second)).toBeNull();
      expect(await paidNow(first)).toMatch(/another order had used STAY-/);
      expect(await uses()).toEqual([second.payment_id]);
      expect(await credits()).toMatchObject({ credits: 70 });
    },
  );

  test('CR18 CR29 B3: the late one has the code when the other is not paid; that one is then named', async () => {
    const code = await stay();
    const key = crypto.randomUUID();
    const { payment: first } = await order(me, { discount_code: code });
    await report(first, 'expired');
    const { payment: second } = await order(me, { discount_code: code }, key);
    expect(await paidNow(first)).toBeNull();
    expect(await uses()).toEqual([first.payment_id]);
    expect((await order(me, { discount_code: code })).error?.code).toBe('code_used');
    expect(await paidNow(second)).toMatch(/another order had used STAY-/);
    expect(await uses()).toEqual([first.payment_id]);
    expect(await credits()).toMatchObject({ credits: 70 });
  });

  test('CR18 CR35 B3: so it is for the time bonus and the tryout package, and for two reports at once', async () => {
    me = await newMember();
    const bonus = await twice({ discount_code: 'TIMEBONUS25' }, 'expired');
    const tryout = await tryoutTwice(bonus);
    expect((await Promise.all(bonus.map(paidNow))).filter((problem) => problem !== null)).toHaveLength(1);
    expect((await Promise.all(tryout.map(paidNow))).filter((problem) => problem !== null)).toHaveLength(1);
    expect((await uses()).length).toBe(2);
  });

  async function tryoutTwice([, bonus]: [Bought, Bought]): Promise<[Bought, Bought]> {
    const what = { package: 'tryout' };
    const { payment: first } = await order(me, what);
    await report(first, 'expired');
    const { payment: second } = await order(me, what);
    expect((await uses()).toSorted()).toEqual([bonus.payment_id, second.payment_id].toSorted());
    return [first, second];
  }
});
