// Concurrent messages are sent in one transaction, each with the result it would have had alone.
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ACTIVITY_INTERVAL_SECONDS } from '#domain/limits';
import { type App, createApp } from '#server/app';
import { sessionCookieHashes } from '#server/auth/sessions';
import { accountOf, send, startChat } from '../support/chats.ts';
import { type Chat, chatOf, chatsOf, inTenant, transactions } from '../support/chats-begun.ts';
import { hasLockTimeouts } from '../support/locks.ts';
import { block } from '../support/members.ts';
import { awayFromMidnight, type CallAnswer, eachEngine, figure, siteAt, type TestServer } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

/** Batches that the database refused: each of their messages went its own way. */
const givenUp = (server: TestServer): string[] => server.logged.filter((line) => line.includes('batch failed'));

const statuses = (answers: readonly CallAnswer[]): number[] => answers.map(({ status }) => status);

eachEngine('messages sent together', (server, engine) => {
  beforeEach(() => awayFromMidnight(server()));

  test('CH16 CH20: concurrent messages are charged, numbered, published and answered as if each were alone', async () => {
    const chats = await chatsOf(server(), figure(60, 24));
    const heard = chats.map(({ me, other }) => [recordEvents(server(), me.id), recordEvents(server(), other.id)]);
    const answers = await Promise.all(
      chats.map(({ me, conversation }, at) => send(server(), me, { conversation, text: ` Words “${at}” \\ "x"\n` })),
    );
    for (const [at, { me, other, conversation }] of chats.entries()) {
      const message = { conversation, seq: 3, mine: true, text: `Words “${at}” \\ "x"`, held: false };
      expect(answers[at]).toMatchObject({ status: 200, body: { credits: 19, message } });
      expect((await accountOf(server(), me)).entries.at(-1)).toEqual({
        kind: 'message',
        credits: -1,
        balance: 19,
        about: other.id,
      });
      const event = { type: 'message', conversation, seq: 3 };
      expect(heard[at]).toEqual([[{ ...event, credits: 19 }], [event]]);
    }
    expect(await transactions(server(), chats, 3)).toBeLessThan(chats.length / 2);
    expect(givenUp(server())).toEqual([]);
  });

  test('CH10: by profile and by conversation, and both of one conversation at once', async () => {
    const chats = await chatsOf(server(), 6);
    const answers = await Promise.all(
      chats.flatMap(({ me, other, conversation }, at) => [
        send(server(), me, at % 2 ? { profile: other.id } : { conversation: conversation.toUpperCase() }),
        send(server(), other, { conversation }),
      ]),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    const rows = await inTenant(
      server(),
      sql<{ last_seq: number; one_unread: number; two_unread: number }>`select last_seq, one_unread, two_unread
        from conversation where id in (${sql.join(chats.map(({ conversation }) => sql`${conversation}::uuid`))})`,
    );
    expect(rows.map((row) => [row.last_seq, row.one_unread, row.two_unread])).toEqual(chats.map(() => [4, 2, 2]));
    expect(givenUp(server())).toEqual([]);
  });

  test('D2: who may not send is refused as ever, and the others do not notice', async () => {
    const [poor, blocked, left, idle, suspended, ...others] = await Promise.all([
      chatOf(server(), 0),
      ...(await chatsOf(server(), 7)),
    ]);
    if (!blocked || !left || !idle || !suspended) throw new Error('There are too few chats.');
    await block(server().database, siteAt(0), blocked.other.id, blocked.me.id);
    await server().call('/api/logout.php', { as: left.me });
    await inTenant(server(), sql`update account set status = 'suspended' where id = ${suspended.me.id}`);
    await inTenant(
      server(),
      sql`update session set seen_at = seen_at - ${`${ACTIVITY_INTERVAL_SECONDS + 1} s`}::interval
      where account = ${idle.me.id}`,
    );
    const write = ({ me, conversation }: Chat): Promise<CallAnswer> => send(server(), me, { conversation });
    const answers = await Promise.all([poor, ...others, blocked, left, idle, suspended].map(write));
    expect(statuses(answers)).toEqual([402, ...others.map(() => 200), 403, 403, 200, 403]);
    expect(answers[0]?.body.error).toEqual({ code: 'not_enough_credits', needed: 1, balance: 0 });
    const codes = answers.slice(-4).map(({ body }) => body.error?.code);
    expect(codes).toEqual(['blocked', 'authentication_required', undefined, 'authentication_required']);
    for (const { me } of [poor, blocked, left, suspended])
      expect((await accountOf(server(), me)).entries.filter(({ kind }) => kind === 'message')).toHaveLength(1);
    const seen = await inTenant(
      server(),
      sql<{ seen_at: Date }>`select seen_at from session where account = ${idle.me.id}`,
    );
    expect(seen).toEqual([{ seen_at: server().now() }]);
    // The database decides whose session it is, against the cache of this process.
    const [thief, victim] = others;
    const cookieHash = sessionCookieHashes(thief?.me.cookie)[0];
    if (!thief || !cookieHash || !victim) throw new Error('There is no session.');
    server().app.services.sessionOwners.set(siteAt(0).id, cookieHash, victim.me.id);
    const stolen = await send(server(), thief.me, { conversation: victim.conversation });
    expect([stolen.status, (await accountOf(server(), victim.me)).credits]).toEqual([404, 19]);
  });

  test('A5 CH36: one key and one client id are one message, one after the other and at once', async () => {
    const { me, other, conversation } = await chatOf(server());
    const others = await chatsOf(server(), 7);
    const key = crypto.randomUUID();
    const json = { conversation, text: 'Once', client_id: crypto.randomUUID() };
    const again = (more: object = {}, as: string = key): Promise<CallAnswer> =>
      server().call('/api/message.php', { json: { ...json, ...more }, as: me, headers: { 'idempotency-key': as } });
    const [first, ...rest] = await Promise.all([
      again(),
      ...others.map((chat) => send(server(), chat.me, { conversation: chat.conversation })),
      again({}, crypto.randomUUID()),
      again({}, crypto.randomUUID()),
    ]);
    expect(statuses([first, ...rest])).toEqual(Array(others.length + 3).fill(200));
    const replay = await again();
    expect([replay.status, replay.headers.get('idempotent-replayed'), replay.text]).toEqual([200, 'true', first.text]);
    expect((await again({ text: 'Twice' })).body.error?.code).toBe('idempotency_conflict');
    expect((await again({ text: 'Twice' }, crypto.randomUUID())).body['message']).toEqual(first.body['message']);
    expect((await accountOf(server(), me)).credits).toBe(19);
    const unread = await server().call('/api/chats.php', { as: other });
    expect(unread.body['chats']).toMatchObject([{ num_unread_messages: 2, last: { seq: 3, text: 'Once' } }]);
  });

  test('A1: a member who writes in many chats at once never overspends', async () => {
    for (let round = 0; round < figure(25, 2); round += 1) {
      const me = await server().member({ credits: 6, paid_user: true });
      const others = await Promise.all(Array.from({ length: 4 }, () => server().member({ credits: 1 })));
      const chats = await Promise.all(others.map((other) => startChat(server(), other, me.id)));
      const answers = await Promise.all(
        [...chats, ...chats, ...chats].map((conversation) => send(server(), me, { conversation })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
      expect(new Set(statuses(answers))).toEqual(new Set([200, 402]));
      const { credits, entries } = await accountOf(server(), me);
      expect([credits, entries.at(-1)?.balance, entries.length]).toEqual([0, 0, 7]);
    }
  });

  if (engine === 'postgres' && hasLockTimeouts)
    test.each([
      ['account', ({ me }: Chat) => sql`select from account where id = ${me.id} for update`],
      ['conversation', (chat: Chat) => sql`select from conversation where id = ${chat.conversation} for update`],
      [
        'lock for events',
        ({ other }: Chat) =>
          sql`select pg_advisory_xact_lock(hashtextextended('live ' || ${siteAt(0).id}::smallint || ' ' || ${other.id}::text, 1))`,
      ],
    ])('A8: no message waits for a member with a locked %s', async (what, hold) => {
      const [held, ...others] = await chatsOf(server(), 5);
      if (!held) throw new Error('There is no chat.');
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
      const transaction = server().database.inTenant(siteAt(0).id, async (db) => {
        await hold(held).execute(db);
        hasLocked();
        await released;
      });
      await locked;
      let isDone = false;
      const write = ({ me, conversation }: Chat): Promise<CallAnswer> => send(server(), me, { conversation });
      const first = write(others[0] ?? held);
      const late = write(held).finally(() => (isDone = true));
      try {
        const answers = await Promise.all([first, ...others.slice(1).map(write)]);
        expect([statuses(answers), isDone]).toEqual([Array(4).fill(200), false]);
        // Rows are skipped; only the lock for events, which is short, may delay the batch.
        expect(givenUp(server()).length > 0).toBe(what === 'lock for events');
      } finally {
        release();
        await transaction;
      }
      expect((await late).status).toBe(200);
    });

  if (engine === 'postgres')
    test('A5: one key with two texts from two servers at once is one message', async () => {
      const { services } = server().app;
      const second = await createApp({ ...services, formPage: undefined as never });
      for (let round = 0; round < figure(200, 20); round += 1) {
        const { me, conversation } = await chatOf(server(), 5);
        const key = { 'idempotency-key': crypto.randomUUID() };
        const write = (app: App, text: string): Promise<CallAnswer> => {
          const json = { conversation, text, client_id: crypto.randomUUID() };
          return server().callApp(app, '/api/message.php', { as: me, json, headers: key });
        };
        // The second server has no cached session: there the message is sent separately.
        const answers = await Promise.all([write(second, 'One'), write(server().app, 'Two')]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(['in_progress', 'idempotency_conflict']).toContain(
          answers.find(({ status }) => status !== 200)?.body.error?.code,
        );
        expect((await accountOf(server(), me)).credits).toBe(4);
      }
      await second.close();
    });
});

eachEngine(
  'messages sent together, limited',
  (server) => {
    test('a member’s calls are counted once each, in a batch or separately, from any number of sessions', async () => {
      // The limit gives calls back as time passes.
      server().holdClock();
      const { me, conversation } = await chatOf(server(), 40);
      const { email, password } = me;
      const login = await server().call('/api/user.php', { json: { email, password } });
      const second = { cookie: login.cookies[0]?.split(';')[0] ?? '' };
      const answers = [];
      for (let turn = 0; turn < 31; turn += 1)
        answers.push(await send(server(), turn % 2 ? me : second, { conversation, text: turn % 3 ? 'Hi' : ' ' }));
      expect(statuses(answers)).toEqual([...Array.from({ length: 29 }, (_, turn) => (turn % 3 ? 200 : 422)), 429, 429]);
    });
  },
  {},
  { RATE_LIMITS: '1' },
);
