// What a screen reader is told of a conversation.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#contract/chats';
import type { Unsent } from '#stores/drafts';
import { announce } from '../../src/features/chats/announcements.ts';
import { bubblesOf } from '../../src/features/chats/bubbles.ts';

vi.mock('#lib/i18n', () => ({
  t: (key: string, variables: object = {}) => [key, ...Object.values(variables)].join(' '),
}));

const at = '2026-05-04T10:00:00.000Z';
const message = (seq: number, mine: boolean, more: Partial<Message> = {}): Message => ({
  ...{ client_id: `${mine} ${seq}`, conversation: 'c', seq, mine, text: `text ${seq}`, at, held: false },
  ...more,
});
const unsent = (client_id: string, code: string | null): Unsent => ({ client_id, code, text: client_id, at });

let known: Set<string> | null = null;
beforeEach(() => (known = null));
function told(messages: readonly Message[], waiting: readonly Unsent[] = []): string[] {
  const now = announce(known, bubblesOf(messages, waiting, 0), 'Anna');
  known = now.known;
  return now.news.map(({ text }) => text);
}

test('each message is announced once: not when the chat opens, not again when its order or state changes', () => {
  const [one, two, three] = [message(1, false), message(2, true), message(3, false)];
  expect(told([one])).toEqual([]);
  expect(told([one, three])).toEqual(['Anna: text 3']);
  expect(told([one, two, three])).toEqual(['chats:own: text 2']);
  expect(told([one, two, three])).toEqual([]);
  expect(told([one, { ...two, deleted: 'both', text: '' }, three])).toEqual([]);
});

test('an own message is announced when it has arrived, is held back or could not be sent, each once', () => {
  const start = [message(1, false)];
  told(start);
  expect(told(start, [unsent('true 2', null)])).toEqual([]);
  expect(told(start, [unsent('true 2', 'offline')])).toEqual(['chats:failed: true 2']);
  expect(told(start, [unsent('true 2', null)])).toEqual([]);
  expect(told(start, [unsent('true 2', 'offline')])).toEqual([]);
  expect(told([...start, message(2, true)])).toEqual(['chats:own: text 2']);
  expect(told([...start, message(2, true), message(0, true, { held: true })])).toEqual(['chats:held: text 0']);
  const waiting = message(0, true, { client_id: 'true 9', held: true, checked: true });
  expect(told([...start, message(2, true), waiting])).toEqual(['chats:checked: text 0']);
});

test('older messages that are loaded are not announced; after an absence the newest five are', () => {
  told([message(10, false)]);
  expect(told([message(8, false), message(9, true), message(10, false)])).toEqual([]);
  const missed = Array.from({ length: 8 }, (_, n) => message(11 + n, false));
  expect(told([message(10, false), ...missed])).toHaveLength(5);
  expect(told([message(10, false), ...missed])).toEqual([]);
});

test('the first message of an empty chat, a gift, a picture and a reaction have words', () => {
  expect(told([])).toEqual([]);
  const picture = { match: 'm', blurred: 'b' };
  const messages = [
    message(1, false),
    message(2, false, { text: '', gift: 'tea' }),
    message(3, false, { text: '', picture }),
  ];
  expect(told(messages)).toEqual(['Anna: text 1', 'Anna: gifts:gift gifts:name_tea', 'Anna: pictures:received']);
  const mine = message(4, true);
  told([...messages, mine]);
  expect(told([...messages, { ...mine, reaction: 'heart' }])).toEqual(['Anna: chats:reaction chats:reaction_heart']);
  expect(told([...messages, { ...mine, reaction: 'heart' }])).toEqual([]);
});
