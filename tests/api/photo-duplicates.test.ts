// Pictures that look like a photo of another member: refused, unless that photo or its member no longer counts.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { OwnPhotos } from '#contract/photos';
import type { Db } from '#server/db/index';
import type { AccountStatus } from '#server/db/tables/account';
import { eventually } from '../support/eventually.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
/** The picture of a file, and the same one smaller, brighter and of less quality. */
async function twoAlike(name: string): Promise<readonly [Buffer, Buffer]> {
  const picture = await readFile(`demo/pictures/${name}-640.webp`);
  return [picture, await sharp(picture).resize(500).modulate({ brightness: 1.05 }).jpeg({ quality: 50 }).toBuffer()];
}

/** Transactions of this database that wait for a lock. */
async function waiting(db: Db): Promise<number> {
  const { rows } = await sql`select distinct pid from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length;
}

eachEngine('photos of others', (server, engine) => {
  const send = async (as: MadeMember, picture: Buffer, query = '', site = siteAt(0)): Promise<unknown> => {
    const headers = { 'content-type': 'image/webp' };
    const answer = await server().call('/api/photo.php', { as, site, query, body: new Uint8Array(picture), headers });
    return answer.body.error?.code ?? answer.status;
  };
  const own = async (as: MadeMember): Promise<OwnPhotos['photos']> =>
    ((await server().call('/api/photos.php', { as })).body as unknown as OwnPhotos).photos;
  const change = (id: string, status: AccountStatus): Promise<unknown> =>
    server().database.inTenant(tenant, (db) =>
      db.updateTable('account').set({ status }).where('id', '=', id).execute(),
    );

  test('PH9 DE73: what looks like a photo of another member is refused, also like a private one; one’s own may come again', async () => {
    const [picture, alike] = await twoAlike('p052');
    const [owner, other] = [await server().member(), await server().member()];
    expect(await send(owner, picture, 'private=1')).toBe(200);
    expect([await send(owner, alike), await send(other, alike), await send(other, picture)]).toEqual([
      200,
      'photo_of_another',
      'photo_of_another',
    ]);
    expect(await own(other)).toEqual([]);
    const [another] = await twoAlike('p053');
    expect(await send(other, another)).toBe(200);
    // Another brand knows nothing of it.
    expect(await send(await server().member({}, siteAt(1)), picture, '', siteAt(1))).toBe(200);
  });

  test('PH9 DE73: a photo of a suspended member counts, one that was removed, rejected or left behind does not', async () => {
    const [picture, alike] = await twoAlike('p054');
    const [owner, other] = [await server().member(), await server().member()];
    const json = async (as: MadeMember) => ({ id: (await own(as))[0]?.id ?? '' });
    const remove = async (as: MadeMember) =>
      server().call('/api/photo.php', { as, method: 'DELETE', json: await json(as) });
    expect(await send(owner, picture)).toBe(200);
    await change(owner.id, 'suspended');
    expect(await send(other, alike)).toBe('photo_of_another');
    for (const status of ['pending_deletion', 'not_confirmed'] as const) {
      await change(owner.id, status);
      expect(await send(other, alike)).toBe(200);
      await remove(other);
    }
    await change(owner.id, 'active');
    const { id } = await json(owner);
    await server().database.inTenant(tenant, (db) =>
      db.updateTable('photo').set({ status: 'rejected', reason: 'someone_else' }).where('id', '=', id).execute(),
    );
    expect(await send(other, alike)).toBe(200);
    await remove(owner);
    expect(await send(owner, picture)).toBe('photo_of_another');
    await remove(other);
    expect(await send(owner, picture)).toBe(200);
  });

  test('PH9 DE73: of two members who add a picture at the same moment one is refused', async () => {
    const [picture, alike] = await twoAlike('p055');
    const [one, other] = [await server().member(), await server().member()];
    const both = () => Promise.all([send(one, picture), send(other, alike)]);
    let answers: Promise<unknown[]> = Promise.resolve([]);
    await server().database.inTenant(tenant, async (db) => {
      // An embedded database runs one transaction at a time.
      if (engine !== 'postgres') return;
      // Stops both before either has stored its photo.
      await sql`lock table photo in share mode`.execute(db);
      answers = both();
      await eventually(async () => expect(await waiting(db)).toBe(2));
    });
    if (engine !== 'postgres') answers = both();
    expect(new Set(await answers)).toEqual(new Set([200, 'photo_of_another']));
    expect((await own(one)).length + (await own(other)).length).toBe(1);
  });
});
