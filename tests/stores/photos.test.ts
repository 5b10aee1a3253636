// The stores of one's own photos and of uploads, used as the profile page uses them, against the real server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dispatchLive } from '#stores/live';
import {
  $cropping,
  $isOverLimit,
  $uploads,
  addPhotos,
  choosePhotos,
  dismissUpload,
  finishCropping,
  type PhotoFile,
  retryUpload,
} from '#stores/photo-uploads';
import { $photos, movePhoto, openPhotos, removePhoto, setMainPhoto, setPhotoAccess } from '#stores/photos';
import { $premiumDialog, closePremiumDialog } from '#stores/premium-dialog';
import { clearPrivateData } from '#stores/private-data';
import { $profile, openProfile } from '#stores/profile';
import { $toasts } from '#stores/toasts';
import { eventually } from '#tests/support/eventually';
import { uploadFromStores } from '#tests/support/fake-upload';
import type { MadeMember } from '#tests/support/members';
import * as pictures from '#tests/support/pictures';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  navigateTo: () => undefined,
  queryOf: () => ({}),
  setQuery: () => true,
}));
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

const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-photos-'));
let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let calls: ReturnType<typeof callFromStores>;
let uploads: ReturnType<typeof uploadFromStores>;
const bytes = await pictures.plainJpeg();
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer(await usualDatabase(), {}, { DATA_DIR: dataDir });
  calls = callFromStores(server, () => me.cookie);
  uploads = uploadFromStores(server, () => me.cookie);
  stops.push(
    $photos.listen(() => undefined),
    $profile.listen(() => undefined),
  );
});
afterAll(async () => {
  stops.forEach((stop) => stop());
  while (calls.running.size > 0) await Promise.allSettled(calls.running);
  calls.stop();
  uploads.stop();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  uploads.fault = null;
  clearPrivateData();
  me = await server.member();
  await Promise.all([openPhotos(), openProfile()]);
});

const file = (name = 'me.jpg', content: Buffer = bytes, type = 'image/jpeg'): PhotoFile =>
  new File([new Uint8Array(content)], name, { type });
const files = (count: number): PhotoFile[] => Array.from({ length: count }, (_, n) => file(`${n}.jpg`));
const ids = (): string[] => $photos.ready()?.photos.map(({ id }) => id) ?? [];
const haveArrived = (count: number): Promise<void> =>
  eventually(() => expect([ids().length, $uploads.get().length]).toEqual([count, 0]));

test('PR4: several files are uploaded one after the other; the first becomes the picture of the profile', async () => {
  addPhotos(files(2));
  expect($uploads.get().map(({ now }) => now.state)).toEqual(['sending', 'waiting']);
  await haveArrived(2);
  await eventually(() => {
    const shown = $profile.get();
    expect(shown.state === 'ready' && shown.profile.main_image?.match).toBe($photos.ready()?.photos[0]?.match);
  });
});

test('PH1: a free member who chooses five gets three and is told about Premium; a fourth is not sent', async () => {
  addPhotos(files(5));
  expect([$uploads.get().length, $premiumDialog.get()?.reason]).toEqual([3, 'own_photos']);
  await haveArrived(3);
  closePremiumDialog();
  uploads.sent.length = 0;
  addPhotos(files(1));
  expect([$uploads.get(), $premiumDialog.get()?.reason, uploads.sent]).toEqual([[], 'own_photos', []]);
  expect($isOverLimit.get()).toBe(false);
});

test('PH2: a premium member without room is told so, and not about Premium', async () => {
  me = await server.member({ paid_user: true });
  await server.database.inTenant(siteAt(0).id, (db) =>
    db
      .insertInto('photo')
      .values(
        Array.from({ length: 25 }, () => {
          const id = crypto.randomUUID();
          return { tenant: siteAt(0).id, id, profile: me.id, token: id.replaceAll('-', ''), file: 'p001' };
        }),
      )
      .execute(),
  );
  await openPhotos();
  addPhotos(files(1));
  expect([$uploads.get(), $isOverLimit.get(), $premiumDialog.get()]).toEqual([[], true, null]);
});

test('PH1: a place that another tab took meanwhile is told in the same way', async () => {
  addPhotos(files(2));
  await haveArrived(2);
  await server.database.inTenant(siteAt(0).id, (db) =>
    db
      .insertInto('photo')
      .values({ tenant: siteAt(0).id, id: crypto.randomUUID(), profile: me.id, token: 'a'.repeat(32), file: 'p001' })
      .execute(),
  );
  addPhotos(files(1));
  await eventually(() =>
    expect([$uploads.get().length, $premiumDialog.get()?.reason, ids().length]).toEqual([0, 'own_photos', 3]),
  );
});

