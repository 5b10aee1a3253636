// A chat that is opened again after its store heard nothing, as on pages without a chat, or that hears of nothing without a live connection;
// and one whose held messages others decide.
import { cleanStores } from 'nanostores';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  $conversation,
  addConfirmed,
  catchUp,
  loadOlder,
  openConversation,
  readyConversation,
} from '#stores/conversation';
import { dispatchLive } from '#stores/live';
import { loadUser } from '#stores/session';
import { answered, chatPage, numbers, texts } from '#tests/support/chat-page';
import { sent } from '#tests/support/chats';
import { eventually } from '#tests/support/eventually';
import { pass } from '#tests/support/fake-clock';
import { setOpen } from '#tests/support/fake-live';
import { block } from '#tests/support/members';
import { siteAt } from '#tests/support/server';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage({ FIRST_MESSAGES: 'manual' });
beforeEach(() => setOpen(true));

/** The other member writes so many messages, and the chat is opened. */
async function opened(...said: string[]): Promise<string> {
  for (const text of said) await page.receive(text);
  await page.open();
  return readyConversation()?.id ?? '';
}

async function deleteTheirs(conversation: string, seq: number): Promise<void> {
  const message = readyConversation()?.messages.find((each) => each.seq === seq);
  const json = { conversation, client_id: message?.client_id, scope: 'both' };
  expect((await page.server.call('/api/message.php', { method: 'DELETE', json, as: page.other })).status).toBe(204);
}

/** As after a second on a page without a chat: events go unheard. */
function leave(): void {
  page.leave();
  cleanStores($conversation);
}

test('CH14 CH35: a message that was deleted while no page of the chats was open is gone when the chat is opened again', async () => {
  const conversation = await opened('Too much', 'Good night');
  await deleteTheirs(conversation, 1);
  leave();
  dispatchLive({ type: 'message_deleted', conversation, seq: 1, scope: 'both' });
  await openConversation({ conversation });
  expect(texts()).toEqual(['', 'Good night']);
});

test('CH18: a chat that was deleted on another device meanwhile shows nothing of it', async () => {
  const conversation = await opened('Hello');
  await page.server.call('/api/chat.php', { method: 'DELETE', json: { conversation }, as: page.me });
  leave();
  await openConversation({ conversation });
  expect(texts()).toEqual([]);
});

const isBlocked = { state: 'blocked', code: 'blocked' };
const blockMe = (): Promise<void> => block(page.server.database, siteAt(0), page.other.id, page.me.id);

test('CH2: a chat whose other member has blocked one meanwhile says so when it is opened again', async () => {
  const conversation = await opened('Hello');
  leave();
  await blockMe();
  await openConversation({ conversation });
  await eventually(() => expect($conversation.get()).toMatchObject(isBlocked));
});

test('CH2: so does one of which only newer messages are asked for', async () => {
  await opened('Hello');
  await blockMe();
  await catchUp();
  await eventually(() => expect($conversation.get()).toMatchObject(isBlocked));
});

test('CH35: a message that is confirmed while the chat is loaded again stays', async () => {
  const conversation = await opened('Hello');
  const ask = globalThis.fetch;
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  globalThis.fetch = async (input, init) => {
    globalThis.fetch = ask;
    const answer = await ask(input, init);
    asked.resolve();
    await late.promise;
    return answer;
  };
  const again = openConversation({ conversation });
  await asked.promise;
  addConfirmed(page.other.id, await sent(page.server, page.me, { conversation, text: 'Meanwhile' }));
  late.resolve();
  await again;
  expect(texts()).toEqual(['Hello', 'Meanwhile']);
});

test('CH5 CH14: without a live connection a deletion shows with the next poll, and older pages stay', async () => {
  for (let number = 1; number <= 35; number += 1) await page.receive(String(number));
  const conversation = await opened();
  expect(await loadOlder()).toBe(true);
  await deleteTheirs(conversation, 34);
  setOpen(false);
  await eventually(() => {
    pass(66_000);
    expect(texts()[33]).toBe('');
  });
  expect([numbers().length, texts()[0]]).toEqual([35, '1']);
});

test('CH35: of two messages that are kept back, one that is dropped elsewhere goes alone', async () => {
  page.me = await page.server.member({ gender: 'female', country: 'NL', credits: 9, status: 'not_confirmed' });
  await loadUser();
  await page.open();
  const first = await sent(page.server, page.me, { profile: page.other.id, text: 'First' });
  await sent(page.server, page.me, { profile: page.other.id, text: 'Later' });
  await catchUp();
  expect(texts()).toEqual(['First', 'Later']);
  const { conversation, client_id } = first;
  const json = { conversation, client_id, scope: 'both' };
  expect((await page.server.call('/api/message.php', { method: 'DELETE', json, as: page.me })).status).toBe(204);
  dispatchLive({ type: 'message_deleted', conversation, seq: 0, scope: 'me' });
  await eventually(() => expect(texts()).toEqual(['Later']));
});

test('CH35: another message that waits for staff arrives from another device of a confirmed member', async () => {
  await page.open();
  for (const [at, text] of ['My IBAN is NL91 ABNA 0417 1643 00', 'Please'].entries()) {
    const { conversation, checked } = await sent(page.server, page.me, { profile: page.other.id, text });
    expect(checked).toBe(true);
    dispatchLive({ type: 'message', conversation, seq: 0 });
    await eventually(() => expect(texts()).toHaveLength(at + 1));
  }
});

test('CH35: the event of a message that was sent here asks for nothing', async () => {
  const conversation = await opened('Hello');
  page.calls.length = 0;
  dispatchLive({ type: 'message', conversation, seq: 1, credits: 4 });
  await answered(page);
  expect(page.calls).not.toContain('GET /api/messages.php');
});
