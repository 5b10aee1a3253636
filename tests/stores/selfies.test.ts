// The store of one's own selfie, used as the profile page uses it, against the real server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Gesture, gestures } from '#contract/selfies';
import { decideSelfie } from '#server/modules/selfies/decide-selfie';
import { dispatchLive } from '#stores/live';
import { clearPrivateData } from '#stores/private-data';
import { $selfie, $selfieSending, cancelSelfie, openSelfie, sendSelfie, withdrawSelfie } from '#stores/selfies';
import { eventually } from '#tests/support/eventually';
import { uploadFromStores } from '#tests/support/fake-upload';
import type { MadeMember } from '#tests/support/members';
import * as pictures from '#tests/support/pictures';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, queryOf: () => ({}), setQuery: () => true }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#domain/limits', async (original) => ({
  ...(await original<object>()),
  RETRY: { times: 1, baseMs: 1, capMs: 1 },
  UPLOAD_STALL_MS: 400,
}));
vi.mock('#lib/page', () => ({
  isVisitor: () => false,
  readPage: () => ({ language: 'en', tag: 'en-GB', countries: {}, siteSettings: siteAt(0).siteSettings, texts: {} }),
}));

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-selfies-'));
let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let calls: ReturnType<typeof callFromStores>;
let uploads: ReturnType<typeof uploadFromStores>;
let stop: () => void;
const bytes = await pictures.plainJpeg();

beforeAll(async () => {
  server = await startTestServer(await usualDatabase(), {}, { DATA_DIR: dataDir });
  calls = callFromStores(server, () => me.cookie);
  uploads = uploadFromStores(server, () => me.cookie);
  stop = $selfie.listen(() => undefined);
});
afterAll(async () => {
  stop();
  while (calls.running.size > 0) await Promise.allSettled(calls.running);
  calls.stop();
  uploads.stop();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  uploads.fault = null;
  clearPrivateData();
  me = await server.member({ photos: [{}] });
  await openSelfie();
});

const file = (content: Buffer = bytes, name = 'me.jpg') =>
  new File([new Uint8Array(content)], name, { type: 'image/jpeg' });
const drawn = (): Gesture => $selfie.ready()?.gesture as Gesture;
const status = (): string | undefined => $selfie.ready()?.status;

test('DE88: a selfie is sent with its gesture, waits, and is taken back', async () => {
  const sending = sendSelfie(file(), drawn());
  expect($selfieSending.get()).toEqual({ state: 'sending', share: 0 });
  await sending;
  expect([status(), drawn(), $selfieSending.get().state]).toEqual(['pending', null, 'idle']);
  await withdrawSelfie();
  expect([status(), gestures.includes(drawn())]).toEqual(['none', true]);
});

test('DE88: what a person decides is shown as soon as it is told', async () => {
  await sendSelfie(file(), drawn());
  await server.database.inTenant(tenant, async (db) => {
    const { id } = await db.selectFrom('selfie').select('id').where('account', '=', me.id).executeTakeFirstOrThrow();
    const verdict = { action: 'reject', reason: 'unclear' } as const;
    const photo = me.photos[0]?.id ?? '';
    await decideSelfie(db, { tenant, selfie: id, photo, operator: 'Kim', verdict, now: server.now() });
  });
  dispatchLive({ type: 'user' });
  await eventually(() => expect([status(), $selfie.ready()?.reason]).toEqual(['rejected', 'unclear']));
});

test('DE88: a wrong file, a lost connection and a gesture that is over are told, and one tries again', async () => {
  await sendSelfie(file(Buffer.alloc(10), 'me.heic'), drawn());
  expect($selfieSending.get()).toEqual({ state: 'failed', code: 'photo_heic' });
  uploads.fault = 'lost';
  await sendSelfie(file(), drawn());
  expect([$selfieSending.get(), status()]).toEqual([{ state: 'failed', code: 'offline' }, 'none']);
  uploads.fault = null;
  // At most two are good at a time.
  const codes: string[] = [];
  for (const gesture of gestures) {
    await sendSelfie(file(), gesture);
    const now = $selfieSending.get();
    if (now.state === 'failed') codes.push(now.code);
    else await withdrawSelfie();
  }
  expect(codes.length).toBeGreaterThanOrEqual(gestures.length - 2);
  expect(new Set(codes)).toEqual(new Set(['gesture_over']));
  await sendSelfie(file(), drawn());
  expect(status()).toBe('pending');
});

test('DE88: a selfie on its way can be stopped, and then changes nothing', async () => {
  uploads.fault = 'held';
  void sendSelfie(file(), drawn());
  await eventually(() => expect($selfieSending.get()).toEqual({ state: 'sending', share: 0.5 }));
  cancelSelfie();
  expect([uploads.aborted, $selfieSending.get().state, status()]).toEqual([1, 'idle', 'none']);
});
