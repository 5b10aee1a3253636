// The list of chats beyond its first page, with pages that the test makes up.
import { expect, onTestFinished, test, vi } from 'vitest';
import { chats as calls, type Chat } from '#contract/chats';
import { $chats, $unread, clearUnread, closeOlderChats, loadChats, loadMoreChats } from '#stores/chats';
import { dispatchLive, reloadMissed } from '#stores/live';
import { chatPage } from '#tests/support/chat-page';
import { eventually } from '#tests/support/eventually';
import { pass } from '#tests/support/fake-clock';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
const idOf = (name: string): string => `00000000-0000-4000-8000-00000000000${name}`;
const names = () => [
  $chats
    .ready()
    ?.chats.map(({ profile }) => profile.name)
    .join(''),
  $chats.ready()?.more,
];
const unreadOf = (name: string): number | undefined =>
  $chats.ready()?.chats.find(({ profile }) => profile.name === name)?.num_unread_messages;

interface List {
  /** Conversations by page. */
  pages: string[][];
  readonly unread: Map<string, number>;
  /** Of all pages. */
  total?: number;
  /** The pages that were asked for. */
  readonly asked: number[];
}

/** Lists these conversations, and loads the first page. */
async function list(...pages: string[][]): Promise<List> {
  closeOlderChats();
  await page.receive('Hello');
  await loadChats();
  const [chat] = $chats.ready()?.chats ?? [];
  const made: List = { pages, unread: new Map(), asked: [] };
  const ask = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = ask));
  globalThis.fetch = (input, init) => {
    const { pathname, searchParams } = new URL(String(input), 'https://here.example');
    if (pathname !== calls.list.path) return ask(input, init);
    const at = Number(searchParams.get('page') ?? 0);
    made.asked.push(at);
    const listed = made.pages[at]?.map((name): Chat => ({
      ...(chat as Chat),
      profile: { ...(chat as Chat).profile, name },
      conversation: { id: idOf(name) },
      num_unread_messages: made.unread.get(name) ?? 0,
    }));
    const total = at === 0 && made.total !== undefined ? { unread: made.total } : {};
    return Promise.resolve(Response.json({ chats: listed, more: at < made.pages.length - 1, ...total }));
  };
  $chats.reset();
  await loadChats();
  return made;
}

/** The pages that are read again for an event. */
async function readFor(made: List, tell: () => void): Promise<number[]> {
  made.asked.length = 0;
  tell();
  pass(200);
  await eventually(() => expect(made.asked).not.toEqual([]));
  await loadChats();
  return made.asked.slice(0, -1);
}

const receiveIn = (name: string) => () => dispatchLive({ type: 'message', conversation: idOf(name), seq: 2 });

test('CH4: further pages are loaded when asked for, and with every later load; what moved between two pages is listed once', async () => {
  await list(['a', 'b'], ['b', 'c'], ['d']);
  expect(names()).toEqual(['ab', true]);
  await loadMoreChats();
  expect(names()).toEqual(['abc', true]);
  await loadMoreChats();
  await loadMoreChats();
  await loadChats();
  expect(names()).toEqual(['abcd', false]);
});

test('CH4 CH35: an event reads the newest page alone, and what it pushes to the next stays listed', async () => {
  const made = await list(['a', 'b'], ['c', 'd'], ['e', 'f']);
  await loadMoreChats();
  expect([names(), made.asked]).toEqual([
    ['abcd', true],
    [0, 0, 1],
  ]);
  made.pages = [
    ['d', 'a'],
    ['b', 'c'],
    ['e', 'f'],
  ];
  expect(await readFor(made, receiveIn('d'))).toEqual([0]);
  expect(names()).toEqual(['dabc', true]);
  made.pages = [['9', 'd'], ['a', 'b'], ['c', 'e'], ['f']];
  expect(await readFor(made, receiveIn('9'))).toEqual([0]);
  expect(names()).toEqual(['9dabc', true]);
  await loadMoreChats();
  expect(names()).toEqual(['9dabce', true]);
  await loadMoreChats();
  expect(names()).toEqual(['9dabcef', false]);
});

test('CH4 CH35: all pages are read again for a chat of an older page, and when events may have been missed', async () => {
  const made = await list(['a', 'b'], ['c', 'd'], ['e']);
  made.unread.set('d', 3);
  await loadMoreChats();
  made.unread.clear();
  const read = () => dispatchLive({ type: 'read', conversation: idOf('d'), reader: page.me.id, seq: 2 });
  expect(unreadOf('d')).toBe(3);
  expect(await readFor(made, read)).toEqual([0, 1]);
  expect(unreadOf('d')).toBe(0);
  made.pages = [
    ['a', 'b'],
    ['d', 'e'],
  ];
  expect(await readFor(made, () => dispatchLive({ type: 'chat_deleted', conversation: idOf('c') }))).toEqual([0, 1]);
  expect(names()).toEqual(['abde', false]);
  expect(await readFor(made, () => dispatchLive({ type: 'block', profile: page.other.id }))).toEqual([0, 1]);
  expect(await readFor(made, reloadMissed)).toEqual([0, 1]);
});

test('CH9 CH10: what is unread on pages that are not loaded is counted, and counted once when they are', async () => {
  const made = await list(['a', 'b'], ['c', 'd']);
  made.unread.set('a', 1).set('d', 3);
  made.total = 4;
  await loadChats();
  expect([$unread.get(), names()]).toEqual([4, ['ab', true]]);
  await loadMoreChats();
  expect([$unread.get(), unreadOf('d')]).toEqual([4, 3]);
  clearUnread(idOf('d'));
  expect($unread.get()).toBe(1);
});

test('CH4: a load that fails is made up for by the next one', async () => {
  const made = await list(['a', 'b'], ['c', 'd']);
  await loadMoreChats();
  const ask = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(Response.json({ error: { code: 'internal' } }, { status: 418 }));
  dispatchLive({ type: 'chat_deleted', conversation: idOf('d') });
  pass(200);
  await eventually(() => expect($chats.ready()?.stale).toBe('internal'));
  globalThis.fetch = ask;
  made.pages = [['a', 'b'], ['c']];
  await loadChats();
  expect(names()).toEqual(['abc', false]);
});

test('CH4: when a search of names has ended, only the first page is shown and loaded again', async () => {
  const made = await list(['a', 'b'], ['c', 'd'], ['e']);
  for (let times = 0; times < 2; times += 1) await loadMoreChats();
  expect(names()).toEqual(['abcde', false]);
  closeOlderChats();
  await eventually(() => expect(names()).toEqual(['ab', true]));
  expect(await readFor(made, receiveIn('a'))).toEqual([0]);
});
