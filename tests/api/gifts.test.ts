// Gifts in chats: sent as messages are, at their own prices, exactly once.
import { expect, test } from 'vitest';
import type { Chat } from '#contract/chats';
import { GIFTS, giftPrice } from '#domain/gifts';
import { deliverHeld } from '#server/modules/chats/held-messages';
import { creditAccount } from '#server/payments/ledger';
import { accountOf, sent, startChat } from '../support/chats.ts';
import { block, type MadeMember } from '../support/members.ts';
import { spend } from '../support/payments.ts';
import { eachEngine, figure, siteAt, type CallAnswer } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

eachEngine('gifts', (server) => {
  const give = (as: MadeMember, gift: string, to: object, client_id = crypto.randomUUID()): Promise<CallAnswer> =>
    server().call('/api/message.php', { json: { gift, client_id, ...to }, as });
  const pair = (credits: number) => Promise.all([server().member({ credits }), server().member({ credits: 20 })]);
  const list = async (as: MadeMember): Promise<Chat[]> =>
    (await server().call('/api/chats.php', { as })).body['chats'] as Chat[];

  test('CH31: a gift costs its price, is booked as one, and both members see it in chat and list', async () => {
    const [me, other] = await pair(12);
    const conversation = await startChat(server(), me, other.id);
    const theirs = recordEvents(server(), other.id);
    const answer = await give(me, 'balloon', { conversation });
    expect(answer.body).toMatchObject({ credits: 1, message: { gift: 'balloon', text: '', seq: 2, mine: true } });
    expect(theirs).toEqual([{ type: 'message', conversation, seq: 2 }]);
    expect((await accountOf(server(), me)).entries.at(-1)).toEqual({
      ...{ kind: 'gift', credits: -10, balance: 1, about: other.id },
    });
    for (const [as, mine] of [[me, true] as const, [other, false] as const]) {
      expect((await list(as))[0]?.last).toMatchObject({ gift: 'balloon', text: '', mine, seq: 2 });
      const { body } = await server().call('/api/messages.php', { as, query: `conversation=${conversation}` });
      expect(body['messages']).toMatchObject([{ seq: 1 }, { gift: 'balloon', text: '', mine }]);
    }
    const { body } = await server().call('/api/ledger.php', { as: me });
    expect(body['entries']).toMatchObject([{ kind: 'gift', about: { id: other.id, name: other.name } }, {}, {}]);
  });

  test('CH31 CH36 B1: six deliveries of one gift at once make one gift and one debit', async () => {
    for (let round = 0; round < figure(20, 3); round += 1) {
      const [me, other] = await pair(10);
      const client_id = crypto.randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => give(me, 'rose', { profile: other.id }, client_id)),
      );
      const [first] = answers;
      for (const { status, body } of answers) expect([status, body['message']]).toEqual([200, first?.body['message']]);
      const { credits, entries } = await accountOf(server(), me);
      expect([credits, entries.filter(({ kind }) => kind === 'gift').length]).toEqual([7, 1]);
    }
  });

  test('CH31 CH23: with credits for one, six different gifts at once are one gift; the balance never drops below zero', async () => {
    const [me, other] = await pair(4);
    const conversation = await startChat(server(), me, other.id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => give(me, 'rose', { conversation })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402, 402, 402, 402]);
    expect(answers.find(({ status }) => status === 402)?.body.error).toMatchObject({
      ...{ code: 'not_enough_credits', needed: 3, balance: 0 },
    });
    expect((await accountOf(server(), me)).credits).toBe(0);
  });

  test('CH31: an unknown gift, one with a text, and one to a member who blocked cost nothing', async () => {
    const [me, other] = await pair(20);
    expect((await give(me, 'yacht', { profile: other.id })).status).toBe(422);
    expect((await give(me, 'rose', { profile: other.id, text: 'Hello' })).body.error?.fields).toEqual({
      gift: 'not_allowed',
    });
    await block(server().database, siteAt(0), other.id, me.id);
    expect((await give(me, 'rose', { profile: other.id })).body.error?.code).toBe('blocked');
    expect((await accountOf(server(), me)).credits).toBe(20);
  });

  test('CH31 SG29: gifts of an unconfirmed member are held, all within the balance, and paid when delivered', async () => {
    const me = await server().member({ status: 'not_confirmed', credits: 4 });
    const other = await server().member();
    const first = await give(me, 'rose', { profile: other.id });
    expect(first.body).toMatchObject({ credits: 4, message: { gift: 'rose', held: true, seq: 0 } });
    const { conversation } = first.body['message'] as { conversation: string };
    expect((await give(me, 'crane', { conversation })).body.error).toMatchObject({ needed: 2, balance: 1 });
    await sent(server(), me, { conversation, text: 'One more' });
    expect(await list(me)).toMatchObject([{ last: { text: 'One more' } }]);
    const { database, now } = server().app.services;
    await database.inTenant(siteAt(0).id, async (db) => {
      await db.updateTable('account').set({ status: 'active' }).where('id', '=', me.id).execute();
      await deliverHeld({ db, tenant: siteAt(0).id, site: siteAt(0), now, emit: () => undefined }, me.id);
    });
    const { credits, entries } = await accountOf(server(), me);
    expect([credits, entries.slice(-2).map(({ kind }) => kind)]).toEqual([0, ['gift', 'message']]);
    expect((await list(other))[0]?.last).toMatchObject({ text: 'One more', seq: 2 });
  });

  test('CH31 G5: a held gift that the balance no longer pays for stays, and what was kept behind it; a later text goes before it', async () => {
    const me = await server().member({ status: 'not_confirmed', credits: 9 });
    const other = await server().member();
    const { conversation } = (await give(me, 'moon', { profile: other.id })).body['message'] as never;
    await sent(server(), me, { conversation, text: 'Do you like it?' });
    await spend(server(), me, 6);
    const { database, now } = server().app.services;
    const deliverAll = () =>
      database.inTenant(siteAt(0).id, (db) =>
        deliverHeld({ db, tenant: siteAt(0).id, site: siteAt(0), now, emit: () => undefined }, me.id),
      );
    await database.inTenant(siteAt(0).id, (db) =>
      db.updateTable('account').set({ status: 'active' }).where('id', '=', me.id).execute(),
    );
    await deliverAll();
    expect(await list(other)).toEqual([]);
    expect(await list(me)).toMatchObject([{ last: { text: 'Do you like it?', seq: 0, lacks: 'credits' } }]);
    expect(await sent(server(), me, { conversation, text: 'Hello' })).toMatchObject({ seq: 1 });
    const credits = { credits: 7, kind: 'bonus', book: 'bonus', about: null } as const;
    await database.inTenant(siteAt(0).id, (db) =>
      creditAccount(db, { ...credits, tenant: siteAt(0).id, account: me.id, at: now() }),
    );
    await deliverAll();
    const { body } = await server().call('/api/messages.php', { as: other, query: `profile=${me.id}` });
    expect(body['messages']).toMatchObject([{ text: 'Hello' }, { gift: 'moon' }, { text: 'Do you like it?' }]);
    expect((await accountOf(server(), me)).credits).toBe(0);
  });

  test('CH14: a deleted gift is gone for both', async () => {
    const [me, other] = await pair(10);
    const { conversation, client_id } = (await give(me, 'tea', { profile: other.id })).body['message'] as never;
    await server().call('/api/message.php', {
      ...{ method: 'DELETE', as: me },
      json: { conversation, client_id, scope: 'both' },
    });
    expect((await list(other))[0]?.last).toEqual({
      ...{ text: '', mine: false, seq: 1, deleted: 'both' },
      at: expect.any(String) as unknown,
    });
  });
});

test('CH31: gifts cost 1 to 10 credits, within what a site allows', () => {
  const range = { min: 1, max: 10 };
  expect(GIFTS.map(({ id }) => giftPrice(id, range))).toEqual([
    ...[1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 8, 10],
  ]);
  expect([giftPrice('tea', { min: 2, max: 6 }), giftPrice('balloon', { min: 2, max: 6 })]).toEqual([2, 6]);
});
