// What can be guessed or read beside the calls: stored files, positions and ids.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { OwnPhotos } from '#contract/photos';
import type { AppParts } from '#server/app';
import { openLog } from '#server/log';
import { photoFolder } from '#server/media/photo-files';
import { sitePages } from '#server/static/site-pages';
import { contractCalls } from '../support/calls.ts';
import { joinWith, rightForm } from '../support/joining.ts';
import { uniqueJpeg } from '../support/pictures.ts';
import { eachEngine, siteAt, sites } from '../support/server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-photo-addresses-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let pages: Pick<AppParts, 'fallback'> = {};
const fallback: AppParts['fallback'] = (c) => pages.fallback?.(c) ?? new Response(null, { status: 500 });

/** Names of positions and distances, as a word of a name. */
const WORDS = [
  'lat',
  'latitude',
  'lon',
  'lng',
  'longitude',
  'coord',
  'coordinates',
  'geo',
  'geohash',
  'position',
  'distance',
];
const POSITION = new RegExp(`(?:^|_)(?:${WORDS.join('|')})(?:_|$)`);

/** All names of fields in a schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)];
}
const fieldsOf = (schema: z.ZodMiniType, io: 'input' | 'output'): string[] =>
  namesIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));

eachEngine(
  'what can be guessed',
  (server) => {
    beforeAll(() => {
      const { database, config } = server();
      const parts = { sites, database, config, log: openLog('silent') };
      pages = sitePages({ root: process.cwd(), withoutPages: true })(parts);
    });

    test('E4 F8: a photo opens by its address alone: not by the name of its file, from no folder, and no list shows it', async () => {
      const me = await server().member();
      const photo = { as: me, body: new Uint8Array(await uniqueJpeg()), headers: { 'content-type': 'image/jpeg' } };
      const { photos } = (await server().call('/api/photo.php', photo)).body as unknown as OwnPhotos;
      const [stored = ''] = readdirSync(photoFolder(dataDir));
      const { match = '' } = photos[0] ?? {};
      const opened = async (path: string): Promise<boolean> => (await server().call(path, { as: me })).status === 200;
      expect([await opened(`/media/${match}`), match.includes(stored.slice(0, 32))]).toEqual([true, false]);
      const folders = ['', 'media', 'media/photos', 'photos', 'data', 'data/photos', 'dist', 'api', 'static', 'files'];
      const outs = ['..', '%2e%2e', '..%2f..', '..%5c..', '.%00'];
      for (const folder of folders)
        for (const path of [stored, '', ...outs.map((out) => `${out}/photos/${stored}`)])
          expect([folder, path, await opened(`/${folder}/${path}`.replace('//', '/'))]).toEqual([folder, path, false]);
    });

    test('E5 SA7: no table has a position, no answer tells one or a distance, and one call alone takes one', async () => {
      const { rows } = await sql<{ name: string; type: string }>`
        select table_name || '.' || column_name as name, udt_name as type from information_schema.columns
        where table_schema = 'public'`.execute(server().database.kysely);
      expect(rows.length).toBeGreaterThan(100);
      const isPlace = ({ name, type }: (typeof rows)[number]): boolean =>
        POSITION.test(name.split('.')[1] ?? '') || /point|polygon|box|circle|geo|earth|cube/.test(type);
      const found = rows.filter(isPlace);
      // The place of a photo among the others.
      expect(found.map(({ name }) => name)).toEqual(['photo.position']);
      const callsWith = (io: 'input' | 'output'): string[] =>
        contractCalls
          .filter(({ endpoint }) => fieldsOf(endpoint[io], io).some((name) => POSITION.test(name)))
          .map(({ name }) => name);
      expect([callsWith('output'), callsWith('input')]).toEqual([[], ['site.geocode']]);
    });

    test('D8: ids of members who join one after the other are random, in no order', async () => {
      const ids: string[] = [];
      for (let joined = 0; joined < 12; joined += 1) {
        const form = rightForm();
        await joinWith(server(), form);
        const { id } = await server().database.inTenant(siteAt(0).id, (db) =>
          db
            .selectFrom('account')
            .select('id')
            .where('email', '=', form['email'] ?? '')
            .executeTakeFirstOrThrow(),
        );
        ids.push(id);
      }
      // Version 4, of 122 random bits; in one of 479 million cases they would come in their order.
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(ids).not.toEqual(ids.toSorted());
      expect(ids).not.toEqual(ids.toSorted().reverse());
    });
  },
  { fallback },
  { DATA_DIR: dataDir },
);
