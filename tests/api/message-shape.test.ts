// Every answer with a message has the one shape that `toMessage` makes of its row, also where a statement makes the JSON.
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Message } from '#contract/chats';
import { type MessageRow, toMessage } from '#server/modules/chats/message';
import { send } from '../support/chats.ts';
import { type Chat, chatOf, chatsOf, inTenant, transactions } from '../support/chats-begun.ts';
import { jpeg } from '../support/pictures.ts';
import { sendVoice } from '../support/recorded.ts';
import { awayFromMidnight, type CallAnswer, eachEngine } from '../support/server.ts';

/** Texts that JSON writes in its own ways. */
const TEXTS = [
  'Good evening',
  'Two\nlines, a\ttab and a \\ backslash',
  '“Quoted” "twice" and \'once\'',
  '</script><!-- & --> {"seq":1}',
  '👩‍❤️‍👨 Grüße, Łódź, 日本, עברית',
  'a\u2028b\u2029c\u00a0d\u200be\u007ff',
  '\ud83d\ude00'.repeat(200),
  '%s $1 :name /* named */',
];

eachEngine('the shape of a message', (server) => {
  beforeEach(() => awayFromMidnight(server()));

  const rowOf = async ({ conversation }: Chat, seq: number): Promise<MessageRow> => {
    const rows = await inTenant(
      server(),
      sql<MessageRow>`select conversation, client_id, seq, text, at, deleted, gift, picture, voice from message
        where conversation = ${conversation} and seq = ${seq}`,
    );
    if (!rows[0]) throw new Error('There is no such message.');
    return rows[0];
  };
  const lastOf = async ({ me, conversation }: Chat): Promise<Message | undefined> => {
    const { body } = await server().call('/api/messages.php', { as: me, query: `conversation=${conversation}` });
    return (body['messages'] as Message[]).at(-1);
  };
  /** The ways in which a member sends one thing: a repeated `client_id` answers what the first made. */
  const ways: Readonly<Record<string, (chat: Chat, client_id: string) => Promise<CallAnswer>>> = {
    text: ({ me, conversation }, client_id) => send(server(), me, { conversation, client_id }),
    gift: ({ me, conversation }, client_id) =>
      server().call('/api/message.php', { as: me, json: { conversation, client_id, gift: 'rose' } }),
    picture: async ({ me, conversation }, client_id) =>
      server().call('/api/chat-picture.php', {
        ...{ as: me, query: String(new URLSearchParams({ conversation, client_id })) },
        ...{ body: new Uint8Array(await jpeg({ width: 420, height: 400 })), headers: { 'content-type': 'image/jpeg' } },
      }),
    recording: ({ me, conversation }, client_id) => sendVoice(server(), me, { to: { conversation }, client_id }),
  };

  test('CH16: the JSON of a batch is that of the row, letter by letter', async () => {
    const chats = await chatsOf(server(), TEXTS.length);
    const answers = await Promise.all(
      chats.map(({ me, conversation }, at) => send(server(), me, { conversation, text: TEXTS[at] ?? '' })),
    );
    expect(await transactions(server(), chats, 3)).toBeLessThan(chats.length);
    for (const [at, chat] of chats.entries()) {
      const row = await rowOf(chat, 3);
      expect(row.text).toBe(TEXTS[at]);
      expect(answers[at]?.text).toBe(JSON.stringify({ message: toMessage(row, true), credits: 19 }));
    }
  });

  test.each(Object.keys(ways))('CH16 CH17 CH31 CH36: a %s has one shape, sent, sent again and read', async (kind) => {
    const chat = await chatOf(server());
    const client_id = crypto.randomUUID();
    const answers = [await ways[kind]?.(chat, client_id), await ways[kind]?.(chat, client_id)];
    const message = toMessage(await rowOf(chat, 3), true);
    for (const answer of answers) expect([answer?.status, answer?.body['message']]).toEqual([200, message]);
    expect(await lastOf(chat)).toEqual(message);
  });

  test.each(Object.keys(ways))('SG29: a held %s has one shape, sent, sent again and read', async (kind) => {
    const me = await server().member({ status: 'not_confirmed', credits: 20 });
    const other = await server().member();
    const first = await send(server(), me, { profile: other.id });
    const chat = { me, other, conversation: (first.body['message'] as Message).conversation };
    const client_id = crypto.randomUUID();
    const answers = [await ways[kind]?.(chat, client_id), await ways[kind]?.(chat, client_id)];
    const message = await lastOf(chat);
    expect(message).toMatchObject({ client_id, seq: 0, mine: true, held: true });
    for (const answer of answers) expect([answer?.status, answer?.body['message']]).toEqual([200, message]);
  });
});
