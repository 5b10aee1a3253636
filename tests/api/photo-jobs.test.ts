// Forms of photos that jobs make: the AVIF after an upload, and previews of an earlier release anew. They go with the photo.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { OwnPhotos } from '#contract/photos';
import { photoAvif } from '#server/media/avif-photo';
import { oldPreviews } from '#server/media/old-previews';
import { photoFolder } from '#server/media/photo-files';
import { AVIF_FORM, LOCKED_FORM } from '#server/media/photo-forms';
import { StorageUnavailable } from '#server/storage/file-store';
import type { MadeMember } from '../support/members.ts';
import * as pictures from '../support/pictures.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-avif-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

eachEngine(
  'photos in jobs',
  (server) => {
    const upload = async (as: MadeMember): Promise<{ readonly id: string; readonly file: string }> => {
      const body = new Uint8Array(await pictures.uniqueJpeg());
      const headers = { 'content-type': 'image/jpeg' };
      const answer = await server().call('/api/photo.php', { as, body, headers });
      const { id } = (answer.body as unknown as OwnPhotos).photos.at(-1) ?? { id: '' };
      const { file } = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('photo').select('file').where('id', '=', id).executeTakeFirstOrThrow(),
      );
      return { id, file };
    };
    const remove = (as: MadeMember, id: string) =>
      server().call('/api/photo.php', { as, method: 'DELETE', json: { id } });
    const placeOf = (file: string, form: string): string => join(photoFolder(dataDir), `${file}-${form}`);
    const hasAvif = (file: string): boolean => existsSync(placeOf(file, AVIF_FORM));
    const filesOf = (file: string): string[] =>
      readdirSync(photoFolder(dataDir)).filter((name) => name.startsWith(file));

    test('PH8: the AVIF is made after the upload, also twice, and goes with the photo', async () => {
      const me = await server().member();
      const { id, file } = await upload(me);
      expect(hasAvif(file)).toBe(false);
      await server().runJobs();
      expect(hasAvif(file)).toBe(true);
      await photoAvif.run(server().app.services, { tenant, account: me.id, file });
      await remove(me, id);
      await server().runJobs();
      expect(filesOf(file)).toEqual([]);
    });

    test('E3 PH8: of a photo that is removed before or meanwhile no AVIF is left', async () => {
      const me = await server().member();
      const before = await upload(me);
      await remove(me, before.id);
      await server().runJobs();
      expect(filesOf(before.file)).toEqual([]);
      const { id, file } = await upload(me);
      const { services } = server().app;
      const writeForm = async (...written: Parameters<typeof services.photos.writeForm>): Promise<void> => {
        await remove(me, id);
        await services.photos.writeForm(...written);
      };
      await photoAvif.run({ ...services, photos: { ...services.photos, writeForm } }, { tenant, account: me.id, file });
      expect(hasAvif(file)).toBe(false);
    });

    /** As an earlier release left it. */
    const makeOld = async ({ file }: { readonly file: string }): Promise<void> => {
      const preview = sharp(await pictures.plainJpeg(32, 64)).webp();
      writeFileSync(placeOf(file, LOCKED_FORM), await preview.toBuffer());
      await server().database.inTenant(tenant, (db) =>
        db.updateTable('photo').set({ old_preview: true }).where('file', '=', file).execute(),
      );
    };
    const heightOf = async ({ file }: { readonly file: string }): Promise<number> =>
      (await sharp(readFileSync(placeOf(file, LOCKED_FORM))).metadata()).height;
    /** Uploaded photos whose previews are to be made anew. */
    const oldOnes = () =>
      server().database.inTenant(tenant, (db) =>
        db.selectFrom('photo').select('file').where('old_preview', '=', true).where('hash', 'is not', null).execute(),
      );

    test('PH4 PH8: a preview of an earlier release, up to 64 pixels high, is made anew, and none of today', async () => {
      const me = await server().member();
      const [broken, old, today] = [await upload(me), await upload(me), await upload(me)];
      expect([await oldOnes(), await heightOf(today)]).toEqual([[], 28]);
      await makeOld(broken);
      writeFileSync(placeOf(broken.file, '96.webp'), 'no picture');
      await makeOld(old);
      const { services } = server().app;
      const read = () => Promise.reject(new StorageUnavailable('read', 'ECONNRESET'));
      const failing = { ...services, photos: { ...services.photos, read } };
      await expect(oldPreviews.run(failing, { tenant })).rejects.toThrow('ECONNRESET');
      expect(await oldOnes()).toHaveLength(2);
      const before = readFileSync(placeOf(today.file, LOCKED_FORM));
      await oldPreviews.run(services, { tenant });
      expect([await heightOf(broken), await heightOf(old), await oldOnes()]).toEqual([64, 28, []]);
      const anew = readFileSync(placeOf(old.file, LOCKED_FORM));
      await oldPreviews.run(services, { tenant });
      expect([old, today].map(({ file }) => readFileSync(placeOf(file, LOCKED_FORM)))).toEqual([anew, before]);
    });

    test('E3 PH8: of a photo that is removed meanwhile no preview is left', async () => {
      const me = await server().member();
      const photo = await upload(me);
      await makeOld(photo);
      const { services } = server().app;
      const writeForm = async (...written: Parameters<typeof services.photos.writeForm>): Promise<void> => {
        await remove(me, photo.id);
        await services.photos.writeForm(...written);
      };
      await oldPreviews.run({ ...services, photos: { ...services.photos, writeForm } }, { tenant });
      expect(existsSync(placeOf(photo.file, LOCKED_FORM))).toBe(false);
    });
  },
  {},
  { DATA_DIR: dataDir },
);
