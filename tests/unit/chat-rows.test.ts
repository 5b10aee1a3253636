// What rows of the chat list and bubbles say of a message, as static markup with keys for texts.
import { atom } from 'nanostores';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Chat, Message } from '#contract/chats';
import type { Unsent } from '#stores/drafts';
import { Bubble } from '../../src/features/chats/Bubble.tsx';
import { bubblesOf } from '../../src/features/chats/bubbles.ts';
import { ChatList } from '../../src/features/chats/ChatList.tsx';
import { quoteOf } from '../../src/features/chats/respond.ts';

/** What the stores hold; the object stays the same, so that a test may change it. */
const shown = vi.hoisted(() => ({
  state: 'ready',
  chats: [] as unknown[],
  more: false,
  failed: new Map<string, unknown>(),
}));
vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string, { id = '' } = {}) => `/${name}/${id}`,
  routeParameters: () => ({}),
}));
vi.mock('#stores/chats', () => ({
  $chats: atom(shown),
  closeOlderChats: () => undefined,
  loadChats: () => undefined,
  loadMoreChats: () => undefined,
}));
vi.mock('#stores/failed-messages', () => ({ $failedMessages: atom(shown.failed) }));
vi.mock('#stores/conversation', () => ({ $conversation: atom({ state: 'loading' }) }));
vi.mock('#stores/typing', () => ({ $typing: atom(new Set()) }));
vi.mock('#stores/session', () => ({ $user: atom(null) }));
vi.mock('#stores/last-chat', () => ({ readLastChat: () => null }));
vi.mock('#stores/site-settings', () => ({ $siteSettings: atom({ cdn_prefix: '/' }) }));
vi.mock('#lib/i18n', () => ({
  t: (key: string, variables: object = {}) => [key, ...Object.values(variables)].join(' '),
  errorText: (code: string) => code,
  formatMoment: () => '10:00',
  formatDay: () => 'Monday',
}));

const at = '2026-05-04T10:00:00.000Z';
const anna = { id: 'anna', name: 'Anna', age: 40, fictional: false, main_image: null };
type Last = Partial<NonNullable<Chat['last']>>;
const chatWith = (profile: object, last: Last = {}) => ({
  ...{ conversation: { id: 'c' }, profile, num_unread_messages: 0 },
  last: { text: 'Hello', at, mine: true, seq: 1, ...last },
});
function rowOf(last: Last, failed?: Partial<Unsent>): string {
  shown.chats = [chatWith(anna, last)];
  shown.failed.clear();
  if (failed) shown.failed.set('anna', { text: '', ...failed });
  return /chat-row-line[^>]*>([^<]*)</.exec(list())?.[1] ?? '';
}
const list = (): string => renderToStaticMarkup(createElement(ChatList, {}));

test('CH7: a row says in words, and first, that the last message is held back or was not sent', () => {
  expect(rowOf({})).toBe('chats:you Hello');
  expect(rowOf({ seq: 0 })).toBe('chats:held · chats:you Hello');
  expect(rowOf({ seq: 0, checked: true })).toBe('chats:checked · chats:you Hello');
  expect(rowOf({ seq: 0, lacks: 'credits' })).toBe('chats:unpaid · chats:you Hello');
  expect(rowOf({ seq: 0, lacks: 'consent' })).toBe('consent_required · chats:you Hello');
  expect(rowOf({}, { text: 'Bye' })).toBe('chats:failed · Bye');
  expect(rowOf({}, { gift: 'tea' })).toBe('chats:failed · gifts:name_tea');
});

test('CH7 CH36: a first message that was not sent stands above the list, also above an empty one, and leads to its chat', () => {
  for (const chats of [[], [chatWith({ ...anna, id: 'bea', name: 'Bea' })]]) {
    shown.chats = chats;
    shown.failed.clear();
    shown.failed.set('anna', { text: 'Bye' });
    expect(list()).toContain('href="/members-id-chat/anna">chats:failed · Bye</a>');
  }
  shown.chats = [chatWith(anna)];
  expect(list()).not.toContain('members-id-chat');
  shown.failed.clear();
});

test('CH4: further chats that could not be read say so above their button', () => {
  Object.assign(shown, { chats: [chatWith(anna)], more: true, stale: 'offline' });
  expect(list()).toMatch(/role="alert">offline<.*chats:more/);
  Object.assign(shown, { more: false, stale: undefined });
});

