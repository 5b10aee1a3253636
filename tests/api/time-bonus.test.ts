// The welcome discount of new members: how long it lasts, that it is of the first purchase, and when it counts down.
import { beforeEach, expect, test } from 'vitest';
import { WELCOME } from '#domain/limits';
import { discountCalls } from '../support/discounts.ts';
import { eachEngine } from '../support/server.ts';

eachEngine('time bonus', (server) => {
  const { order, report, find, own, bonus, member, newMember, addCode } = discountCalls(server);

  beforeEach(() => server().holdClock());

  test('CR35 CR37 CR38 CR42: discounts.timeBonus is 25 % for 14,400 seconds, and the last second still orders with it', async () => {
    const me = await newMember();
    expect(await bonus(me)).toMatchObject({
      time_bonus: { code: 'TIMEBONUS25', value_percentage: 25, status: 'active', validity: 'once-per-user' },
      seconds: WELCOME.seconds,
    });
    expect(await own(me)).toEqual(['TIMEBONUS25']);
    server().advance(WELCOME.seconds - 1);
    expect(await bonus(me)).toMatchObject({ seconds: 1 });
    const { payment } = await order(me, { discount_code: 'WELCOME25', amount: 3449 });
    expect(payment).toMatchObject({ discount_code: 'TIMEBONUS25', price: { amount: 3449 } });
    server().advance(1);
    expect(await bonus(me)).toEqual({ time_bonus: null, seconds: null });
    expect((await order(me, { discount_code: 'TIMEBONUS25' })).error?.code).toBe('code_expired');
  });

  test('CR30: discounts.find with welcome answers visitors the welcome code, and members only while they have it', async () => {
    expect(await find(null, 'welcome=true')).toMatchObject({ code: 'WELCOME25', value_percentage: 25, expires: null });
    const me = await newMember();
    expect(await find(me, 'welcome=true')).toMatchObject({ code: 'WELCOME25', user_id: me.id });
    expect(await find(await member(), 'welcome=true')).toBeNull();
    expect(await find(null, 'code=WELCOME25&package=35&method=ideal')).toBe('authentication_required');
  });

  test('CR35 CR40: the welcome discount is of the first purchase only, under both of its names', async () => {
    const [me, other] = [await newMember(), await newMember()];
    await report((await order(me, {})).payment, 'paid');
    expect([await own(me), await bonus(me)]).toEqual([[], { time_bonus: null, seconds: null }]);
    expect((await order(me, { discount_code: 'WELCOME25' })).error?.code).toBe('code_expired');
    const { payment } = await order(other, { discount_code: 'WELCOME25' });
    await report(payment, 'paid');
    await report(payment, 'refunded');
    expect((await order(other, { discount_code: 'TIMEBONUS25' })).error?.code).toBe('code_used');
    expect(await own(other)).toEqual([]);
  });

  test('CR47: there is no countdown when another code keeps the price as low', async () => {
    const me = await newMember();
    await addCode({ account: me.id, value_percentage: 24.99 });
    expect(await bonus(me)).toMatchObject({ seconds: WELCOME.seconds });
    await addCode({ account: me.id, value_percentage: 25, expires: new Date(server().now().getTime() + 14_400_000) });
    expect(await bonus(me)).toMatchObject({ seconds: WELCOME.seconds });
    await addCode({ account: me.id, value_percentage: 25, expires: new Date(server().now().getTime() + 14_400_001) });
    expect(await bonus(me)).toMatchObject({ time_bonus: { code: 'TIMEBONUS25' }, seconds: null });
  });
});
