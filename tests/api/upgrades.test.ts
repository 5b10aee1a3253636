// Databases of earlier releases, with the demo members each of them made, become this one's without a loss: tests/releases/dump.ts.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoLogins } from '#scripts/seed/demo';
import { migrate, openDatabase } from '#server/db/index';
import type { DatabaseConfig } from '#server/db/config';
import { openForMigration } from '#server/db/postgres';
import { openPhotoFiles } from '#server/media/photo-files';
import { servePhoto } from '#server/media/serve-photos';
import { photoFile } from '#server/modules/photos/photo-access';
import { sessionHash } from '../support/members.ts';
import { oldestPrograms, startPostgres } from '../support/postgres.ts';
import { databaseOfPlainOwner } from '../support/plain-owner.ts';
import { freshFolder, portOf, postJson, startProcess } from '../support/processes.ts';
import { dumpOf, expectKept, LIVED_IN, OLDEST, releases, tallyOf } from '../support/releases.ts';
import { isFull } from '../support/samples.ts';
import { siteAt, sites, startTestServer } from '../support/server.ts';

/** An empty embedded database to copy: making one takes longer than an upgrade. */
const empty = mkdtempSync(join(tmpdir(), 'matchloom-test-'));
beforeAll(async () => (await openDatabase({ kind: 'folder', folder: join(empty, 'db') })).close());
afterAll(() => rmSync(empty, { recursive: true }));

/** The first brand by its folder is in every dump, and its members have done something. */
const [brand] = sites.map(({ folder }) => folder).toSorted();
const site = siteAt(sites.findIndex(({ folder }) => folder === brand));
const { email = '', password = '' } = demoLogins.find(({ kind }) => kind === 'free') ?? {};

/** Logs a demo member in over HTTP; answers the status. */
const logIn = (port: number): Promise<number | undefined> =>
  postJson(port, { host: site.siteSettings.domain, path: '/api/user.php', json: { email, password } });

/** Logs a demo member in, finds the conversation, and loads the profile's photo. */
async function expectMember(config: DatabaseConfig): Promise<void> {
  const server = await startTestServer(config);
  onTestFinished(() => server.close());
  const login = await server.call('/api/user.php', { json: { email, password }, site });
  expect([login.status, login.text]).toEqual([200, expect.any(String)]);
  const cookie = login.cookies[0]?.split(';')[0] ?? '';
  const { body } = await server.call('/api/user.php', { as: { cookie }, site });
  expect(body['user']).toMatchObject({ email, profile: { main_image: { status: 'active' } } });
  const chats = await server.call('/api/chats.php', { as: { cookie }, site });
  expect(chats.body['chats']).toContainEqual(
    expect.objectContaining({ last: expect.objectContaining({ mine: true }) }),
  );
  const { profile } = body['user'] as { profile: { main_image: { filename: string } } };
  const [token = '', form = ''] = profile.main_image.filename.split('-');
  const session = sessionHash({ cookie });
  const photo = await photoFile(server.database, site.id, token, [session], server.now());
  const asked = { file: '', isPrivate: false, ...photo, form, known: null };
  expect(await servePhoto(openPhotoFiles(server.config), asked)).toMatchObject({ status: 200 });
}

test.each(releases)(
  'upgrade: two processes upgrade %s at once, as an owner under row-level security',
  async (release) => {
    const owned = await databaseOfPlainOwner();
    onTestFinished(() => owned.close());
    await owned.run(dumpOf(release));
    const before = await tallyOf(owned.admin);
    for (const table of LIVED_IN) expect([table, before.rows[table] ?? 0]).toEqual([table, expect.toSatisfy(Boolean)]);
    const env = { DATABASE_URL: owned.url, DATA_DIR: freshFolder() };
    const both = [startProcess(env, 'scripts/migrate.ts'), startProcess(env, 'scripts/migrate.ts')];
    const ends = await Promise.all(both.map(async (each) => [await each.ended, each.said()]));
    expect(ends).toEqual(ends.map(() => [0, expect.stringMatching(/^(Applied|The database is up to date)/)]));
    await expectKept(before, owned.admin);
    await expectMember({ kind: 'postgres', url: owned.url });
  },
);

test.each(releases)('upgrade: the embedded engine upgrades %s', async (release) => {
  const config = { kind: 'folder', folder: join(freshFolder(), 'db') } as const;
  cpSync(join(empty, 'db'), config.folder, { recursive: true });
  const old = await openDatabase(config);
  await old.boss.executeSql(dumpOf(release));
  // The dump leaves settings in its session.
  await old.close();
  const database = await openDatabase(config);
  const before = await tallyOf(database.kysely);
  await migrate(database, config);
  await expectKept(before, database.kysely);
  await database.close();
  await expectMember(config);
});

const oldest = oldestPrograms();

if (oldest !== null)
  test.each(isFull ? releases : [OLDEST])(
    'upgrade: two servers start at once on %s, on PostgreSQL 15',
    async (release) => {
      const cluster = await startPostgres(undefined, oldest);
      onTestFinished(() => cluster.stop());
      const admin = openForMigration(cluster.url);
      const loaded = openForMigration(cluster.url);
      await sql
        .raw(dumpOf(release))
        .execute(loaded.kysely)
        .finally(() => loaded.close());
      const before = await tallyOf(admin.kysely);
      const env = { DATABASE_URL: cluster.url, DATA_DIR: freshFolder(), NODE_ENV: 'test' };
      const both = [1, 2].map(() => startProcess(env, 'scripts/serve.ts', ['--api-only']));
      onTestFinished(() => both.forEach(({ child }) => child.kill('SIGKILL')));
      const ports = await Promise.all(both.map(portOf));
      for (const port of ports) expect(await logIn(port)).toBe(200);
      const after = await tallyOf(admin.kysely);
      expect([after.credits, after.rows['message']]).toEqual([before.credits, before.rows['message']]);
      await admin.close();
    },
  );
