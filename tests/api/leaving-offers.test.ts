// What a member who is about to leave can have instead: the tryout package and a discount code, each once.
import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { LEAVING_CODE_DAYS } from '#domain/limits';
import { discountCalls } from '../support/discounts.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('leaving offers', (server) => {
  const { order, report, own, member, newMember } = discountCalls(server);
  const TRYOUT = { package: 'tryout', method: 'ideal' };
  const tryout = { id: 'tryout', credits: 3, price: { amount: 299, currency: 'EUR' } };
  const offer = async (as: MadeMember) => (await server().call('/api/leaving-offer.php', { as })).body;
  const take = async (as: MadeMember) =>
    (await server().call('/api/leaving-offer.php', { method: 'POST', json: {}, as })).body;

  beforeEach(() => server().holdClock());

  test('AC13: leaving.offer has the tryout package and a discount, and leaving.takeDiscount makes one code for a week', async () => {
    const me = await member();
    const percentage = siteAt(0).company.delete_discount;
    expect(await offer(me)).toMatchObject({ tryout, discount: { percentage, code: null } });
    const { code } = (await take(me)) as { code: { code: string } };
    expect(code).toMatchObject({ user_id: me.id, value_percentage: percentage, validity: 'once-per-user' });
    expect(await take(me)).toEqual({ code });
    expect(await offer(me)).toMatchObject({ discount: { percentage, code } });
    expect(await own(me)).toEqual([code.code]);
    expect((await order(await member(), { discount_code: code.code })).error?.code).toBe('code_unknown');
    const { payment } = await order(me, { discount_code: code.code });
    expect(payment.price.amount).toBe(3449);
    await report(payment, 'paid');
    expect((await offer(me))['discount']).toBeNull();
    expect((await take(me)).error?.code).toBe('code_used');
  });

  test('AC13: the code does not follow from the account, and eight presses at once make one', async () => {
    const me = await member();
    const codes = (await Promise.all(Array.from({ length: 8 }, () => take(me)))).map(
      ({ code }) => (code as { code: string }).code,
    );
    expect(new Set(codes).size).toBe(1);
    expect(await own(me)).toEqual([codes[0]]);
    const hash = createHash('sha256')
      .update(`leaving ${siteAt(0).id} ${me.id}`)
      .digest('hex');
    expect(codes[0]).toMatch(/^STAY-[0-9A-F]{12}$/);
    expect(codes[0]).not.toContain(hash.slice(0, 8).toUpperCase());
  });

  test('AC13: the code of a member who stayed is over after a week, and there is no second', async () => {
    const me = await member();
    const { code } = (await take(me)) as { code: { code: string } };
    server().advance(LEAVING_CODE_DAYS * 86_400 - 1);
    expect(await own(me)).toEqual([code.code]);
    server().advance(1);
    expect([await own(me), (await offer(me))['discount']]).toEqual([[], null]);
    expect((await take(me)).error?.code).toBe('code_used');
  });

  test('AC13: the tryout package is had once, also by 16 orders at once, takes no code, and is free again when not paid', async () => {
    const me = await newMember();
    expect((await order(me, { ...TRYOUT, discount_code: 'TIMEBONUS25' })).error?.code).toBe('code_minimum');
    const answers = await Promise.all(Array.from({ length: 16 }, () => order(me, TRYOUT)));
    const [bought] = answers.flatMap(({ payment, status }) => (status === 200 ? [payment] : []));
    if (!bought) throw new Error('No order was made.');
    expect(answers.filter(({ error }) => error?.code === 'code_in_order')).toHaveLength(15);
    await report(bought, 'failed');
    const { payment } = await order(me, TRYOUT);
    expect(payment).toMatchObject({ price: tryout.price, credits: 3, discount_code: null });
    await report(payment, 'paid');
    expect((await order(me, TRYOUT)).error?.code).toBe('unknown_package');
    expect((await offer(me))['tryout']).toBeNull();
    const { body } = await server().call('/api/packages.php', { as: me });
    expect(body['tryout']).toBeNull();
  });
});