test('PH8: what cannot be a photo is told at once or by the server, and there is no second try', async () => {
  uploads.sent.length = 0;
  addPhotos([file('big.jpg', Buffer.alloc(10_000_001)), file('phone.HEIC', bytes, '')]);
  expect(uploads.sent).toEqual([]);
  addPhotos([file('notes.pdf', Buffer.from('hello'), 'application/pdf')]);
  const failed = (code: string) => ({ state: 'failed', code, canRetry: false });
  await eventually(() =>
    expect($uploads.get().map(({ now }) => now)).toEqual(['too_large', 'photo_heic', 'photo_kind'].map(failed)),
  );
  for (const { id } of $uploads.get()) dismissUpload(id);
  expect($uploads.get()).toEqual([]);
});

test('A5: after a lost connection the same upload is tried again, and is one photo', async () => {
  uploads.fault = 'lost';
  addPhotos(files(1));
  await eventually(() => expect($uploads.get()[0]?.now).toEqual({ state: 'failed', code: 'offline', canRetry: true }));
  uploads.fault = null;
  retryUpload($uploads.get()[0]?.id ?? '');
  await haveArrived(1);
});

test('PR4: an upload that no longer moves says so and can be retried', async () => {
  uploads.fault = 'held';
  addPhotos(files(1));
  await eventually(() =>
    expect($uploads.get()[0]?.now).toEqual({ state: 'failed', code: 'upload_stalled', canRetry: true }),
  );
  uploads.fault = null;
  retryUpload($uploads.get()[0]?.id ?? '');
  await haveArrived(1);
});

test('PR4: an upload can be cancelled, and the next one starts', async () => {
  uploads.fault = 'held';
  addPhotos(files(2));
  await eventually(() => expect($uploads.get()[0]?.now).toEqual({ state: 'sending', share: 0.5 }));
  const before = uploads.aborted;
  uploads.fault = null;
  dismissUpload($uploads.get()[0]?.id ?? '');
  expect(uploads.aborted).toBe(before + 1);
  await haveArrived(1);
});

test('PR4: one photo is cut first, several are not; leaving the dialog uploads nothing', async () => {
  uploads.sent.length = 0;
  choosePhotos(files(1));
  expect([$cropping.get()?.name, $uploads.get()]).toEqual(['0.jpg', []]);
  finishCropping(null);
  expect([$cropping.get(), uploads.sent]).toEqual([null, []]);
  choosePhotos(files(1));
  finishCropping({ turn: '90', crop: '0,0,100,80' });
  await haveArrived(1);
  expect(uploads.sent).toEqual(['POST /api/photo.php?turn=90&crop=0%2C0%2C100%2C80']);
  choosePhotos(files(2));
  expect($cropping.get()).toBeNull();
  await haveArrived(3);
  choosePhotos(files(1));
  expect([$cropping.get(), $premiumDialog.get()?.reason]).toEqual([null, 'own_photos']);
});

test('PH3 PR4: order, access and main photo show at once and are stored; a refused change is taken back', async () => {
  addPhotos(files(3));
  await haveArrived(3);
  const [a = '', b = '', c = ''] = ids();
  const saved = Promise.all([movePhoto(c, 0), setPhotoAccess(a, true), setMainPhoto(b)]);
  const shown = (): unknown => $photos.ready()?.photos.map(({ id, main, private: own }) => [id, main, own]);
  const wanted = [
    [c, false, false],
    [a, false, true],
    [b, true, false],
  ];
  expect(shown()).toEqual(wanted);
  await saved;
  await openPhotos();
  expect(shown()).toEqual(wanted);
  await setMainPhoto(a);
  expect([shown(), $toasts.get().map(({ code }) => code)]).toEqual([wanted, ['invalid']]);
  await removePhoto(b);
  expect(ids()).toEqual([c, a]);
});

test('PH9: a decision about a photo shows when the event comes', async () => {
  addPhotos(files(1));
  await haveArrived(1);
  await server.database.inTenant(siteAt(0).id, (db) =>
    db.updateTable('photo').set({ status: 'rejected', reason: 'unclear' }).where('profile', '=', me.id).execute(),
  );
  dispatchLive({ type: 'user' });
  await eventually(() => expect($photos.ready()?.photos[0]).toMatchObject({ status: 'rejected', reason: 'unclear' }));
});
