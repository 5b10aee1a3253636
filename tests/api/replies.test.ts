// Reactions to messages, and messages that answer another one: free, live, and only of messages that a member may see.
import { beforeEach, expect, test } from 'vitest';
import type { Chat, Conversation, Message } from '#contract/chats';
import { CHAT, CHAT_HIDDEN_DAYS } from '#domain/limits';
import { accountOf, send, sent, startChat } from '../support/chats.ts';
import { block, type MadeMember } from '../support/members.ts';
import { onBothEngines, siteAt } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

const site = siteAt(0);

onBothEngines('replies', (server) => {
  beforeEach(() => server().holdClock());

  const read = async (as: MadeMember, conversation: string): Promise<readonly Message[]> =>
    (
      (await server().call('/api/messages.php', { as, query: `conversation=${conversation}` }))
        .body as unknown as Conversation
    ).messages;
  const last = async (as: MadeMember): Promise<Chat['last'] | undefined> =>
    ((await server().call('/api/chats.php', { as })).body['chats'] as Chat[])[0]?.last;
  const react = async (as: MadeMember, conversation: string, seq: number, reaction: string | null = 'heart') => {
    const answer = await server().call('/api/reaction.php', {
      method: 'PUT',
      json: { conversation, seq, reaction },
      as,
    });
    return answer.body.error?.code ?? answer.status;
  };
  const erase = (as: MadeMember, { conversation, client_id }: Message, scope: 'both' | 'me') =>
    server().call('/api/message.php', { method: 'DELETE', json: { conversation, client_id, scope }, as });
  const remove = (as: MadeMember, conversation: string) =>
    server().call('/api/chat.php', { method: 'DELETE', json: { conversation }, as });
  const answer = (as: MadeMember, conversation: string, quote: number, text = 'Yes!') =>
    send(server(), as, { conversation, quote, text });
  const pair = () => Promise.all([server().member({ credits: 20 }), server().member({ credits: 20 })]);
  const reactions = async (as: MadeMember, conversation: string) =>
    (await read(as, conversation)).map(({ reaction }) => reaction);

  test('DE62: chats.react sets one free reaction, changes it and takes it back; both see it at once, and in the list', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), me, other.id);
    const [mine, theirs] = [recordEvents(server(), me.id), recordEvents(server(), other.id)];
    for (const reaction of ['heart', 'laugh', 'laugh', null, null, 'fire'] as const)
      expect(await react(other, conversation, 1, reaction)).toBe(204);
    const told = ['heart', 'laugh', null, 'fire'].map((reaction) => ({
      type: 'reaction',
      conversation,
      seq: 1,
      reaction,
    }));
    expect([mine, theirs]).toEqual([told, told]);
    for (const as of [me, other]) {
      expect(await reactions(as, conversation)).toEqual(['fire']);
      expect(await last(as)).toMatchObject({ seq: 1, reaction: 'fire' });
    }
    expect((await accountOf(server(), other)).credits).toBe(20);
  });

  test('DE62: chats.react takes only messages of the other member that the caller may see', async () => {
    const [me, other] = await pair();
    const first = await sent(server(), me, { profile: other.id });
    const { conversation } = first;
    const stranger = await server().member();
    expect(await react(me, conversation, 1)).toBe('not_found');
    expect(await react(other, conversation, 2)).toBe('not_found');
    expect(await react(stranger, conversation, 1)).toBe('not_found');
    await remove(other, conversation);
    expect(await react(other, conversation, 1)).toBe('not_found');
    const second = await sent(server(), me, { conversation });
    expect(await react(other, conversation, second.seq)).toBe(204);
    await block(server().database, site, me.id, other.id);
    expect(await react(other, conversation, second.seq, null)).toBe('blocked');
    await server().database.inTenant(site.id, (db) => db.deleteFrom('block').where('blocked', '=', other.id).execute());
    expect(await reactions(me, conversation)).toEqual([undefined, 'heart']);
  });

  test('CH28: chats.react takes no message that is hidden by age', async () => {
    const [old, young] = await pair();
    const chat = await startChat(server(), old, young.id);
    await server().database.inTenant(site.id, async (db) => {
      const at = new Date(server().now().getTime() - (CHAT_HIDDEN_DAYS + 1) * 86_400_000);
      await db.updateTable('message').set({ at }).where('conversation', '=', chat).execute();
      await db.updateTable('conversation').set({ created_at: at, last_at: at }).where('id', '=', chat).execute();
    });
    expect(await react(young, chat, 1)).toBe('not_found');
  });

  test('CH14: a message that is deleted for both takes its reaction with it', async () => {
    const [me, other] = await pair();
    const message = await sent(server(), me, { profile: other.id });
    await react(other, message.conversation, 1);
    await erase(me, message, 'both');
    expect(await react(other, message.conversation, 1)).toBe('not_found');
    expect(await reactions(other, message.conversation)).toEqual([undefined]);
    const kept = await server().database.inTenant(site.id, (db) =>
      db.selectFrom('reaction').select('seq').where('conversation', '=', message.conversation).execute(),
    );
    expect(kept).toEqual([]);
  });

  test('DE62: chats.send with a quote shows who wrote it and a cut of the text, at the price of a message', async () => {
    const [me, other] = await pair();
    const { conversation } = await sent(server(), me, { profile: other.id, text: 'ä'.repeat(150) });
    await server().call('/api/message.php', {
      json: { conversation, gift: 'tea', client_id: crypto.randomUUID() },
      as: me,
    });
    const balance = (await accountOf(server(), other)).credits;
    const { body } = await answer(other, conversation, 1);
    const quote = { seq: 1, text: 'ä'.repeat(CHAT.previewLength) };
    expect(body).toMatchObject({ message: { text: 'Yes!', quote: { ...quote, mine: false } }, credits: balance - 1 });
    await answer(other, conversation, 2);
    expect((await read(me, conversation)).slice(2)).toMatchObject([
      { quote: { ...quote, mine: true } },
      { quote: { seq: 2, mine: true, text: '', gift: 'tea' } },
    ]);
  });

  test('DE62: a quote is of a message of this chat that its sender may see, else it is left out', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), me, other.id);
    const third = await server().member({ credits: 9 });
    const elsewhere = await startChat(server(), third, me.id);
    await sent(server(), third, { conversation: elsewhere, text: 'Only between us' });
    const quoteOf = async (as: MadeMember, quote: number) =>
      ((await answer(as, conversation, quote)).body['message'] as Message).quote;
    expect(await quoteOf(me, 2)).toBeUndefined();
    expect(await quoteOf(other, 2147483647)).toBeUndefined();
    await remove(other, conversation);
    expect(await quoteOf(other, 1)).toBeUndefined();
    expect((await answer(other, elsewhere, 1)).status).toBe(404);
    expect((await read(me, conversation)).map(({ quote }) => quote)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('CH14 CH15: a quote vanishes with its message, where that is deleted', async () => {
    const [me, other] = await pair();
    const first = await sent(server(), me, { profile: other.id });
    const { conversation } = first;
    const second = await sent(server(), me, { conversation, text: 'Oh no' });
    for (const quote of [1, 2]) await answer(other, conversation, quote);
    const quotes = async (as: MadeMember) => (await read(as, conversation)).map(({ quote }) => quote?.seq);
    expect(await quotes(me)).toEqual([undefined, undefined, 1, 2]);
    await erase(me, second, 'both');
    await erase(me, first, 'me');
    expect([await quotes(me), await quotes(other)]).toEqual([
      [undefined, undefined, undefined, undefined],
      [undefined, undefined, 1, undefined],
    ]);
    await remove(other, conversation);
    await sent(server(), me, { conversation, quote: 3, text: 'So?' });
    expect([(await quotes(me)).at(-1), await quotes(other)]).toEqual([3, [undefined]]);
  });

  test('CH36: a reply that is repeated quotes the same message', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), me, other.id);
    const writing = { conversation, quote: 1, text: 'Yes!', client_id: crypto.randomUUID() };
    const first = await sent(server(), other, writing);
    expect(first.quote?.seq).toBe(1);
    expect(await sent(server(), other, writing)).toEqual(first);
    expect(await read(me, conversation)).toHaveLength(2);
  });
});
