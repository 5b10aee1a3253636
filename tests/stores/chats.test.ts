// The stores of the conversations, used as the screens use them, against the real server.
import { describe, expect, test, vi } from 'vitest';
import { TYPING } from '#domain/limits';
import { $chats, $unread, loadChats } from '#stores/chats';
import {
  $conversation,
  catchUp,
  loadOlder,
  registerViewer,
  openConversation,
  readyConversation,
} from '#stores/conversation';
import { dispatchLive } from '#stores/live';
import { $unsent, openOutbox, retrySending, send, updateDraft } from '#stores/outbox';
import { loadUser } from '#stores/session';
import { $typing } from '#stores/typing';
import { sent } from '#tests/support/chats';
import { chatPage, numbers, settled, texts } from '#tests/support/chat-page';
import { pass } from '#tests/support/fake-clock';
import { setOpen } from '#tests/support/fake-live';
import { eventually } from '#tests/support/eventually';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
const upTo = (most: number): number[] => Array.from({ length: most }, (_, at) => at + 1);

describe('the address of a member', () => {
  test('CH3: it starts a chat where there is none, and opens the one there is', async () => {
    const at = { profile: page.other.id };
    await openConversation(at);
    expect(readyConversation()).toMatchObject({ id: null, profile: { id: page.other.id }, messages: [] });
    openOutbox(page.other.id);
    updateDraft('Hello there');
    send();
    await settled();
    await eventually(() => expect(readyConversation()?.id).toEqual(expect.any(String)));
    const { id } = readyConversation() ?? {};
    await openConversation(null);
    expect(await page.receive('Hello to you')).toBe(id);
    await openConversation(at);
    expect([readyConversation()?.id, texts()]).toEqual([id, ['Hello there', 'Hello to you']]);
  });
});

describe('the list', () => {
  test('CH1 CH7 CH9 CH10: unread messages are counted, follow the list, and are none after opening it', async () => {
    const conversation = await page.receive('Hello');
    await page.receive('Anybody there?');
    await loadChats();
    expect($unread.get()).toBe(2);
    const list = $chats.get();
    expect(list.state === 'ready' && list.chats[0]).toMatchObject({
      conversation: { id: conversation },
      profile: { id: page.other.id },
    });
    await openConversation({ conversation });
    expect($unread.get()).toBe(0);
    await eventually(() => expect(page.calls).toContain('PUT /api/chat-read.php'));
    await eventually(async () => {
      await loadChats();
      expect($chats.get()).toMatchObject({ chats: [{ num_unread_messages: 0 }] });
    });
  });

  test('CH35: an event reloads the list; many at once reload it once', async () => {
    const conversation = await page.receive('Hello');
    for (let seq = 1; seq <= 5; seq += 1) dispatchLive({ type: 'message', conversation, seq });
    pass(200);
    await eventually(() => expect($unread.get()).toBe(1));
    expect(page.calls.filter((call) => call === 'GET /api/chats.php')).toHaveLength(1);
  });

  test('CH5: the list is polled only while there are no live events', async () => {
    const polls = (): number => page.calls.filter((call) => call === 'GET /api/chats.php').length;
    setOpen(true);
    pass(200);
    await loadChats();
    page.calls.length = 0;
    pass(66_000);
    await Promise.resolve();
    expect(polls()).toBe(0);
    setOpen(false);
    await eventually(() => {
      pass(66_000);
      expect(polls()).toBeGreaterThan(0);
    });
  });
});

