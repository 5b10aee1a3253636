// Sending a picture, as its dialog does it, against the real server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Nudity } from '#server/media/nudity';
import { $chats } from '#stores/chats';
import { $pictures, cancelPicture, choosePicture, sendAnyway, sendPicture } from '#stores/chat-picture';
import { canCancel } from '#stores/chat-uploads';
import { readyConversation } from '#stores/conversation';
import { $draft, updateDraft } from '#stores/outbox';
import { $premiumDialog, closePremiumDialog } from '#stores/premium-dialog';
import { clearPrivateData } from '#stores/private-data';
import { $user } from '#stores/session';
import { chatPage } from '#tests/support/chat-page';
import { startChat } from '#tests/support/chats';
import { eventually } from '#tests/support/eventually';
import { uploadFromStores } from '#tests/support/fake-upload';
import * as pictures from '#tests/support/pictures';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#domain/limits', async (original) => ({
  ...(await original<object>()),
  RETRY: { times: 1, baseMs: 1, capMs: 1 },
}));

const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-chat-picture-'));
/** What the server's model says about the pictures. */
const model = { says: 'none' as Nudity };
const nudity = { warm: () => undefined, look: () => Promise.resolve(model.says), close: () => undefined };
const page = chatPage({ DATA_DIR: dataDir }, { nudity });
let uploads: ReturnType<typeof uploadFromStores>;
const bytes = await pictures.jpeg({ width: 420, height: 400 });
const file = (data: Uint8Array = bytes, type = 'image/jpeg'): Blob => new Blob([new Uint8Array(data)], { type });
const chosen = () => $pictures.get().get(page.other.id) ?? null;
const now = () => chosen()?.now;
const shown = () => readyConversation()?.messages.map(({ picture }) => picture !== undefined) ?? [];

beforeAll(() => (uploads = uploadFromStores(page.server, () => page.me.cookie)));
beforeEach(() => {
  Object.assign(uploads, { fault: null, aborted: 0 });
  uploads.sent.length = 0;
  model.says = 'none';
  clearPrivateData();
  closePremiumDialog();
});
afterAll(() => {
  uploads.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('CH17 CH33: a chosen picture is looked at first, then sent once, shown, and paid', async () => {
  await page.open();
  updateDraft('About last night');
  choosePicture(page.other.id, file());
  expect([now(), uploads.sent]).toEqual([{ state: 'chosen' }, []]);
  const sending = [sendPicture(page.other.id), sendPicture(page.other.id)];
  expect(now()).toEqual({ state: 'sending', share: 0 });
  await Promise.all(sending);
  expect([chosen(), shown(), $user.get()?.credits, $draft.get()]).toEqual([null, [true], 3, 'About last night']);
  expect(uploads.sent).toHaveLength(1);
  await eventually(() => {
    const list = $chats.get();
    expect(list.state === 'ready' && list.chats[0]?.last?.picture).toBe(true);
  });
});

test('CH17: a picture under way is cancelled, and costs nothing', async () => {
  await page.open();
  uploads.fault = 'held';
  choosePicture(page.other.id, file());
  void sendPicture(page.other.id);
  await eventually(() => expect(now()).toEqual({ state: 'sending', share: 0.5 }));
  cancelPicture(page.other.id);
  expect([chosen(), uploads.aborted, $user.get()?.credits]).toEqual([null, 1, 5]);
});

test('CH17 CH33: once the server has all of it, a picture can no longer be cancelled', async () => {
  await page.open();
  choosePicture(page.other.id, file());
  const presses: boolean[] = [];
  // The state lasts only until the answer: the member presses in it.
  const stop = $pictures.listen((all) => {
    const sending = all.get(page.other.id);
    if (sending?.now.state !== 'sending' || sending.now.share < 1) return;
    presses.push(canCancel(sending));
    cancelPicture(page.other.id);
  });
  await sendPicture(page.other.id);
  stop();
  expect(presses).toEqual([false]);
  expect([shown(), $user.get()?.credits]).toEqual([[true], 3]);
});

test('CH17 CH36: a picture whose connection is lost is tried again as the same one', async () => {
  await page.open();
  uploads.fault = 'lost';
  choosePicture(page.other.id, file());
  await sendPicture(page.other.id);
  expect(now()).toEqual({ state: 'failed', code: 'offline', canRetry: true });
  const id = chosen()?.client_id;
  uploads.fault = null;
  await sendPicture(page.other.id);
  expect([readyConversation()?.messages[0]?.client_id, $user.get()?.credits]).toEqual([id, 3]);
});

test('CH17: a picture that cannot be taken says why, and is not tried again', async () => {
  await page.open();
  choosePicture(page.other.id, file(bytes, 'image/heic'));
  expect(now()).toEqual({ state: 'failed', code: 'photo_heic', canRetry: false });
  choosePicture(page.other.id, file(await pictures.jpeg({ width: 100, height: 100 })));
  await sendPicture(page.other.id);
  expect(now()).toEqual({ state: 'failed', code: 'photo_small', canRetry: false });
  expect($user.get()?.credits).toBe(5);
});

test('DE96: a picture that seems to show nudity is sent only when its sender says so, and then paid once', async () => {
  await page.open();
  model.says = 'likely';
  choosePicture(page.other.id, file());
  await sendPicture(page.other.id);
  expect([now(), shown(), $user.get()?.credits]).toEqual([
    { state: 'failed', code: 'photo_revealing', canRetry: true },
    [],
    5,
  ]);
  await Promise.all([sendAnyway(page.other.id), sendAnyway(page.other.id)]);
  expect([chosen(), $user.get()?.credits]).toEqual([null, 3]);
  expect(readyConversation()?.messages.map(({ picture }) => picture?.revealing)).toEqual([true]);
});

test('DE96: what was to be sent anyway and lost its connection is still to be sent anyway', async () => {
  await page.open();
  model.says = 'likely';
  choosePicture(page.other.id, file());
  await sendPicture(page.other.id);
  uploads.fault = 'lost';
  await sendAnyway(page.other.id);
  expect(now()).toEqual({ state: 'failed', code: 'offline', canRetry: true });
  uploads.fault = null;
  await sendPicture(page.other.id);
  expect([chosen(), shown()]).toEqual([null, [true]]);
});

test('CH25 CH26 DB13: a picture to a third member opens the premium alert and keeps whose chat waits', async () => {
  for (let n = 0; n < 2; n += 1) await startChat(page.server, page.me, (await page.server.member()).id);
  await page.open();
  choosePicture(page.other.id, file());
  await sendPicture(page.other.id);
  expect([chosen(), $premiumDialog.get()]).toEqual([null, { reason: 'conversations', partner: page.other.id }]);
});

test('E11: the picture goes with the session', async () => {
  await page.open();
  uploads.fault = 'held';
  choosePicture(page.other.id, file());
  void sendPicture(page.other.id);
  await eventually(() => expect(now()).toEqual({ state: 'sending', share: 0.5 }));
  clearPrivateData();
  expect([chosen(), uploads.aborted]).toEqual([null, 1]);
});
