// What pictures and recordings of several chats have in common, against the real server: each goes its way, and is told of where one is.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadChats } from '#stores/chats';
import { $pictures, cancelPicture, choosePicture, sendPicture } from '#stores/chat-picture';
import { $voices, dropVoice, sendVoice, startVoice, stopVoice } from '#stores/chat-voice';
import { catchUp, openConversation, readyConversation } from '#stores/conversation';
import { clearPrivateData } from '#stores/private-data';
import { $user, loadUser } from '#stores/session';
import { $toasts, closeToast } from '#stores/toasts';
import { chatPage } from '#tests/support/chat-page';
import { eventually } from '#tests/support/eventually';
import { pass } from '#tests/support/fake-clock';
import { microphone } from '#tests/support/fake-recorder';
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
vi.mock('#lib/recorder', () => import('#tests/support/fake-recorder'));

const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-chat-uploads-'));
const page = chatPage({ DATA_DIR: dataDir });
let uploads: ReturnType<typeof uploadFromStores>;
const bytes = await pictures.jpeg({ width: 420, height: 400 });

beforeAll(() => (uploads = uploadFromStores(page.server, () => page.me.cookie)));
beforeEach(() => {
  clearPrivateData();
  Object.assign(uploads, { fault: null, answering: Promise.resolve(), aborted: 0 });
  uploads.sent.length = 0;
  for (const { id } of $toasts.get()) closeToast(id);
});
afterAll(() => (uploads.stop(), rmSync(dataDir, { recursive: true, force: true })));

const toasts = (): string[] => $toasts.get().map(({ code }) => code);
const arrived = (): number => readyConversation()?.messages.length ?? 0;

async function record(partner: string): Promise<void> {
  Object.assign(microphone, { asked: Promise.resolve(), fault: null });
  await startVoice(partner);
  pass(3000);
  await stopVoice();
}

const kinds = [
  {
    kind: 'picture',
    make: async (partner: string) => choosePicture(partner, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })),
    send: sendPicture,
    drop: cancelPicture,
    of: (partner: string) => $pictures.get().get(partner),
  },
  {
    kind: 'voice message',
    make: record,
    send: sendVoice,
    drop: dropVoice,
    of: (partner: string) => $voices.get().get(partner),
  },
];

describe.each(kinds)('CH17 CH37: a $kind', ({ make, send, drop, of }) => {
  const now = () => of(page.other.id)?.now;
  const sendHeld = async (): Promise<void> => {
    await page.open();
    uploads.fault = 'held';
    await make(page.other.id);
    void send(page.other.id);
    await eventually(() => expect(now()).toEqual({ state: 'sending', share: 0.5 }));
    uploads.fault = null;
  };

  test('for another member, made and dropped, stops none that is under way', async () => {
    await sendHeld();
    const third = await page.server.member();
    await make(third.id);
    drop(third.id);
    expect([uploads.aborted, now(), of(third.id)]).toEqual([0, { state: 'sending', share: 0.5 }, undefined]);
  });

  test('for the same member stops one that can be stopped, and so does the end of the session', async () => {
    await sendHeld();
    await make(page.other.id);
    expect([uploads.aborted, now()?.state === 'sending']).toEqual([1, false]);
    await sendHeld();
    clearPrivateData();
    expect([uploads.aborted, now()]).toEqual([2, undefined]);
  });

  test('of which the server has all arrives, also when another is made for the same member or another one', async () => {
    await page.open();
    const late = Promise.withResolvers<void>();
    uploads.answering = late.promise;
    await make(page.other.id);
    const sending = send(page.other.id);
    await eventually(() => expect(now()).toEqual({ state: 'sending', share: 1 }));
    await make((await page.server.member()).id);
    await make(page.other.id);
    late.resolve();
    await sending;
    expect([uploads.aborted, arrived(), $user.get()?.credits]).toEqual([0, 1, 3]);
    expect(of(page.other.id)).toBeDefined();
  });

  test('that fails is told by a toast when its chat is not open, and is there to be tried again', async () => {
    await page.open();
    uploads.fault = 'lost';
    await make(page.other.id);
    await send(page.other.id);
    expect([now(), toasts()]).toEqual([{ state: 'failed', code: 'offline', canRetry: true }, []]);
    const again = send(page.other.id);
    page.leave();
    await again;
    expect([now(), toasts()]).toEqual([{ state: 'failed', code: 'offline', canRetry: true }, ['offline']]);
  });

  test('whose answer was lost is the same call when it is tried again, also once it has begun the conversation', async () => {
    await page.open();
    uploads.fault = 'unanswered';
    await make(page.other.id);
    await send(page.other.id);
    expect(now()).toMatchObject({ state: 'failed', code: 'offline' });
    await openConversation(null);
    await loadChats();
    uploads.fault = null;
    await send(page.other.id);
    expect([now(), new Set(uploads.sent).size]).toEqual([undefined, 1]);
    await loadUser();
    expect($user.get()?.credits).toBe(3);
  });

  test('whose answer was lost is no longer offered once its message is there', async () => {
    await page.open();
    uploads.fault = 'unanswered';
    await make(page.other.id);
    await send(page.other.id);
    await catchUp();
    expect([arrived(), now()]).toEqual([1, undefined]);
  });

  test('that is refused for credits says how many there are', async () => {
    await page.setCredits(1);
    await page.open();
    await make(page.other.id);
    await send(page.other.id);
    expect(now()).toEqual({ state: 'failed', code: 'not_enough_credits', canRetry: true, balance: 1 });
  });
});
