// Photos and a server that is killed while it uploads, sorts and removes them: no row without its files, no file without a row.
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OwnPhotos } from '#contract/photos';
import { migrate, openDatabase } from '#server/db/index';
import { photoAvif } from '#server/media/avif-photo';
import { AVIF_FORM, PHOTO_FORMS } from '#server/media/photo-forms';
import { openPhotoFiles, photoFolder } from '#server/media/photo-files';
import { openPhotoStore } from '#server/media/photo-store';
import { photoCleanup } from '#server/media/stray-photos';
import type { Services } from '#server/services';
import { type CrashingServer, fromPage, get, pause, post, startCrashingServer } from '../support/crashing-server.ts';
import { freshDatabase } from '../support/databases.ts';
import { addMember, type MadeMember } from '../support/members.ts';
import * as pictures from '../support/pictures.ts';
import { freshFolder } from '../support/processes.ts';
import { figure, siteAt } from '../support/server.ts';

const site = siteAt(0);
const tenant = site.id;
const bytes = new Uint8Array(await pictures.jpeg({ width: 900, height: 700 }));

/** Uploads until it is over, each picture again under its key until it is answered. */
async function upload(
  { port }: CrashingServer,
  me: MadeMember,
  isOver: () => boolean,
  onStored: () => void,
): Promise<void> {
  while (!isOver()) {
    const headers = { ...fromPage(me.cookie, crypto.randomUUID()), 'content-type': 'image/jpeg' };
    let { status } = await post(port, site.folder, '/api/photo.php', bytes, headers);
    for (let tries = 0; tries < 5 && ![200, 403].includes(status); tries += 1) {
      await pause(100);
      ({ status } = await post(port, site.folder, '/api/photo.php', bytes, headers));
    }
    if (status === 200) onStored();
    if (status === 403) await pause(50);
    await makeRoom(port, me);
  }
}

/** Turns the order round, then removes all but one photo, of which the server may be killed halfway. */
async function makeRoom(port: number, me: MadeMember): Promise<void> {
  const { status, text } = await get(port, site.folder, '/api/photos.php', fromPage(me.cookie, crypto.randomUUID()));
  const { photos = [] } = status === 200 ? (JSON.parse(text) as Partial<OwnPhotos>) : {};
  const ids = photos.map(({ id }) => id).reverse();
  const json = { ...fromPage(me.cookie, crypto.randomUUID()), 'content-type': 'application/json' };
  await post(port, site.folder, '/api/photos.php', JSON.stringify({ ids }), json, 'PUT');
  for (const { id } of photos.slice(1)) {
    const headers = { ...fromPage(me.cookie, crypto.randomUUID()), 'content-type': 'application/json' };
    await post(port, site.folder, '/api/photo.php', JSON.stringify({ id }), headers, 'DELETE');
  }
}

test(
  'G1 PH1: after a server was killed repeatedly while photos came and went, rows and files agree',
  { timeout: 600_000 },
  async () => {
    const dataDir = freshFolder();
    const config = await freshDatabase('postgres');
    const before = await openDatabase(config);
    await migrate(before, config);
    const members = [await addMember(before, site, new Date()), await addMember(before, site, new Date())];
    await before.close();
    const server = await startCrashingServer({ DATA_DIR: dataDir, NICHES: site.folder, DATABASE_URL: config.url });
    let isOver = false;
    let stored = 0;
    const all = Promise.all(
      members.map((me) =>
        upload(
          server,
          me,
          () => isOver,
          () => void (stored += 1),
        ),
      ),
    );
    // At a random moment after something was stored.
    const live = async (): Promise<void> => {
      for (const before = stored; stored === before;) await pause(20);
      await pause(Math.random() * 400);
    };
    for (let death = 0; death < figure(20, 2); death += 1) {
      await live();
      await server.killAndRestart();
    }
    await live();
    isOver = true;
    await all;
    await server.stop();

    const database = await openDatabase(config);
    const later = (): Date => new Date(Date.now() + 600_000);
    const photos = openPhotoStore(openPhotoFiles({ bucket: null, dataDir }));
    const services = { database, photos, now: later } as unknown as Services;
    await photoCleanup.run(services, { tenant });
    const folder = photoFolder(dataDir);
    const namesOf = (isAvif: boolean): string[] =>
      (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith(AVIF_FORM) === isAvif).toSorted();
    // As the queue does with jobs that were interrupted.
    for (const name of namesOf(true)) await photoAvif.run(services, { tenant, account: '', file: name.slice(0, 32) });
    const rows = await database.inTenant(tenant, async (db) => ({
      photos: await db.selectFrom('photo').select(['file', 'profile']).execute(),
      strays: await db.selectFrom('stray_photo').select('file').execute(),
    }));
    await database.close();
    const wanted = rows.photos.flatMap(({ file }) => PHOTO_FORMS.map((form) => `${file}-${form}`));
    expect(namesOf(false)).toEqual(wanted.toSorted());
    const owned = rows.photos.map(({ file }) => `${file}-${AVIF_FORM}`);
    expect(namesOf(true).filter((name) => !owned.includes(name))).toEqual([]);
    expect(rows.strays).toEqual([]);
    for (const me of members)
      expect(rows.photos.filter(({ profile }) => profile === me.id).length).toBeLessThanOrEqual(3);
  },
);
