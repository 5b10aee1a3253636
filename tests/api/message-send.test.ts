// Sending a message: cost, permission, limits, order, and uniqueness.
import { expect, test } from 'vitest';
import { CHAT, FREE } from '#domain/limits';
import { accountOf, send, sent, startChat, type Writing } from '../support/chats.ts';
import { block, type MadeMember } from '../support/members.ts';
import { eachEngine, figure, siteAt, sites, withinOneHour } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

/** The site under test, whose prices a test may change. */
const siteSettings = { ...siteAt(0).siteSettings };
const ownSites = [{ ...siteAt(0), siteSettings }, ...sites.slice(1)];

eachEngine(
  'message send',
  (server) => {
    const write = (as: MadeMember, writing: Writing) => send(server(), as, writing);
    const pair = (credits = 10): Promise<[MadeMember, MadeMember]> =>
      Promise.all([server().member({ credits }), server().member({ credits })]);
    const messagesOf = async (as: MadeMember, conversation: string) =>
      (await server().call('/api/messages.php', { as, query: `conversation=${conversation}&limit=100` })).body[
        'messages'
      ] as { seq: number; text: string; mine: boolean; held: boolean }[];

    test('CH16 CH20 CH35: chats.send delivers, charges message_credits, books the debit and notifies both', async () => {
      const [one, two] = await pair(5);
      const [mine, theirs] = [recordEvents(server(), one.id), recordEvents(server(), two.id)];
      const answer = await write(one, { profile: two.id, text: '  Hello\n' });
      const message = answer.body['message'] as { conversation: string };
      expect(answer.body).toMatchObject({ credits: 4, message: { seq: 1, mine: true, text: 'Hello', held: false } });
      expect(await accountOf(server(), one)).toEqual({
        credits: 4,
        entries: [
          { kind: 'signup', credits: 5, balance: 5, about: null },
          { kind: 'message', credits: -1, balance: 4, about: two.id },
        ],
      });
      const event = { type: 'message', conversation: message.conversation, seq: 1 };
      expect([mine, theirs]).toEqual([[{ ...event, credits: 4 }], [event]]);
      const reply = await sent(server(), two, { conversation: message.conversation, text: 'Hi' });
      expect(reply).toMatchObject({ seq: 2, conversation: message.conversation });
      expect(await messagesOf(one, message.conversation)).toMatchObject([
        { seq: 1, text: 'Hello', mine: true },
        { seq: 2, text: 'Hi', mine: false },
      ]);
    });

    test('CH20: a free message costs nothing and books no entry', async () => {
      siteSettings.message_credits = 0;
      try {
        const [one, two] = await pair(0);
        expect((await write(one, { profile: two.id })).body).toMatchObject({ credits: 0 });
        expect(await accountOf(server(), one)).toEqual({ credits: 0, entries: [] });
      } finally {
        siteSettings.message_credits = 1;
      }
    });

    test('CH21: texts are counted in graphemes after trimming; blank ones are refused', async () => {
      const [one, two] = await pair();
      const limit = siteSettings.message_length;
      const longest = '👩🏽‍💻'.repeat(limit);
      expect((await sent(server(), one, { profile: two.id, text: ` ${longest} ` })).text).toBe(longest);
      const marks = 'a\u0301\u0323\u0327\u0330'.repeat(limit);
      for (const text of [`${longest}x`, 'x'.repeat(limit + 1), marks, `a${'\u0301'.repeat(30_000)}`]) {
        const { status, body } = await write(one, { profile: two.id, text });
        expect([status, body.error]).toEqual([422, { code: 'message_too_long', limit }]);
      }
      const unseen = [
        '\u3164',
        '\u115f\u1160',
        '\u2800',
        '\uffa0',
        '\u034f',
        '\ufe0f',
        '\u17b4',
        '\u0301',
        '\u3164 \u2800\n',
      ];
      for (const text of ['', '  \n\t', '\u200b\u200e', ...unseen]) {
        const { status, body } = await write(one, { profile: two.id, text });
        expect([status, body.error]).toMatchObject([422, { code: 'invalid', fields: { text: 'required' } }]);
      }
      const { status, body } = await write(one, { profile: two.id, text: `a${'\u0301'.repeat(9)}` });
      expect([status, body.error]).toMatchObject([422, { code: 'invalid', fields: { text: 'too_many_marks' } }]);
      expect((await accountOf(server(), one)).credits).toBe(9);
    });

    test('CH23: with too few credits nothing is sent, begun or counted', async () => {
      const [one, two] = await pair(1);
      siteSettings.message_credits = 2;
      try {
        const before = await accountOf(server(), one);
        const { status, body } = await write(one, { profile: two.id });
        expect([status, body.error]).toEqual([402, { code: 'not_enough_credits', needed: 2, balance: 1 }]);
        expect(await accountOf(server(), one)).toEqual(before);
        const left = await server().database.inTenant(siteAt(0).id, (db) =>
          db.selectFrom('conversation').select('id').where('starter', '=', one.id).execute(),
        );
        expect(left).toEqual([]);
      } finally {
        siteSettings.message_credits = 1;
      }
      expect((await write(one, { profile: two.id })).status).toBe(200);
    });

    test('CH26 CH27 A11: a free member starts two conversations, also in fifty concurrent tries; answers are not counted', async () => {
      const one = await server().member({ credits: 200 });
      const others = await Promise.all(Array.from({ length: figure(50, 12) }, () => server().member({ credits: 1 })));
      const fan = others[0];
      await startChat(server(), fan ?? one, one.id);
      const answers = await Promise.all(others.map(({ id }) => write(one, { profile: id })));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(FREE.conversations + 1);
      for (const { status, body } of answers.filter(({ status }) => status !== 200))
        expect([status, body.error]).toEqual([403, { code: 'premium_required', limit: FREE.conversations }]);
      expect((await accountOf(server(), one)).credits).toBe(200 - FREE.conversations - 1);
      const started = others.filter((_, at) => at > 0 && statuses[at] === 200);
      expect((await write(one, { profile: started[0]?.id ?? '' })).status).toBe(200);
      const asked = await server().call('/api/messages.php', {
        as: one,
        query: `profile=${(await server().member()).id}`,
      });
      expect(asked.body).toMatchObject({ conversation: null, messages: [], free_left: 0, costs_credits: 1 });
    });

    test('A rate limits: ten new conversations a day, also for premium members and concurrent calls', async () => {
      const one = await server().member({ credits: 100, paid_user: true });
      const others = await Promise.all(Array.from({ length: CHAT.newPerDay + 3 }, () => server().member()));
      withinOneHour(server());
      const answers = await Promise.all(others.map(({ id }) => write(one, { profile: id })));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(3);
      for (const { status, body } of refused)
        expect([status, body.error]).toMatchObject([429, { code: 'conversation_limit', limit: CHAT.newPerDay }]);
      server().advance(86_400);
      const late = others[answers.findIndex(({ status }) => status !== 200)];
      expect((await write(one, { profile: late?.id ?? '' })).status).toBe(200);
    });

    test('CH34: a member cannot be the first to write to an invisible one', async () => {
      const [me, hidden] = [
        await server().member({ credits: 5 }),
        await server().member({ visible: false, credits: 5 }),
      ];
      const { status, text } = await write(me, { profile: hidden.id });
      expect([status, text]).toEqual([404, '{"error":{"code":"not_found"}}']);
      await startChat(server(), hidden, me.id);
      expect((await write(me, { profile: hidden.id })).status).toBe(200);
    });

    test('D2: only its two members write in a conversation; a deleted, foreign or blocked member gets no message', async () => {
      const [one, two] = await pair();
      const conversation = await startChat(server(), one, two.id);
      const elsewhere = await server().member({ credits: 5 }, siteAt(1));
      const stranger = await server().member({ credits: 5 });
      const gone = await server().member({ profile_status: 'disabled' });
      const tries: [MadeMember, Writing][] = [
        [stranger, { conversation }],
        [one, { conversation: crypto.randomUUID() }],
        [one, { profile: crypto.randomUUID() }],
        [one, { profile: elsewhere.id }],
        [one, { profile: gone.id }],
      ];
      for (const [as, writing] of tries) {
        const { status, text } = await write(as, writing);
        expect([status, text]).toEqual([404, '{"error":{"code":"not_found"}}']);
      }
      const other = await server().call('/api/message.php', {
        site: siteAt(1),
        as: elsewhere,
        json: { conversation, text: 'x', client_id: crypto.randomUUID() },
      });
      expect(other.status).toBe(404);
      expect((await write(one, { profile: one.id })).body.error).toEqual({ code: 'yourself' });
      expect((await write(one, {})).body.error).toMatchObject({ fields: { conversation: 'required' } });
      expect((await write(one, { conversation, profile: two.id })).body.error).toMatchObject({
        fields: { profile: 'not_allowed' },
      });
      await block(server().database, siteAt(0), two.id, one.id);
      for (const [as, code] of [
        [one, 'blocked'],
        [two, 'blocked_by_you'],
      ] as const)
        expect([(await write(as, { conversation })).status, (await write(as, { conversation })).body.error]).toEqual([
          403,
          { code },
        ]);
      expect((await accountOf(server(), one)).credits).toBe(9);
    });

    test('CH35 A8: two members who write to each other at once: no message lost, no number twice, no gap, no deadlock', async () => {
      const each = figure(1000, 40);
      const [one, two] = await pair(each + 1);
      const begun = await Promise.all([write(one, { profile: two.id }), write(two, { profile: one.id })]);
      const [a, b] = begun.map(({ body }) => (body['message'] as { conversation: string }).conversation);
      expect(a).toBe(b);
      const lane = async (as: MadeMember): Promise<void> => {
        for (let count = 0; count < each / 8; count += 1) await sent(server(), as, { conversation: a ?? '' });
      };
      await Promise.all(Array.from({ length: 16 }, (_, at) => lane(at % 2 === 0 ? one : two)));
      const rows = await server().database.inTenant(siteAt(0).id, (db) =>
        db
          .selectFrom('message')
          .select('seq')
          .where('conversation', '=', a ?? '')
          .orderBy('seq')
          .execute(),
      );
      expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: each * 2 + 2 }, (_, at) => at + 1));
    });
  },
  { sites: ownSites },
);
