// Messages that could not be sent without a network: they are sent by themselves when it is there again, each once.
import { expect, test, vi } from 'vitest';
import { loadChats } from '#stores/chats';
import { saveUnsent } from '#stores/drafts';
import { $failedMessages } from '#stores/failed-messages';
import { $unsent, closeOutbox, discardUnsent, send, sendGift, updateDraft } from '#stores/outbox';
import { $user } from '#stores/session';
import { chatPage, settled, texts } from '#tests/support/chat-page';
import { eventually } from '#tests/support/eventually';
import { now } from '#tests/support/fake-clock';
import { goOnline } from '#tests/support/fake-online';
import { device } from '#tests/support/fake-storage';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#lib/online', () => import('#tests/support/fake-online'));

const page = chatPage();
const sends = (): number => page.calls.filter((call) => call === 'POST /api/message.php').length;
const failedTexts = () => [...$failedMessages.get()].map(([partner, { text }]) => [partner, text]);
async function writeOffline(...words: readonly string[]): Promise<void> {
  page.offline = true;
  for (const text of words) {
    updateDraft(text);
    send();
  }
  await eventually(() => expect($unsent.get().map(({ code }) => code)).toEqual(words.map(() => 'offline')));
  page.offline = false;
}

test('CH36: what waited for the network is sent in order when it is there again, once and paid once', async () => {
  await page.open();
  await writeOffline('One', 'Two');
  const before = sends();
  for (let times = 0; times < 3; times += 1) goOnline();
  await eventually(() => expect(texts()).toEqual(['One', 'Two']));
  goOnline();
  await settled();
  expect([sends() - before, $user.get()?.credits, $unsent.get()]).toEqual([2, 3, []]);
});

test('CH36: a chat that was left sends as well; what was discarded does not', async () => {
  await page.open();
  await writeOffline('One', 'Not this');
  discardUnsent($unsent.get()[1]?.client_id ?? '');
  closeOutbox();
  goOnline();
  await eventually(() => expect($user.get()?.credits).toBe(4));
  await page.open();
  await eventually(() => expect(texts()).toEqual(['One']));
});

test('CH36: a message whose answers were lost is not there twice', async () => {
  await page.open();
  page.lost = 6;
  sendGift('daisy', crypto.randomUUID());
  await eventually(() => expect($unsent.get()[0]?.code).toBe('offline'));
  goOnline();
  await eventually(() => expect($unsent.get()).toEqual([]));
  await settled();
  expect([texts(), $user.get()?.credits]).toEqual([[''], 4]);
});

test('CH7: the list knows which partner’s last message was not sent, until it is', async () => {
  const stop = $failedMessages.listen(() => undefined);
  await page.open();
  expect(failedTexts()).toEqual([]);
  await writeOffline('One', 'Two');
  expect(failedTexts()).toEqual([[page.other.id, 'Two']]);
  goOnline();
  expect(failedTexts()).toEqual([]);
  await eventually(() => expect(texts()).toEqual(['One', 'Two']));
  expect(failedTexts()).toEqual([]);
  stop();
});

test('CH7: what another tab is sending has not failed, and what it could not send shows once the list changes', async () => {
  const stop = $failedMessages.listen(() => undefined);
  const sending = { text: 'Of another tab', client_id: crypto.randomUUID(), at: now().toISOString(), code: null };
  saveUnsent(page.other.id, sending);
  expect(failedTexts()).toEqual([]);
  const [key] = [...device.keys()].filter((name) => name.endsWith(sending.client_id));
  device.set(key ?? '', JSON.stringify({ ...sending, code: 'internal' }));
  await loadChats();
  expect(failedTexts()).toEqual([[page.other.id, 'Of another tab']]);
  device.delete(key ?? '');
  await loadChats();
  expect(failedTexts()).toEqual([]);
  stop();
});

test('CH7: what no tab can still be sending was interrupted, and is listed as not sent', () => {
  const stop = $failedMessages.listen(() => undefined);
  const at = new Date(now().getTime() - 5 * 60_000).toISOString();
  saveUnsent(page.other.id, { text: 'Interrupted', client_id: crypto.randomUUID(), at, code: null });
  expect(failedTexts()).toEqual([[page.other.id, 'Interrupted']]);
  stop();
});
