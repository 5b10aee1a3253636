// What a screen reader is told of a conversation.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#contract/chats';
import type { Unsent } from '#stores/drafts';
import { $scamRules, answer } from '#stores/scam-guard';
import { device } from '#tests/support/fake-storage';
import { announce } from '../../src/features/chats/announcements.ts';
import { bubblesOf } from '../../src/features/chats/bubbles.ts';

vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
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
beforeEach(() => {
  known = null;
  device.clear();
  $scamRules.set(null);
});
function told(messages: readonly Message[], waiting: readonly Unsent[] = []): string[] {
  const now = announce(known, bubblesOf(messages, waiting, 0), { id: 'anna', name: 'Anna' });
  known = now.known;
  return now.news.map(({ text }) => text);
}

test('each message is announced once: not when the chat opens, not again when its order or state changes', () => {
  const [one, two, three] = [message(1, false), message(2, true), message(3, false)];
  expect(told([one])).toEqual([]);
  expect(told([one, three])).toEqual(['chats:said Anna text 3']);
  expect(told([one, two, three])).toEqual(['chats:said chats:own text 2']);
  expect(told([one, two, three])).toEqual([]);
  expect(told([one, { ...two, deleted: 'both', text: '' }, three])).toEqual([]);
});

test('an own message is announced when it has arrived, is held back or could not be sent, each once', () => {
  const start = [message(1, false)];
  told(start);
  expect(told(start, [unsent('true 2', null)])).toEqual([]);
  expect(told(start, [unsent('true 2', 'offline')])).toEqual(['chats:said chats:failed true 2']);
  expect(told(start, [unsent('true 2', null)])).toEqual([]);
  expect(told(start, [unsent('true 2', 'offline')])).toEqual([]);
  expect(told([...start, message(2, true)])).toEqual(['chats:said chats:own text 2']);
  const held = message(0, true, { held: true });
  expect(told([...start, message(2, true), held])).toEqual(['chats:said chats:held text 0']);
  const waiting = message(0, true, { client_id: 'true 9', held: true, checked: true });
  expect(told([...start, message(2, true), waiting])).toEqual(['chats:said chats:checked text 0']);
  // Staff have read it, and its sender has too few credits.
  const unpaid = message(0, true, { client_id: 'true 9', held: true, lacks: 'credits' });
  expect(told([...start, message(2, true), unpaid])).toEqual(['chats:said chats:unpaid text 0']);
  expect(told([...start, message(2, true), unpaid])).toEqual([]);
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
  expect(told(messages)).toEqual([
    'chats:said Anna text 1',
    'chats:said Anna gifts:gift gifts:name_tea',
    'chats:said Anna pictures:received',
  ]);
  const mine = message(4, true);
  told([...messages, mine]);
  const reacted = [...messages, { ...mine, reaction: 'heart' as const }];
  expect(told(reacted)).toEqual(['chats:said Anna chats:reaction chats:reaction_heart']);
  expect(told(reacted)).toEqual([]);
});

test('DE10 DE101: the question below a message with signs of a scam is read out with it, and not of one that is fine', () => {
  const rules = { scamTopic: (text: string) => (text === 'money' ? ('money' as const) : null), mayBother: () => true };
  $scamRules.set(rules);
  const before = [message(1, false)];
  told(before);
  const asked = message(2, false, { text: 'money' });
  expect(told([...before, asked])).toEqual(['chats:said Anna money scam:bother_heading']);
  answer('anna', 'read money');
  const fine = message(3, false, { text: 'money' });
  expect(told([...before, asked, fine])).toEqual(['chats:said Anna money']);
  expect(told([...before, asked, fine, message(4, true, { text: 'money' })])).toEqual(['chats:said chats:own money']);
});
