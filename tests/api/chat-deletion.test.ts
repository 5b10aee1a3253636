// Deleting messages and conversations, and history that is hidden after a while.
import { beforeEach, expect, test } from 'vitest';
import type { Chat, Conversation } from '#contract/chats';
import { CHAT, CHAT_HIDDEN_DAYS } from '#domain/limits';
import { readNews } from '#server/push/news';
import { accountOf, send, sent, startChat } from '../support/chats.ts';
import { block, type MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

eachEngine('deleting in chats', (server) => {
  beforeEach(() => server().holdClock());

  const list = async (as: MadeMember): Promise<Chat[]> =>
    (await server().call('/api/chats.php', { as })).body['chats'] as Chat[];
  const read = async (as: MadeMember, query: string): Promise<Conversation> =>
    (await server().call('/api/messages.php', { as, query })).body as unknown as Conversation;
  const remove = (as: MadeMember, conversation: string) =>
    server().call('/api/chat.php', { method: 'DELETE', json: { conversation }, as });
  const erase = (as: MadeMember, conversation: string, client_id: string, scope: 'both' | 'me') =>
    server().call('/api/message.php', { method: 'DELETE', json: { conversation, client_id, scope }, as });
  const pair = () => Promise.all([server().member({ credits: 20 }), server().member({ credits: 20 })]);
  const shown = ({ messages }: Conversation) => messages.map(({ text, deleted }) => [text, deleted]);

  test('CH14: chats.deleteMessage takes a young message from both members, and returns no credit', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), me, other.id);
    const { client_id, seq } = await sent(server(), me, { conversation, text: 'Oh no' });
    const [mine, theirs] = [recordEvents(server(), me.id), recordEvents(server(), other.id)];
    const balance = (await accountOf(server(), me)).credits;
    server().advance(CHAT.deleteForBothMinutes * 60 - 10);
    expect((await erase(me, conversation, client_id, 'both')).status).toBe(204);
    expect((await erase(me, conversation, client_id, 'both')).status).toBe(204);
    for (const as of [me, other]) {
      expect(shown(await read(as, `conversation=${conversation}`))[1]).toEqual(['', 'both']);
      expect((await list(as))[0]?.last).toMatchObject({ text: '', deleted: 'both', seq });
    }
    expect([mine, theirs]).toEqual([mine, mine]);
    expect(mine).toEqual([{ type: 'message_deleted', conversation, seq, scope: 'both' }]);
    expect((await accountOf(server(), me)).credits).toBe(balance);
    const stored = await server().database.inTenant(siteAt(0).id, (db) =>
      db.selectFrom('message').select('text').where('client_id', '=', client_id).executeTakeFirstOrThrow(),
    );
    expect(stored.text).toBe('');
    // A retry of the send does not bring it back.
    const again = await send(server(), me, { conversation, client_id, text: 'Oh no' });
    expect(again.body['message']).toMatchObject({ seq, text: '', deleted: 'both' });
  });

  test('CH14: an old message is deleted for its sender alone', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), me, other.id);
    const { client_id } = await sent(server(), me, { conversation, text: 'Old words' });
    server().advance(CHAT.deleteForBothMinutes * 60 + 1);
    expect((await erase(me, conversation, client_id, 'both')).body.error?.code).toBe('delete_too_late');
    const theirs = recordEvents(server(), other.id);
    expect((await erase(me, conversation, client_id, 'me')).status).toBe(204);
    expect(shown(await read(me, `conversation=${conversation}`))[1]).toEqual(['', 'me']);
    expect(shown(await read(other, `conversation=${conversation}`))[1]).toEqual(['Old words', undefined]);
    expect([(await list(me))[0]?.last?.deleted, (await list(other))[0]?.last?.text]).toEqual(['me', 'Old words']);
    expect(theirs).toEqual([]);
  });

  test('CH14 D2: no one deletes the message of another member', async () => {
    const [me, other] = await pair();
    const { conversation, client_id } = await sent(server(), me, { profile: other.id });
    for (const as of [other, await server().member()])
      expect((await erase(as, conversation, client_id, 'both')).status).toBe(404);
    expect((await erase(me, conversation, crypto.randomUUID(), 'me')).status).toBe(404);
    expect(shown(await read(other, `conversation=${conversation}`))).toEqual([['Good evening', undefined]]);
  });

  test('CH14 SG29: a held message is dropped and never charged', async () => {
    const me = await server().member({ status: 'not_confirmed', credits: 1 });
    const other = await server().member();
    const { conversation, client_id } = await sent(server(), me, { profile: other.id });
    const [heard, theirs] = [recordEvents(server(), me.id), recordEvents(server(), other.id)];
    expect((await erase(me, conversation, client_id, 'both')).status).toBe(204);
    expect((await read(me, `conversation=${conversation}`)).messages).toEqual([]);
    // For the member's other devices; the other member never knew of it.
    expect(heard).toEqual([{ type: 'message_deleted', conversation, seq: 0, scope: 'me' }]);
    expect(theirs).toEqual([]);
    // The credit that was set aside for it is there again.
    expect((await send(server(), me, { conversation })).status).toBe(200);
    expect((await accountOf(server(), me)).credits).toBe(1);
  });

  test('CH15 CH18: chats.remove empties the conversation for the caller alone; the next message brings it back', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), other, me.id);
    await sent(server(), other, { conversation, text: 'two' });
    const mine = recordEvents(server(), me.id);
    expect((await remove(me, conversation)).status).toBe(204);
    expect(mine).toEqual([{ type: 'chat_deleted', conversation }]);
    expect([await list(me), (await list(other)).length]).toEqual([[], 1]);
    expect(await read(me, `conversation=${conversation}`)).toMatchObject({
      messages: [],
      more: false,
      free_left: null,
    });
    expect((await read(other, `conversation=${conversation}`)).messages).toHaveLength(2);
    await sent(server(), other, { conversation, text: 'three' });
    expect(await list(me)).toMatchObject([{ num_unread_messages: 1, last: { text: 'three', seq: 3 } }]);
    const after = await read(me, `conversation=${conversation}`);
    expect([shown(after), after.more]).toEqual([[['three', undefined]], false]);
    expect((await read(me, `conversation=${conversation}&before=3`)).messages).toEqual([]);
    expect((await read(me, `conversation=${conversation}&after=0`)).messages).toHaveLength(1);
  });

  test('CH15 CH26: a deleted conversation still counts as started, and a new one with a held message vanishes too', async () => {
    const me = await server().member({ status: 'not_confirmed', credits: 4 });
    const others = await Promise.all([server().member(), server().member()]);
    for (const { id } of others) await remove(me, (await sent(server(), me, { profile: id })).conversation);
    expect(await list(me)).toEqual([]);
    const third = await server().member();
    expect((await send(server(), me, { profile: third.id })).body.error?.code).toBe('premium_required');
    expect((await send(server(), me, { profile: others[0].id })).status).toBe(200);
    expect(await list(me)).toHaveLength(1);
  });

  test('CH15 D2: a conversation with a blocked or vanished member can be deleted, that of others cannot', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), me, other.id);
    expect((await remove(await server().member(), conversation)).status).toBe(404);
    await block(server().database, siteAt(0), other.id, me.id);
    expect((await remove(me, conversation)).status).toBe(204);
    await server().database.inTenant(siteAt(0).id, (db) =>
      db.deleteFrom('block').where('blocked', '=', me.id).execute(),
    );
    expect([await list(me), (await list(other)).length]).toEqual([[], 1]);
  });

  test('CH10 CH15 DE100: what another device reads of a deleted chat leaves unread what came after it', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), other, me.id);
    for (const text of ['two', 'three']) await sent(server(), other, { conversation, text });
    await remove(me, conversation);
    for (const text of ['four', 'five']) await sent(server(), other, { conversation, text });
    const late = { method: 'PUT', json: { conversation, seq: 1 }, as: me };
    expect((await server().call('/api/chat-read.php', late)).body).toEqual({ num_unread_messages: 2 });
    expect(await list(me)).toMatchObject([{ num_unread_messages: 2, last: { seq: 5 } }]);
  });

  test('CH28 CH9 DE100: messages are hidden 180 days after the last one, unread ones too, and a new one brings them back', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), me, other.id);
    const day = 86_400;
    const age = (days: number) =>
      server().database.inTenant(siteAt(0).id, async (db) => {
        const at = new Date(server().now().getTime() - days * day * 1000);
        await db.updateTable('message').set({ at }).where('conversation', '=', conversation).execute();
        await db
          .updateTable('conversation')
          .set({ created_at: at, last_at: at })
          .where('id', '=', conversation)
          .execute();
      });
    await age(CHAT_HIDDEN_DAYS - 1);
    expect(await read(me, `conversation=${conversation}`)).toMatchObject({ hidden: false, messages: [{ seq: 1 }] });
    await age(CHAT_HIDDEN_DAYS + 1);
    for (const as of [me, other]) {
      expect(await read(as, `conversation=${conversation}`)).toMatchObject({ hidden: true, messages: [], more: false });
      expect((await list(as))[0]).toMatchObject({ num_unread_messages: 0, last: { text: '', hidden: true } });
    }
    // The number on the icon of the app is that of the list.
    const news = () =>
      server().database.inTenant(siteAt(0).id, (db) => readNews(db, siteAt(0).id, other.id, server().now()));
    expect(await news()).toMatchObject({ unread: 0, badge: 0 });
    await sent(server(), other, { conversation, text: 'Hello again' });
    const back = await read(me, `conversation=${conversation}`);
    expect([back.hidden, shown(back).map(([text]) => text)]).toEqual([false, ['Good evening', 'Hello again']]);
    expect([(await list(other))[0]?.num_unread_messages, (await news()).badge]).toEqual([1, 1]);
  });
});
