// Recording and sending a voice message, as its dialog does it, against the real server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  $voiceMeter,
  $voices,
  dropVoice,
  leaveVoice,
  sendVoice,
  startVoice,
  stopVoice,
  writeVoiceText,
} from '#stores/chat-voice';
import { canCancel } from '#stores/chat-uploads';
import { readyConversation } from '#stores/conversation';
import { $sent } from '#stores/drafts';
import { $premiumDialog, closePremiumDialog } from '#stores/premium-dialog';
import { clearPrivateData } from '#stores/private-data';
import { $user } from '#stores/session';
import { chatPage } from '#tests/support/chat-page';
import { startChat } from '#tests/support/chats';
import { eventually } from '#tests/support/eventually';
import { pass } from '#tests/support/fake-clock';
import { microphone } from '#tests/support/fake-recorder';
import { uploadFromStores } from '#tests/support/fake-upload';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#domain/limits', async (original) => ({
  ...(await original<object>()),
  RETRY: { times: 1, baseMs: 1, capMs: 1 },
}));
vi.mock('#lib/recorder', () => import('#tests/support/fake-recorder'));

const good = microphone.sound;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-chat-voice-store-'));
const page = chatPage({ DATA_DIR: dataDir });
let uploads: ReturnType<typeof uploadFromStores>;
const voice = (partner = page.other.id) => $voices.get().get(partner) ?? null;
const now = () => voice()?.now;
const shown = () => readyConversation()?.messages.map(({ voice, text }) => [voice?.seconds, text]) ?? [];
/** Records for so many milliseconds. */
async function record(ms = 3000): Promise<void> {
  await startVoice(page.other.id);
  pass(ms);
  await stopVoice();
}

beforeAll(() => (uploads = uploadFromStores(page.server, () => page.me.cookie)));
beforeEach(() => {
  Object.assign(uploads, { fault: null, answering: Promise.resolve(), aborted: 0 });
  Object.assign(microphone, { asked: Promise.resolve(), fault: null, isOn: false, sound: good });
  uploads.sent.length = 0;
  clearPrivateData();
  closePremiumDialog();
});
afterAll(() => (uploads.stop(), rmSync(dataDir, { recursive: true, force: true })));

test('CH37 CH33: a voice message is recorded, given a text, sent once, shown, and paid', async () => {
  await page.open();
  const starting = startVoice(page.other.id);
  expect(now()).toEqual({ state: 'asking' });
  await starting;
  expect([now(), microphone.isOn]).toEqual([{ state: 'recording' }, true]);
  pass(3000);
  expect($voiceMeter.get()).toEqual({ seconds: 3, level: 0.5 });
  await stopVoice();
  expect([now(), microphone.isOn, voice()?.take?.seconds, uploads.sent]).toEqual([
    ...[{ state: 'recorded' }, false, 3],
    [],
  ]);
  writeVoiceText(page.other.id, ' I sang for you ');
  const sentBefore = $sent.get();
  const sending = [sendVoice(page.other.id), sendVoice(page.other.id)];
  expect(now()).toEqual({ state: 'sending', share: 0 });
  await Promise.all(sending);
  expect([voice(), shown(), $user.get()?.credits]).toEqual([null, [[3, 'I sang for you']], 3]);
  expect([uploads.sent.length, $sent.get() - sentBefore]).toEqual([1, 1]);
  expect(uploads.sent[0]).not.toContain('sang');
});

test('CH37: the longest recording ends by itself, and one whose microphone goes keeps what there is', async () => {
  await page.open();
  await startVoice(page.other.id);
  for (let second = 0; second < 61; second += 1) pass(1000);
  await eventually(() => expect(now()).toEqual({ state: 'recorded' }));
  expect([microphone.isOn, voice()?.take?.seconds]).toEqual([false, 60]);
  await startVoice(page.other.id);
  pass(2000);
  microphone.unplug();
  await eventually(() => expect(now()).toEqual({ state: 'recorded' }));
  expect(voice()?.take?.seconds).toBe(2);
});

test('CH37: without the microphone it says why; asked again, it records', async () => {
  await page.open();
  for (const fault of ['denied', 'missing', 'unsupported'] as const) {
    microphone.fault = fault;
    await startVoice(page.other.id);
    expect(now()).toEqual({ state: 'refused', fault });
  }
  microphone.fault = null;
  await startVoice(page.other.id);
  expect(now()).toEqual({ state: 'recording' });
});

