// Chats: the list, the messages of one, unread counts, typing, and live delivery.
import { expect, test } from 'vitest';
import type { Chat, Conversation } from '#contract/chats';
import { createApp } from '#server/app';
import { openDatabase } from '#server/db/index';
import { setAccountStatus } from '#server/auth/account-status';
import { MAX_REPLAY } from '#server/live/hub';
import { send, sent, startChat } from '../support/chats.ts';
import { block, type MadeMember } from '../support/members.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';
import { eventsIn, recordEvents, listen, openTab, overHttp, until } from '../support/tabs.ts';

eachEngine('chats', (server, engine) => {
  const http = overHttp(server);
  const list = async (as: MadeMember): Promise<Chat[]> =>
    (await server().call('/api/chats.php', { as })).body['chats'] as Chat[];
  const messages = (as: MadeMember, query: string) => server().call('/api/messages.php', { as, query });
  const stretch = async (as: MadeMember, query: string): Promise<[number[], boolean]> => {
    const body = (await messages(as, query)).body as unknown as Conversation;
    return [body.messages.map(({ seq }) => seq), body.more];
  };
  const read = (as: MadeMember, conversation: string, seq: number) =>
    server().call('/api/chat-read.php', { method: 'PUT', json: { conversation, seq }, as });
  const typing = (as: MadeMember, conversation: string) =>
    server().call('/api/typing.php', { json: { conversation }, as });
  const pair = (credits = 50) => Promise.all([server().member({ credits }), server().member({ credits })]);

  test('CH4 CH7 CH9: chats.list has every conversation, newest first, with its partner, unread count and last message', async () => {
    const [me, other, third] = [...(await pair()), await server().member({ credits: 5 })];
    const first = await startChat(server(), me, other.id);
    server().advance(1);
    const second = await startChat(server(), third, me.id);
    server().advance(1);
    const long = '👨‍👩‍👧'.repeat(130);
    await sent(server(), other, { conversation: first, text: 'one' });
    await sent(server(), other, { conversation: first, text: long });
    const chats = await list(me);
    expect(chats).toMatchObject([
      {
        conversation: { id: first },
        profile: { id: other.id, name: other.name },
        num_unread_messages: 2,
        last: { text: '👨‍👩‍👧'.repeat(120), mine: false, seq: 3 },
      },
      {
        conversation: { id: second },
        profile: { id: third.id },
        num_unread_messages: 1,
        last: { seq: 1, mine: false },
      },
    ]);
    expect(await list(other)).toMatchObject([{ num_unread_messages: 1, last: { mine: true, seq: 3 } }]);
    expect(await list(await server().member())).toEqual([]);
  });

  test('CH4 DB14: conversations with who blocked, was blocked or is disabled are absent, and their calls refuse', async () => {
    const me = await server().member({ credits: 5, paid_user: true });
    const others = [await server().member(), await server().member(), await server().member()];
    const chats = await Promise.all(others.map(({ id }) => startChat(server(), me, id)));
    await block(server().database, siteAt(0), me.id, others[0]?.id ?? '');
    await block(server().database, siteAt(0), others[1]?.id ?? '', me.id);
    await server().database.inTenant(siteAt(0).id, (db) =>
      db
        .updateTable('profile')
        .set({ status: 'disabled' })
        .where('id', '=', others[2]?.id ?? '')
        .execute(),
    );
    expect(await list(me)).toEqual([]);
    const refusals = await Promise.all(chats.map((chat) => messages(me, `conversation=${chat}`)));
    expect(refusals.map(({ body }) => body.error?.code)).toEqual(['blocked_by_you', 'blocked', 'not_found']);
    for (const chat of chats)
      expect([(await read(me, chat, 1)).status, (await typing(me, chat)).status]).toEqual([404, 404]);
  });

  test('CH2 CH13 CH7: chats.messages answers pages, oldest first, and says whether there are older messages', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), me, other.id);
    for (let at = 2; at <= 35; at += 1) await sent(server(), at % 2 ? me : other, { conversation, text: `${at}` });
    const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const of = `conversation=${conversation}`;
    expect(await stretch(me, of)).toEqual([from(6, 35), true]);
    expect(await stretch(other, `profile=${me.id}&limit=100`)).toEqual([from(1, 35), false]);
    expect(await stretch(me, `${of}&before=6&limit=3`)).toEqual([from(3, 5), true]);
    expect(await stretch(me, `${of}&before=3`)).toEqual([[1, 2], false]);
    expect(await stretch(me, `${of}&before=1`)).toEqual([[], false]);
    expect(await stretch(me, `${of}&after=30`)).toEqual([from(31, 35), true]);
    expect(await stretch(me, `${of}&after=0&limit=2`)).toEqual([[1, 2], false]);
    expect(await stretch(me, `${of}&after=35`)).toEqual([[], true]);
    expect(await stretch(me, `${of}&after=10&before=14`)).toEqual([[11, 12, 13], true]);
    for (const beyond of ['before=2147483648', 'after=9007199254740991'])
      expect((await messages(me, `${of}&${beyond}`)).status).toBe(422);
    expect((await messages(me, of)).body).toMatchObject({
      conversation: { id: conversation },
      profile: { id: other.id },
      read_to: 0,
      costs_credits: siteAt(0).siteSettings.message_credits,
      free_left: null,
    });
  });

  test('D2 CH2: only its two members read a conversation; there is none with a missing or invisible member or oneself', async () => {
    const [one, two] = await pair();
    const conversation = await startChat(server(), one, two.id);
    const stranger = await server().member({ paid_user: true });
    const hidden = await server().member({ visible: false });
    for (const query of [
      `conversation=${conversation}`,
      `conversation=${crypto.randomUUID()}`,
      `profile=${crypto.randomUUID()}`,
      `profile=${hidden.id}`,
      `profile=${stranger.id}`,
    ]) {
      const { status, text } = await messages(stranger, query);
      expect([status, text]).toEqual([404, '{"error":{"code":"not_found"}}']);
    }
    expect((await messages(stranger, '')).body.error?.['fields']).toEqual({ conversation: 'required' });
    for (const call of [read(stranger, conversation, 1), typing(stranger, conversation)])
      expect((await call).status).toBe(404);
    const elsewhere = await server().member({}, siteAt(1));
    const foreign = await server().call('/api/messages.php', {
      site: siteAt(1),
      as: elsewhere,
      query: `conversation=${conversation}`,
    });
    expect(foreign.status).toBe(404);
  });

  test('CH10 CH9: chats.read moves the read position forward only, and tells both members', async () => {
    const [me, other] = await pair();
    const conversation = await startChat(server(), other, me.id);
    for (const as of [other, me, other]) await sent(server(), as, { conversation });
    const [mine, theirs] = [recordEvents(server(), me.id), recordEvents(server(), other.id)];
    expect((await read(me, conversation, 2)).body).toEqual({ num_unread_messages: 1 });
    expect((await list(me))[0]?.num_unread_messages).toBe(1);
    expect((await read(me, conversation, 1)).body).toEqual({ num_unread_messages: 1 });
    expect((await read(me, conversation, 999)).body).toEqual({ num_unread_messages: 0 });
    expect((await list(me))[0]?.num_unread_messages).toBe(0);
    expect((await messages(other, `conversation=${conversation}`)).body).toMatchObject({ read_to: 4 });
    const told = [2, 4].map((seq) => ({ type: 'read', conversation, reader: me.id, seq }));
    expect([mine, theirs]).toEqual([told, told]);
    expect((await list(other))[0]?.num_unread_messages).toBe(1);
  });

  test('CH9 CH10 G4: messages that arrive while earlier ones are read stay unread', async () => {
    const [me, other] = await pair(500);
    const conversation = await startChat(server(), other, me.id);
    for (let round = 0; round < figure(100, 8); round += 1) {
      const [, , { seq }] = [
        await sent(server(), other, { conversation }),
        await sent(server(), me, { conversation }),
        await sent(server(), other, { conversation }),
      ];
      await Promise.all([
        read(me, conversation, seq),
        sent(server(), other, { conversation }),
        read(me, conversation, seq - 1),
      ]);
      expect((await list(me))[0]?.num_unread_messages).toBe(1);
    }
  });

  test('CH12 G7: chats.typing reaches the other member once in three seconds, without being stored', async () => {
    server().holdClock();
    const [me, other] = await pair();
    const conversation = await startChat(server(), me, other.id);
    const tab = await openTab(http(), other);
    const line = `data: {"type":"typing","conversation":"${conversation}","profile":"${me.id}"}\n\n`;
    const count = (): number => tab.text().split(line).length - 1;
    await Promise.all(Array.from({ length: figure(1000, 20) }, () => typing(me, conversation)));
    await until(() => count() === 1);
    server().advance(2);
    await typing(me, conversation);
    expect(count()).toBe(1);
    server().advance(1);
    expect((await typing(me, conversation)).status).toBe(204);
    await until(() => count() === 2);
    expect(tab.text()).not.toMatch(/id: \d+\ndata: \{"type":"typing"/);
    const stored = await server().database.inTenant(siteAt(0).id, (db) =>
      db.selectFrom('event').select('body').where('account', '=', other.id).execute(),
    );
    expect(stored.filter(({ body }) => body.type === 'typing')).toEqual([]);
    tab.close();
  });

  test('CH35 DB7 G3: a message arrives live at both members’ tabs, and after a gap the stream says what was missed', async () => {
    const [me, other] = await pair(300);
    const conversation = await startChat(server(), me, other.id);
    const events = (text: string): { conversation?: string; seq?: number }[] =>
      [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, body]) => JSON.parse(body ?? '{}') as object);
    const hasSecond = (text: string): boolean =>
      events(text).some((event) => event.conversation === conversation && event.seq === 2);
    const tabs = await Promise.all([openTab(http(), me), openTab(http(), other)]);
    await sent(server(), me, { conversation });
    for (const tab of tabs) await until(() => hasSecond(tab.text()));
    const seen = /^id: (\d+)\n.*"seq":2/m.exec(tabs[1]?.text() ?? '')?.[1] ?? '';
    tabs.forEach((tab) => tab.close());
    // More than one connection is told, which then opens the next one.
    const newest = figure(MAX_REPLAY + 20, 8);
    for (let seq = 3; seq <= newest; seq += 1) await sent(server(), seq % 2 ? me : other, { conversation });
    const missed: number[] = [];
    for (let last = seen; !missed.includes(newest);) {
      const again = await openTab(http(), other, { 'last-event-id': last });
      const numbers = () => eventsIn(again).flatMap((event) => (event.type === 'message' ? event.seq : []));
      let hasEnded = false;
      void again.ended.then(() => (hasEnded = true));
      await until(() => hasEnded || numbers().includes(newest));
      missed.push(...numbers());
      last = again.lastId();
      again.close();
    }
    expect(missed).toEqual(Array.from({ length: newest - 2 }, (_, at) => at + 3));
  });

  // An embedded database has one process.
  if (engine === 'postgres')
    test('CH35 CH12 DB7: with PostgreSQL messages and typing cross to another process, typing once', async () => {
      const { services } = server().app;
      const database = await openDatabase(server().config.database);
      const second = await createApp({ ...services, database, formPage: undefined as never });
      const away = await listen(second.fetch);
      const [me, other] = await pair();
      const conversation = await startChat(server(), me, other.id);
      const tab = await openTab(away, other);
      server().advance(10);
      await Promise.all([typing(me, conversation), typing(me, conversation)]);
      await sent(server(), me, { conversation });
      await until(() => tab.text().includes('"seq":2'));
      await until(() => tab.text().includes('"typing"'));
      expect(tab.text().match(/"typing"/g)).toHaveLength(1);
      tab.close();
      await second.close();
      away.closeAllConnections();
      away.close();
      await database.close();
    });

  test('CH12: typing of an unconfirmed member reaches no one', async () => {
    const [me, other] = [await server().member(), await server().member({ credits: 2 })];
    const conversation = await startChat(server(), other, me.id);
    await server().database.inTenant(siteAt(0).id, (db) =>
      setAccountStatus(db, siteAt(0).id, me.id, ['active'], 'not_confirmed'),
    );
    const heard = recordEvents(server(), other.id);
    expect((await typing(me, conversation)).status).toBe(204);
    expect(heard).toEqual([]);
    expect((await send(server(), me, { conversation })).status).toBe(402);
  });
});
