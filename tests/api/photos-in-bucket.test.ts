// Photos of members in a bucket: stored, shown, deleted, and what becomes of them while the bucket does not answer.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { OwnPhotos } from '#contract/photos';
import { createApp } from '#server/app';
import { PHOTO_FORMS } from '#server/media/photo-forms';
import { photoCleanup } from '#server/media/stray-photos';
import { sitePages } from '#server/static/site-pages';
import { startBucketServer } from '../support/bucket-server.ts';
import type { MadeMember } from '../support/members.ts';
import * as pictures from '../support/pictures.ts';
import { type CallAnswer, eachEngine, siteAt, sites } from '../support/server.ts';

const tenant = siteAt(0).id;
const bucket = await startBucketServer();
afterAll(() => bucket.close());
const picture = new Uint8Array(await pictures.plainJpeg());

eachEngine(
  'photos in a bucket',
  (server) => {
    // Each engine begins with an empty one.
    beforeAll(() => bucket.empty());
    const upload = (as: MadeMember, key: string = crypto.randomUUID()): Promise<CallAnswer> =>
      server().call('/api/photo.php', {
        ...{ as, body: picture },
        headers: { 'content-type': 'image/jpeg', 'idempotency-key': key },
      });
    const photosOf = async (as: MadeMember): Promise<OwnPhotos['photos']> =>
      ((await server().call('/api/photos.php', { as })).body as unknown as OwnPhotos).photos;
    const remove = (as: MadeMember, id = '') => server().call('/api/photo.php', { as, method: 'DELETE', json: { id } });
    const cleanUp = () => photoCleanup.run(server().app.services, { tenant });
    const strays = () => server().database.inTenant(tenant, (db) => db.selectFrom('stray_photo').selectAll().execute());
    const fail = (...methods: Parameters<typeof bucket.fail>): void => {
      bucket.fail(...methods);
      onTestFinished(() => bucket.fail());
    };
    /** The address of a photo, asked for as its owner's browser does. */
    const see = async (as: MadeMember, match = '', more: Record<string, string> = {}): Promise<CallAnswer> => {
      const headers = { ...more, cookie: as.cookie };
      const { services } = server().app;
      const parts = { ...services, sites };
      const app = await createApp({ ...parts, ...sitePages({ root: process.cwd(), withoutPages: true })(parts) });
      onTestFinished(() => app.close());
      return server().callApp(app, `/media/${match}`, { headers });
    };

    test('PH1 PR4 E7: a photo is stored in all forms, shown and not sent twice, and deleted with its last row', async () => {
      const me = await server().member();
      const { body } = await upload(me);
      const [photo] = (body as unknown as OwnPhotos).photos;
      expect(bucket.names()).toHaveLength(PHOTO_FORMS.length);
      const shown = await see(me, photo?.match);
      expect([shown.status, shown.headers.get('content-type'), shown.text.slice(8, 12)]).toEqual([
        200,
        'image/webp',
        'WEBP',
      ]);
      const again = await see(me, photo?.match, { 'if-none-match': shown.headers.get('etag') ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
      await remove(me, photo?.id);
      expect((await see(me, photo?.match)).status).toBe(404);
      await server().runJobs();
      expect([bucket.names(), await strays()]).toEqual([[], []]);
    });

    test('H6 PR4: while the bucket takes nothing an upload may be tried again, and then succeeds as one photo', async () => {
      const [me, key] = [await server().member(), crypto.randomUUID()];
      fail('PUT');
      const refused = await upload(me, key);
      expect([refused.status, refused.body.error?.code, refused.headers.get('retry-after')]).toEqual([
        503,
        'unavailable',
        '5',
      ]);
      expect(await photosOf(me)).toEqual([]);
      bucket.fail();
      expect([(await upload(me, key)).status, (await photosOf(me)).length]).toEqual([200, 1]);
      await remove(me, (await photosOf(me))[0]?.id);
      await cleanUp();
      expect(bucket.names()).toEqual([]);
    });

    test('PR4: what a failed upload may have written is deleted later', async () => {
      const me = await server().member();
      fail('PUT', 'DELETE');
      await upload(me);
      expect(await strays()).toHaveLength(1);
      bucket.fail();
      await cleanUp();
      expect(await strays()).toHaveLength(1);
      server().advance(121);
      await cleanUp();
      expect(await strays()).toEqual([]);
    });

    test('E1 F8 PH4: a private photo is opened by the address that its reader got, and kept by no cache', async () => {
      const [me, paid] = [await server().member(), await server().member({ paid_user: true })];
      await upload(me);
      const json = { id: (await photosOf(me))[0]?.id, private: true };
      await server().call('/api/photo.php', { as: me, method: 'PATCH', json });
      const { match = '' } = (await photosOf(me))[0] ?? {};
      const shown = await see(me, match);
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      const [plain, widest] = [match.replace(/-\d{6}-[0-9a-f]{32}/, ''), match.replace('-640', '-1280')];
      expect([(await see(me, plain)).status, (await see(paid, match)).status]).toEqual([404, 404]);
      expect((await see(me, widest)).status).toBe(200);
    });

    test('H6 PH3: a photo that cannot be read now is no missing one', async () => {
      const me = await server().member();
      await upload(me);
      const [photo] = await photosOf(me);
      fail('GET');
      const answer = await see(me, photo?.match);
      expect([answer.status, answer.headers.get('retry-after'), answer.body.error?.code]).toEqual([
        503,
        '5',
        'unavailable',
      ]);
      expect(answer.headers.get('cache-control')).toContain('no-store');
    });

    test('PR4 E7: a removed photo is gone at once, and its files are deleted when the bucket deletes again', async () => {
      const me = await server().member();
      await upload(me);
      const [photo] = await photosOf(me);
      const before = bucket.names().length;
      fail('DELETE');
      expect((await remove(me, photo?.id)).status).toBe(200);
      await expect(cleanUp()).rejects.toMatchObject({ name: 'StorageUnavailable' });
      expect([await photosOf(me), bucket.names().length, (await strays()).length]).toEqual([[], before, 1]);
      bucket.fail();
      await cleanUp();
      expect([bucket.names().length, await strays()]).toEqual([before - PHOTO_FORMS.length, []]);
    });

    test('PR4: no transaction is open while files are deleted, and no upload takes their name', async () => {
      const [me, key] = [await server().member(), crypto.randomUUID()];
      fail('PUT');
      await upload(me, key);
      bucket.fail();
      server().advance(121);
      const { services } = server().app;
      const seen: unknown[] = [];
      const removing = async (file: string): Promise<void> => {
        // Waits for the row's lock, were there one.
        seen.push((await strays()).length, (await upload(me, key)).body.error?.code);
        await services.photos.remove(file);
      };
      await photoCleanup.run({ ...services, photos: { ...services.photos, remove: removing } }, { tenant });
      expect([seen, await strays()]).toEqual([[1, 'in_progress'], []]);
      expect((await upload(me, key)).status).toBe(200);
    });
  },
  {},
  { FILES_URL: bucket.url },
);
