// Deleting messages and conversations, as the screens do it, against the real server.
import { expect, test, vi } from 'vitest';
import { $chats, loadChats } from '#stores/chats';
import { createMessageDeletion, deletionScope, removeChat } from '#stores/chat-deletion';
import { $conversation, openConversation, readyConversation } from '#stores/conversation';
import { dispatchLive } from '#stores/live';
import { writeStored } from '#lib/storage';
import { send, updateDraft } from '#stores/outbox';
import { $toasts } from '#stores/toasts';
import { chatPage, settled, texts } from '#tests/support/chat-page';
import { now, pass } from '#tests/support/fake-clock';
import { eventually } from '#tests/support/eventually';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
const listed = (): number => {
  const list = $chats.get();
  return list.state === 'ready' ? list.chats.length : -1;
};

async function write(text: string): Promise<string> {
  updateDraft(text);
  send();
  await settled();
  await eventually(() => expect(texts()).toContain(text));
  return readyConversation()?.messages.find((each) => each.text === text)?.client_id ?? '';
}

test('CH14: a deleted message loses its text here at once, and at the other member by its event', async () => {
  const conversation = await page.receive('Hello');
  await page.open();
  const client_id = await write('Too much');
  const deletion = createMessageDeletion();
  await deletion.submit({ client_id, scope: 'both' });
  expect(deletion.get()).toEqual({ state: 'done' });
  expect(readyConversation()?.messages.at(-1)).toMatchObject({ text: '', deleted: 'both' });
  dispatchLive({ type: 'message_deleted', conversation, seq: 1, scope: 'both' });
  expect(texts()).toEqual(['', '']);
  await openConversation(null);
  await openConversation({ conversation });
  expect(texts()).toEqual(['Hello', '']);
});

test('CH14: after 15 minutes a message is deleted for oneself', () => {
  const ago = (minutes: number): string => new Date(now().getTime() - minutes * 60_000).toISOString();
  expect([deletionScope(ago(14)), deletionScope(ago(16))]).toEqual(['both', 'me']);
});

test('CH18: a deleted chat disappears at once, then on the server', async () => {
  const conversation = await page.receive('Hello');
  await openConversation({ conversation });
  await loadChats();
  const removing = removeChat(conversation);
  expect([listed(), $conversation.get().state]).toEqual([0, 'loading']);
  await removing;
  expect(page.calls).toContain('DELETE /api/chat.php');
  await loadChats();
  expect(listed()).toBe(0);
});

test('CH18: a chat deleted on another device leaves the list by its event', async () => {
  const conversation = await page.receive('Hello');
  await loadChats();
  expect(listed()).toBe(1);
  const answer = await page.server.call('/api/chat.php', { method: 'DELETE', json: { conversation }, as: page.me });
  expect(answer.status).toBe(204);
  dispatchLive({ type: 'chat_deleted', conversation });
  pass(200);
  await eventually(() => expect(listed()).toBe(0));
});

test('CH19: when the deletion fails, an alert says so and the chat is there again', async () => {
  await page.receive('Hello');
  await loadChats();
  const list = $chats.get();
  const shown = list.state === 'ready' ? list.chats : [];
  // Not a conversation of the member, so the server refuses.
  const unknown = crypto.randomUUID();
  $chats.updater()(() => ({ chats: shown.map((chat) => ({ ...chat, conversation: { id: unknown } })) }));
  const removing = removeChat(unknown);
  expect(listed()).toBe(0);
  await removing;
  expect([listed(), $toasts.get().at(-1)?.code]).toEqual([1, 'not_found']);
});

test('CH8: the chat that was opened last is remembered on the device', async () => {
  const { readLastChat } = await import('#stores/last-chat');
  await page.open();
  expect(readLastChat()).toEqual({ profile: page.other.id, at: expect.stringMatching(/^\d{4}-/) as unknown });
});

test('CH8: a chat that is opened before the user is known is remembered for the account as soon as they are', async () => {
  const { readLastChat } = await import('#stores/last-chat');
  const { $user, loadUser } = await import('#stores/session');
  writeStored(`last-chat:${page.me.id}:`, null);
  $user.set(undefined);
  await page.open();
  expect(readLastChat()).toBeNull();
  await loadUser();
  expect(readLastChat()?.profile).toBe(page.other.id);
});