test('CH7: a row says how the other member reacted to one’s last message, and not what one thinks oneself', () => {
  expect(rowOf({ reaction: 'heart' })).toBe('chats:reaction chats:reaction_heart · chats:you Hello');
  expect(rowOf({ reaction: 'heart', mine: false })).toBe('Hello');
  expect(rowOf({ reaction: 'other' })).toBe('chats:you Hello');
});

test('CH7 CH37: a row names a voice message, and a bubble has its place and its text', () => {
  expect(rowOf({ voice: true, text: 'Sung' })).toBe('voice:given');
  expect(rowOf({ voice: true, mine: false })).toBe('voice:received');
  const sung = bubble({ voice: { path: 'voice/x', seconds: 7 }, text: 'Sung' });
  for (const part of ['class="voice"', '>Sung<']) expect(sung).toContain(part);
  const answer = bubble({ quote: { seq: 1, mine: false, text: 'Sung', voice: true } });
  expect(answer).toContain('chats:said voice:received Sung');
  // The answer that is being written quotes it as the one that is sent.
  const [quoted] = bubblesOf([messageWith({ voice: { path: 'voice/x', seconds: 7 }, text: 'Sung' })], [], 0);
  expect(quoted && quoteOf(quoted)).toEqual({ seq: 2, mine: false, text: 'Sung', voice: true });
});

test('E10 CH1: a fictional profile is labelled in the list, and no other', () => {
  shown.chats = [chatWith(anna)];
  expect(list()).not.toContain('members:fictional');
  shown.chats = [chatWith({ ...anna, fictional: true })];
  expect(list()).toContain('members:fictional');
});

/** What a browser shows of it. */
const asText = (markup: string): string =>
  Object.entries({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }).reduce(
    (text, [escaped, letter]) => text.replaceAll(escaped, letter),
    markup,
  );

test('F2 CH7: markup in names and messages is shown as text, in list, bubble and quote', () => {
  const payloads = [
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    "' onmouseover='alert(1)",
    '<svg/onload=alert(1)>',
    '</textarea><iframe srcdoc="<b>">',
    '{{constructor.constructor("alert(1)")()}}',
    '&lt;img src=x&gt;',
  ];
  for (const text of payloads) {
    shown.chats = [chatWith({ ...anna, name: text }, { text, mine: false })];
    for (const markup of [list(), bubble({ text }), bubble({ quote: { seq: 1, mine: false, text } })]) {
      expect(markup).not.toContain(text);
      expect(asText(markup)).toContain(text);
    }
  }
});

test('CH4: a list with further pages ends with the button that loads them', () => {
  shown.more = false;
  expect(list()).not.toContain('chats:more');
  shown.more = true;
  expect(list()).toContain('chats:more');
});

const messageWith = (message: Partial<Message>): Message => ({
  ...{ client_id: 'i', conversation: 'c', seq: 2, mine: false, text: 'Soup', at, held: false },
  ...message,
});

function bubble(message: Partial<Message>): string {
  const [first] = bubblesOf([messageWith(message)], [], 0);
  if (!first) return '';
  const press = () => undefined;
  const events = { onRetry: press, onDiscard: press, onReport: press, onDelete: press, onRespond: press };
  return renderToStaticMarkup(createElement(Bubble, { bubble: first, name: 'Anna', partner: 'anna', ...events }));
}

test('a message shows its quote with who wrote it, and the reaction in words', () => {
  const quoted = bubble({ quote: { seq: 1, mine: true, text: 'Soup or salad?' }, reaction: 'heart' });
  for (const part of ['chats:in_reply_to', 'chats:own', 'Soup or salad?', 'chats:reaction_own chats:reaction_heart'])
    expect(quoted).toContain(part);
  const theirs = bubble({ mine: true, reaction: 'heart', quote: { seq: 1, mine: false, text: '', picture: true } });
  for (const part of ['Anna', 'pictures:received', 'chats:reaction chats:reaction_heart'])
    expect(theirs).toContain(part);
  expect(bubble({ reaction: 'other' })).not.toContain('reaction-mark');
});

test('one can answer every message that has arrived, and react to those of the other member', () => {
  expect(bubble({})).toContain('aria-label="chats:respond"');
  expect(bubble({ mine: true })).toContain('aria-label="chats:reply"');
  for (const message of [
    { deleted: 'both', text: '' },
    { held: true, seq: 0, mine: true },
  ] as const)
    expect(bubble(message)).not.toMatch(/chats:(respond|reply)"/);
});
