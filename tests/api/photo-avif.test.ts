// The AVIF of an uploaded photo, which a job makes after the upload and which goes with the photo.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { OwnPhotos } from '#contract/photos';
import { photoAvif } from '#server/media/avif-photo';
import { photoFolder } from '#server/media/photo-files';
import { AVIF_FORM } from '#server/media/photo-forms';
import type { MadeMember } from '../support/members.ts';
import * as pictures from '../support/pictures.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-avif-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

eachEngine(
  'the AVIF of a photo',
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
    const hasAvif = (file: string): boolean => existsSync(join(photoFolder(dataDir), `${file}-${AVIF_FORM}`));
    const filesOf = (file: string): string[] =>
      readdirSync(photoFolder(dataDir)).filter((name) => name.startsWith(file));

    test('PH8: it is made after the upload, also twice, and goes with the photo', async () => {
      const me = await server().member();
      const { id, file } = await upload(me);
      expect(hasAvif(file)).toBe(false);
      await server().runJobs();
      expect(hasAvif(file)).toBe(true);
      await photoAvif.run(server().app.services, { tenant, file });
      await remove(me, id);
      await server().runJobs();
      expect(filesOf(file)).toEqual([]);
    });

    test('E3 PH8: of a photo that is removed before or meanwhile none is left', async () => {
      const me = await server().member();
      const before = await upload(me);
      await remove(me, before.id);
      await server().runJobs();
      expect(filesOf(before.file)).toEqual([]);
      const { id, file } = await upload(me);
      const { services } = server().app;
      const writeAvif = async (name: string, bytes: Uint8Array): Promise<void> => {
        await remove(me, id);
        await services.photos.writeAvif(name, bytes);
      };
      await photoAvif.run({ ...services, photos: { ...services.photos, writeAvif } }, { tenant, file });
      expect(hasAvif(file)).toBe(false);
    });
  },
  {},
  { DATA_DIR: dataDir },
);
