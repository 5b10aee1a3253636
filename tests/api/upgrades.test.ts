// Databases of earlier releases, with the demo members each of them made, become this one's: tests/releases/dump.ts.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoLogins } from '#scripts/seed/demo';
import { hashToken } from '#server/auth/sessions';
import { openDatabase } from '#server/db/index';
import type { DatabaseConfig } from '#server/db/config';
import { openPhotoFiles } from '#server/media/photo-files';
import { servePhoto } from '#server/media/serve-photos';
import { photoFile } from '#server/modules/photos/photo-access';
import { databaseOfPlainOwner } from '../support/plain-owner.ts';
import { freshFolder, startProcess } from '../support/processes.ts';
import { siteAt, startTestServer } from '../support/server.ts';

const folder = 'tests/releases';
const releases = readdirSync(folder).filter((name) => name.endsWith('.sql.gz'));
const sqlOf = (release: string): string => gunzipSync(readFileSync(join(folder, release))).toString();

/** An empty embedded database to copy: making one takes longer than an upgrade. */
const empty = mkdtempSync(join(tmpdir(), 'matchloom-test-'));
beforeAll(async () => (await openDatabase({ kind: 'folder', folder: join(empty, 'db') })).close());
afterAll(() => rmSync(empty, { recursive: true }));

/** Logs a demo member in, and loads the profile's photo. */
async function expectMember(config: DatabaseConfig): Promise<void> {
  const server = await startTestServer(config);
  onTestFinished(() => server.close());
  const { email = '', password = '' } = demoLogins.find(({ kind }) => kind === 'free') ?? {};
  const login = await server.call('/api/user.php', { json: { email, password } });
  expect([login.status, login.text]).toEqual([200, expect.any(String)]);
  const cookie = login.cookies[0]?.split(';')[0] ?? '';
  const { body } = await server.call('/api/user.php', { as: { cookie } });
  expect(body['user']).toMatchObject({ email, profile: { main_image: { status: 'active' } } });
  const { profile } = body['user'] as { profile: { main_image: { filename: string } } };
  const [token = '', form = ''] = profile.main_image.filename.split('-');
  const session = hashToken(cookie.split('=')[1] ?? '');
  const photo = await photoFile(server.database, siteAt(0).id, token, [session], server.now());
  const asked = { file: '', isPrivate: false, ...photo, form, known: null };
  expect(await servePhoto(openPhotoFiles(server.config), asked)).toMatchObject({ status: 200 });
}

test.each(releases)(
  'upgrade: two processes upgrade %s at once, as an owner under row-level security',
  async (release) => {
    const owned = await databaseOfPlainOwner();
    onTestFinished(() => owned.close());
    await owned.run(sqlOf(release));
    const env = { DATABASE_URL: owned.url, DATA_DIR: freshFolder() };
    const both = [startProcess(env, 'scripts/migrate.ts'), startProcess(env, 'scripts/migrate.ts')];
    const ends = await Promise.all(both.map(async (each) => [await each.ended, each.said()]));
    expect(ends).toEqual(ends.map(() => [0, expect.stringMatching(/^(Applied|The database is up to date)/)]));
    await expectMember({ kind: 'postgres', url: owned.url });
  },
);

test.each(releases)('upgrade: the embedded engine upgrades %s', async (release) => {
  const config = { kind: 'folder', folder: join(freshFolder(), 'db') } as const;
  cpSync(join(empty, 'db'), config.folder, { recursive: true });
  const database = await openDatabase(config);
  await database.boss.executeSql(sqlOf(release));
  // The dump leaves settings in its session.
  await database.close();
  await expectMember(config);
});