describe('the open conversation', () => {
  test('CH35: after a gap of any length everything is there, once and in order', async () => {
    const conversation = await page.receive('1');
    await page.open();
    setOpen(false);
    for (let number = 2; number <= 115; number += 1) await page.receive(String(number));
    expect(texts()).toEqual(['1']);
    setOpen(true);
    await eventually(() => expect(numbers()).toEqual(upTo(115)));
    dispatchLive({ type: 'message', conversation, seq: 115 });
    await catchUp();
    expect(texts()).toEqual(upTo(115).map(String));
  });

  test('CH13: older messages come before the ones shown', async () => {
    for (let number = 1; number <= 40; number += 1) await page.receive(String(number));
    await page.open();
    expect([numbers()[0], readyConversation()?.more]).toEqual([11, true]);
    expect(await loadOlder()).toBe(true);
    expect([numbers(), readyConversation()?.more]).toEqual([upTo(40), false]);
  });

  test('CH2: a missing conversation is gone, and a late answer about another is not shown', async () => {
    await openConversation({ conversation: crypto.randomUUID() });
    expect($conversation.get()).toEqual({ state: 'gone' });
    const late = openConversation({ conversation: crypto.randomUUID() });
    await page.open();
    await late;
    expect($conversation.get()).toMatchObject({
      state: 'ready',
      profile: { id: page.other.id },
      id: null,
      freeLeft: 2,
    });
  });

  test('CH9 CH10 CH16: a message to a conversation that was left is unread, and read once it is opened again', async () => {
    const conversation = await page.receive('Hello');
    await page.open();
    await eventually(() => expect(page.calls).toContain('PUT /api/chat-read.php'));
    page.leave();
    page.calls.length = 0;
    await page.receive('Still there?');
    dispatchLive({ type: 'message', conversation, seq: 2 });
    pass(200);
    await eventually(() => expect([texts(), $unread.get()]).toEqual([['Hello', 'Still there?'], 1]));
    await catchUp();
    expect(page.calls).not.toContain('PUT /api/chat-read.php');
    expect($unread.get()).toBe(1);
    const stop = registerViewer();
    await openConversation({ conversation });
    expect($unread.get()).toBe(0);
    await eventually(() => expect(page.calls).toContain('PUT /api/chat-read.php'));
    stop();
  });

  test('CH9 CH10: an answer that arrives after the screen was left marks nothing as read', async () => {
    const conversation = await page.receive('Hello');
    await loadChats();
    const late = openConversation({ conversation });
    page.leave();
    await late;
    expect([texts(), $unread.get()]).toEqual([['Hello'], 1]);
    expect(page.calls).not.toContain('PUT /api/chat-read.php');
  });

  test('CH13 CH36: an old message that is confirmed late leaves no gap in what is shown', async () => {
    await page.receive('1');
    await page.open();
    page.lost = 6;
    updateDraft('2');
    send();
    await eventually(() => expect($unsent.get()).toMatchObject([{ code: 'offline' }]));
    for (let number = 3; number <= 45; number += 1) await page.receive(String(number));
    await openConversation(null);
    await page.open();
    expect(numbers()[0]).toBe(16);
    expect($unsent.get()).toMatchObject([{ text: '2' }]);
    retrySending();
    await settled();
    expect([numbers()[0], readyConversation()?.more]).toEqual([16, true]);
    expect(await loadOlder()).toBe(true);
    expect(texts()).toEqual(upTo(45).map(String));
  });

  test('CH35: held messages arrive from another device one by one, and any number of them is requested once', async () => {
    page.me = await page.server.member({ gender: 'female', country: 'NL', credits: 200, status: 'not_confirmed' });
    await loadUser();
    await page.open();
    const writing = { profile: page.other.id };
    for (const many of [1, 2]) {
      const { conversation } = await sent(page.server, page.me, { ...writing, text: String(many) });
      dispatchLive({ type: 'message', conversation, seq: 0 });
      await eventually(() => expect(texts()).toHaveLength(many));
    }
    for (let many = 3; many <= 101; many += 1) await sent(page.server, page.me, { ...writing, text: String(many) });
    page.calls.length = 0;
    await catchUp();
    expect(texts()).toHaveLength(101);
    expect(page.calls.filter((call) => call === 'GET /api/messages.php')).toHaveLength(1);
  });

  test('CH16: messages read by the other member are marked, by any source of the news', async () => {
    await page.open();
    updateDraft('Hello');
    send();
    await settled();
    await eventually(() => expect(readyConversation()?.id).toBeTruthy());
    const conversation = readyConversation()?.id ?? '';
    dispatchLive({ type: 'read', conversation, reader: page.me.id, seq: 1 });
    expect(readyConversation()?.readTo).toBe(0);
    dispatchLive({ type: 'read', conversation, reader: page.other.id, seq: 1 });
    expect(readyConversation()?.readTo).toBe(1);
  });
});

describe('typing', () => {
  test('CH12: at most one signal in three seconds; the other’s is shown for five', async () => {
    const conversation = await page.receive('Hello');
    await page.open();
    pass(TYPING.intervalSeconds * 1000);
    page.calls.length = 0;
    for (const text of ['H', 'He', 'Hel']) updateDraft(text);
    const signals = (): number => page.calls.filter((call) => call === 'POST /api/typing.php').length;
    expect(signals()).toBe(1);
    pass(TYPING.intervalSeconds * 1000 - 1);
    updateDraft('Hell');
    expect(signals()).toBe(1);
    pass(1);
    updateDraft('Hello');
    expect(signals()).toBe(2);
    dispatchLive({ type: 'typing', conversation, profile: page.other.id });
    pass(TYPING.shownSeconds * 1000 - 1);
    expect($typing.get().has(conversation)).toBe(true);
    pass(1);
    expect($typing.get().has(conversation)).toBe(false);
    dispatchLive({ type: 'typing', conversation, profile: page.other.id });
    dispatchLive({ type: 'message', conversation, seq: 2 });
    expect($typing.get().size).toBe(0);
  });
});