test('CH37: what is closed while the browser asks, or while it records, leaves the microphone off', async () => {
  await page.open();
  let allow = (): void => undefined;
  microphone.asked = new Promise((resolve) => (allow = resolve));
  const starting = startVoice(page.other.id);
  dropVoice(page.other.id);
  allow();
  await starting;
  expect([voice(), microphone.isOn]).toEqual([null, false]);
  microphone.asked = Promise.resolve();
  await startVoice(page.other.id);
  dropVoice(page.other.id);
  expect([voice(), microphone.isOn, $voiceMeter.get().seconds]).toEqual([null, false, 0]);
});

test('CH37: recorded again, it is another message, and the text stays', async () => {
  await page.open();
  await record();
  writeVoiceText(page.other.id, 'Once more');
  const before = voice()?.client_id;
  await record(5000);
  const { client_id, text, take } = voice() ?? {};
  expect([client_id === before, text, take?.seconds]).toEqual([false, 'Once more', 5]);
});

test('CH37: one under way is cancelled, and costs nothing; once the server has all of it, it is not', async () => {
  await page.open();
  await record();
  uploads.fault = 'held';
  void sendVoice(page.other.id);
  await eventually(() => expect(now()).toEqual({ state: 'sending', share: 0.5 }));
  dropVoice(page.other.id);
  expect([voice(), uploads.aborted, $user.get()?.credits]).toEqual([null, 1, 5]);
  uploads.fault = null;
  await record();
  const presses: boolean[] = [];
  const stop = $voices.listen(() => {
    const draft = voice();
    if (draft?.now.state !== 'sending' || draft.now.share < 1) return;
    presses.push(canCancel(draft));
    dropVoice(page.other.id);
  });
  await sendVoice(page.other.id);
  stop();
  expect([presses, shown().length, $user.get()?.credits]).toEqual([[false], 1, 3]);
});

test('CH37: leaving the chat ends what is being recorded; what is recorded stays', async () => {
  await page.open();
  await startVoice(page.other.id);
  leaveVoice(page.other.id);
  expect([voice(), microphone.isOn]).toEqual([null, false]);
  await record();
  writeVoiceText(page.other.id, 'Keep me');
  leaveVoice(page.other.id);
  expect(voice()).toMatchObject({ text: 'Keep me', now: { state: 'recorded' } });
  // A recording for another member, of which there is one at a time, leaves it alone.
  const third = await page.server.member();
  await startVoice(third.id);
  dropVoice(third.id);
  expect([voice()?.text, voice(third.id), microphone.isOn]).toEqual(['Keep me', null, false]);
});

test('CH37 CH36: without a network it says so and costs nothing; it is tried again as the same message, with a better text', async () => {
  await page.open();
  await record();
  uploads.fault = 'lost';
  await sendVoice(page.other.id);
  expect(now()).toEqual({ state: 'failed', code: 'offline', canRetry: true });
  const id = voice()?.client_id;
  uploads.fault = null;
  writeVoiceText(page.other.id, 'There you are');
  await sendVoice(page.other.id);
  expect(readyConversation()?.messages[0]).toMatchObject({ client_id: id, text: 'There you are' });
  expect($user.get()?.credits).toBe(3);
});

test('CH37: one that cannot be taken says why, and is recorded again instead of tried again', async () => {
  await page.open();
  microphone.sound = new Uint8Array(Buffer.from('no recording at all'));
  await record();
  await sendVoice(page.other.id);
  expect(now()).toEqual({ state: 'failed', code: 'voice_kind', canRetry: false });
  expect($user.get()?.credits).toBe(5);
});

test('CH25 CH26 CH37: a voice message to a third member opens the premium alert and keeps whose chat waits', async () => {
  for (let n = 0; n < 2; n += 1) await startChat(page.server, page.me, (await page.server.member()).id);
  await page.open();
  await record();
  await sendVoice(page.other.id);
  expect([voice(), $premiumDialog.get()]).toEqual([null, { reason: 'conversations', partner: page.other.id }]);
});

test('E11: the recording and its text go with the session, and the microphone is off', async () => {
  await page.open();
  await record();
  writeVoiceText(page.other.id, 'Only for you');
  clearPrivateData();
  await startVoice(page.other.id);
  expect([voice()?.text, microphone.isOn]).toEqual(['', true]);
  clearPrivateData();
  expect([voice(), microphone.isOn]).toEqual([null, false]);
});
