// One's own photos: uploading within the limits, order, access, main photo and removal, and the files behind them.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { OwnPhotos } from '#contract/photos';
import { eraseDeleted } from '#server/auth/erase-account';
import { photoFolder } from '#server/media/photo-files';
import { photoCleanup } from '#server/media/stray-photos';
import type { MadeMember } from '../support/members.ts';

import * as pictures from '../support/pictures.ts';
import { type CallAnswer, eachEngine, siteAt, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-photos-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const small = await pictures.plainJpeg();

function upload(server: TestServer, as: MadeMember | null, body: Buffer = small, more: Record<string, string> = {}) {
  const { query = '', ...headers } = more;
  return server.call('/api/photo.php', {
    as,
    query,
    body: new Uint8Array(body),
    headers: { 'content-type': 'image/jpeg', ...headers },
  });
}
const listed = async (server: TestServer, as: MadeMember): Promise<OwnPhotos> =>
  (await server.call('/api/photos.php', { as })).body as unknown as OwnPhotos;
const change = (server: TestServer, as: MadeMember, method: string, path: string, json: unknown): Promise<CallAnswer> =>
  server.call(path, { as, method, json });
/** What the files of the folder belong to. */
const filesOn = (): string[] => {
  const folder = photoFolder(dataDir);
  return existsSync(folder) ? [...new Set(readdirSync(folder).map((name) => name.slice(0, 32)))].toSorted() : [];
};
async function filesInTables({ database }: TestServer): Promise<{ owned: string[]; stray: string[] }> {
  return database.inTenant(tenant, async (db) => ({
    owned: (await db.selectFrom('photo').select('file').execute()).map(({ file }) => file).toSorted(),
    stray: (await db.selectFrom('stray_photo').select('file').execute()).map(({ file }) => file).toSorted(),
  }));
}

eachEngine(
  'own photos',
  (server) => {
    const rid = async (): Promise<void> => {
      await server().database.inTenant(tenant, (db) => db.deleteFrom('photo').execute());
      await photoCleanup.run(server().app.services, { tenant });
      expect(filesOn()).toEqual([]);
    };

    test('PH1 PH9: photos.upload stores the forms of a picture, which becomes the main photo and is seen by others', async () => {
      await rid();
      const me = await server().member();
      const { status, body } = await upload(server(), me, await pictures.sidewaysJpeg());
      const { photos, limit } = body as unknown as OwnPhotos;
      expect([status, limit, photos.length]).toEqual([200, 3, 1]);
      expect(photos[0]).toMatchObject({ private: false, main: true, status: 'active', reason: null });
      expect(photos[0]?.match).toMatch(/^photos\/[0-9a-f]{32}-640\.webp$/);
      const { owned, stray } = await filesInTables(server());
      expect([filesOn(), stray]).toEqual([owned, []]);
      const stored = await sharp(join(photoFolder(dataDir), `${owned[0]}-640.webp`)).metadata();
      expect([stored.width, stored.height, stored.exif]).toEqual([600, 800, undefined]);
      const seen = await server().call('/api/member.php', { as: await server().member(), query: `id=${me.id}` });
      expect(JSON.stringify(seen.body)).toContain(photos[0]?.match);
    });

    test('PH1 PH2: a free member has three, a premium member twenty-five; removing one makes room', async () => {
      await rid();
      const [free, paid] = [await server().member(), await server().member({ paid_user: true })];
      for (let n = 0; n < 3; n += 1) expect((await upload(server(), free)).status).toBe(200);
      const fourth = await upload(server(), free);
      expect([fourth.status, fourth.body.error]).toMatchObject([403, { code: 'photo_premium', limit: 3 }]);
      const { photos } = await listed(server(), free);
      await change(server(), free, 'DELETE', '/api/photo.php', { id: photos[0]?.id });
      expect((await upload(server(), free)).status).toBe(200);
      await server().database.inTenant(tenant, (db) =>
        db
          .insertInto('photo')
          .values(
            Array.from({ length: 24 }, () => {
              const id = crypto.randomUUID();
              return { tenant, id, profile: paid.id, token: id.replaceAll('-', ''), file: 'p001' };
            }),
          )
          .execute(),
      );
      expect((await upload(server(), paid)).status).toBe(200);
      const next = await upload(server(), paid);
      expect([next.status, next.body.error]).toMatchObject([409, { code: 'photo_limit', limit: 25 }]);
    });

    test('A5 PH1: eight uploads at once, and eight more, make no more than the three photos of a free member', async () => {
      await rid();
      const me = await server().member();
      const eight = async (): Promise<number[]> => {
        const answers = await Promise.all(Array.from({ length: 8 }, () => upload(server(), me)));
        return answers.map(({ status }) => status).toSorted();
      };
      // Two at once are taken, and a third one that comes when the first is done.
      const statuses = [...(await eight()), ...(await eight())];
      expect(statuses.filter((status) => status === 200)).toHaveLength(3);
      expect(statuses.filter((status) => ![200, 403, 429].includes(status))).toEqual([]);
      expect((await listed(server(), me)).photos).toHaveLength(3);
      const { owned, stray } = await filesInTables(server());
      expect([filesOn(), stray]).toEqual([owned, []]);
    });

    test('A5: an upload sent again under its key, also at the same moment, is one photo', async () => {
      const me = await server().member();
      const key = { 'idempotency-key': crypto.randomUUID() };
      const both = await Promise.all([upload(server(), me, small, key), upload(server(), me, small, key)]);
      const again = await upload(server(), me, small, key);
      expect(both.map(({ status }) => status).toSorted()[0]).toBe(200);
      expect([again.status, (await listed(server(), me)).photos.length]).toEqual([200, 1]);
    });

    test('F6 PH8: what is refused says why, stores nothing and takes no place', async () => {
      await rid();
      const me = await server().member();
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
      const others = ['', 'GIF89a and more', '<script>alert(1)</script>', svg, '%PDF-1.7 and more', `PK\x03\x04${svg}`];
      const wrong: readonly (readonly [string, Buffer])[] = [
        ['photo_heic', pictures.heic()],
        ...others.map((text) => ['photo_kind', Buffer.from(text)] as const),
        ['photo_small', await pictures.jpeg({ width: 399, height: 800 })],
        ['photo_pixels', pictures.pngHeader(20_000, 20_000)],
        ['photo_broken', small.subarray(0, small.length / 2)],
        ['too_large', Buffer.concat([small, Buffer.alloc(10_000_000)])],
      ];
      for (const [code, bytes] of wrong) expect((await upload(server(), me, bytes)).body.error?.code).toBe(code);
      expect([await listed(server(), me), filesOn(), await filesInTables(server())]).toEqual([
        { photos: [], limit: 3 },
        [],
        { owned: [], stray: [] },
      ]);
      expect((await upload(server(), me, small, { 'content-type': 'text/html' })).status).toBe(415);
    });

    test('PR4: a photo is turned and cut on its way in; a part that is none is refused', async () => {
      await rid();
      const me = await server().member();
      const wide = await pictures.jpeg({ width: 900, height: 600 });
      const sizeOf = async (query: string) => {
        const { status } = await upload(server(), me, wide, { query });
        const { width, height } = await sharp(
          join(photoFolder(dataDir), `${(await filesInTables(server())).owned.at(-1)}-1280.webp`),
        ).metadata();
        await rid();
        return [status, width, height];
      };
      expect(await sizeOf('turn=90')).toEqual([200, 600, 900]);
      expect(await sizeOf('turn=90&crop=0,0,100,50')).toEqual([200, 600, 450]);
      const refused = await upload(server(), me, wide, { query: 'crop=50,50,60,60' });
      expect(refused.body.error).toMatchObject({ code: 'invalid', fields: { crop: 'wrong_format' } });
    });

    test('PH3 PH4 PH6: photos.setAccess makes a photo private under a new address, and the next free one the main photo', async () => {
      await rid();
      const me = await server().member();
      await upload(server(), me);
      await upload(server(), me);
      const before = await listed(server(), me);
      const [first, second] = before.photos;
      const id = first?.id ?? '';
      const { body } = await change(server(), me, 'PATCH', '/api/photo.php', { id, private: true });
      const { photos } = body as unknown as OwnPhotos;
      expect(photos[0]).toMatchObject({ id, private: true, main: false });
      expect(photos[0]?.match).not.toBe(first?.match);
      expect(photos[1]).toMatchObject({ id: second?.id, main: true, match: second?.match });
      const refused = await change(server(), me, 'PUT', '/api/main-photo.php', { id });
      expect(refused.body.error).toMatchObject({ code: 'invalid', fields: { id: 'not_allowed' } });
      const seen = await server().call('/api/member.php', { as: await server().member(), query: `id=${me.id}` });
      expect((seen.body as { member?: { photos: unknown[] } }).member?.photos[0]).toMatchObject({
        private: true,
        match: null,
        locked: expect.stringMatching(
          new RegExp(`^${photos[0]?.match.slice(0, 39)}-\\d{6}-[0-9a-f]{32}-32\\.webp$`),
        ) as unknown,
      });
      const last = await change(server(), me, 'PATCH', '/api/photo.php', { id: second?.id, private: true });
      expect((last.body as unknown as OwnPhotos).photos.some(({ main }) => main)).toBe(false);
    });

    test('PR4: photos.sort keeps the order given, behind it what is not named; photos.setMain chooses', async () => {
      const me = await server().member({ paid_user: true });
      for (let n = 0; n < 3; n += 1) await upload(server(), me);
      const [a, b, c] = (await listed(server(), me)).photos.map(({ id }) => id);
      const ids = [c ?? '', crypto.randomUUID(), (a ?? '').toUpperCase()];
      const { body } = await change(server(), me, 'PUT', '/api/photos.php', { ids });
      expect((body as unknown as OwnPhotos).photos.map(({ id }) => id)).toEqual([c, a, b]);
      const chosen = await change(server(), me, 'PUT', '/api/main-photo.php', { id: b });
      expect((chosen.body as unknown as OwnPhotos).photos.map(({ main }) => main)).toEqual([false, false, true]);
    });

    test('D3 PR4: photos of another member are not found, neither to change nor to remove', async () => {
      const [me, other] = [await server().member(), await server().member()];
      await upload(server(), other);
      const before = await listed(server(), other);
      const id = before.photos[0]?.id;
      expect((await change(server(), me, 'PATCH', '/api/photo.php', { id, private: true })).status).toBe(404);
      expect((await change(server(), me, 'PUT', '/api/main-photo.php', { id })).status).toBe(404);
      await change(server(), me, 'PUT', '/api/photos.php', { ids: [id] });
      await change(server(), me, 'DELETE', '/api/photo.php', { id });
      expect(await listed(server(), other)).toEqual(before);
    });

    test('PR4: photos.remove deletes the files; a second try is no error; photos.list shows what is left', async () => {
      await rid();
      const me = await server().member();
      await upload(server(), me);
      const id = (await listed(server(), me)).photos[0]?.id;
      for (let n = 0; n < 2; n += 1)
        expect((await change(server(), me, 'DELETE', '/api/photo.php', { id })).body).toEqual({ photos: [], limit: 3 });
      await server().runJobs();
      expect([filesOn(), await filesInTables(server())]).toEqual([[], { owned: [], stray: [] }]);
    });

    test('E7 PR4: the files of a photo go with its account, but not those of an open report', async () => {
      await rid();
      const [me, other] = [await server().member(), await server().member()];
      await upload(server(), me);
      await upload(server(), me);
      const { photos } = await listed(server(), me);
      const { owned } = await filesInTables(server());
      await server().call('/api/report.php', {
        as: other,
        json: { profile: me.id, photo: photos[0]?.id, category: 'else', text: '' },
      });
      const gone = { status: 'pending_deletion', deleted_at: new Date(0) } as const;
      await server().database.inTenant(tenant, async (db) => {
        await db.updateTable('account').set(gone).where('id', '=', me.id).execute();
      });
      await eraseDeleted(server().database, tenant, server().now());
      await photoCleanup.run(server().app.services, { tenant });
      const [evidence] = filesOn();
      expect([filesOn().length, owned.includes(evidence ?? '')]).toEqual([1, true]);
      await server().database.inTenant(tenant, (db) => db.deleteFrom('report').execute());
      await photoCleanup.run(server().app.services, { tenant });
      expect(filesOn()).toEqual([]);
    });
  },
  {},
  { DATA_DIR: dataDir },
);
