// Backup and restore on a PostgreSQL set up by roles.sql, with the logins of README.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countRows, type RowCounts } from '#scripts/database/row-counts';
import { type OpenDatabase, openDatabase } from '#server/db/index';
import { PHOTO_FORMS } from '#server/media/photo-forms';
import { startBucketServer } from '../support/bucket-server.ts';
import { addMember } from '../support/members.ts';
import { type Cluster, lacksClientPrograms, postgresPrograms, startPostgres } from '../support/postgres.ts';
import { freshFolder, portOf, startProcess } from '../support/processes.ts';
import { siteAt } from '../support/server.ts';

let cluster: Cluster;
const NAME = 'matchloom';
const LACKS_PROGRAMS = 'PG_BIN names a folder without pg_dump and pg_restore.';
const loginAs = (username: string, database = NAME): string =>
  Object.assign(new URL(cluster.url), { username, password: 'Zk3vPq81', pathname: `/${database}` }).href;
const asRoot = async (database: string, statement: string): Promise<void> => {
  const root = await openDatabase({ kind: 'postgres', url: loginAs('postgres', database), poolSize: 1 });
  await root.boss.executeSql(statement).finally(() => root.close());
};
const makeDatabase = async (name: string): Promise<void> => {
  await asRoot('postgres', `create database ${name}`);
  await asRoot(name, readFileSync('scripts/database/roles.sql', 'utf8'));
};
const rowsOf = async (database: string): Promise<RowCounts> => {
  const login = await openDatabase({ kind: 'postgres', url: loginAs('matchloom_backup', database), poolSize: 1 });
  return countRows(login.kysely).finally(() => login.close());
};
const environment = (database: string, DATA_DIR: string): Record<string, string> => ({
  DATABASE_URL: loginAs('matchloom_web', database),
  MIGRATE_URL: loginAs('matchloom_owner', database),
  BACKUP_URL: loginAs('matchloom_backup', database),
  DATA_DIR,
  PG_BIN: postgresPrograms(),
});
/** The exit code and the output of a command. */
const command = async (
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<[number | null, string]> => {
  const started = startProcess(env, `scripts/${script}.ts`, args);
  return [await started.ended, started.said().trim()];
};
/** Starts and stops a server, which makes all tables, also those of the job queue. */
async function serveOnce(env: Record<string, string>): Promise<void> {
  const server = startProcess(env);
  await portOf(server);
  server.child.kill('SIGTERM');
  await server.ended;
}
const photosIn = (folder: string): string[] => readdirSync(join(folder, 'photos'));

/** A photo in a chat of two members; answers the name of its file. */
async function addChatPicture(web: OpenDatabase): Promise<string> {
  const [tenant, conversation, file] = [siteAt(0).id, crypto.randomUUID(), 'd'.repeat(32)];
  await web.inTenant(tenant, async (db) => {
    await sql`insert into conversation (tenant, id, one, two, starter, created_at, last_at)
      select ${tenant}, ${conversation}, min(id::text)::uuid, max(id::text)::uuid, min(id::text)::uuid, now(), now()
      from account where tenant = ${tenant}`.execute(db);
    await sql`insert into chat_picture (tenant, token, file, conversation, sender, at)
      select tenant, ${'c'.repeat(32)}, ${file}, id, starter, now() from conversation where id = ${conversation}`.execute(
      db,
    );
  });
  return `${file}-640.webp`;
}

beforeAll(async () => {
  cluster = await startPostgres();
  await makeDatabase(NAME);
});
afterAll(() => cluster.stop());

describe('backup and restore', { timeout: 600_000 }, () => {
  test('a backup without members is refused, and leaves nothing behind', async ({ skip }) => {
    skip(lacksClientPrograms(), LACKS_PROGRAMS);
    const env = environment(NAME, freshFolder());
    const into = freshFolder();
    await serveOnce(env);
    const [code, said] = await command('backup', [into], env);
    expect([code, said]).toEqual([1, expect.stringMatching(/^The database holds no members: [^\n]*$/)]);
    expect(readdirSync(into)).toEqual([]);
    expect((await command('backup', [into, '--allow-empty'], env))[0]).toBe(0);
  });

  test('a wiped database has the same rows and photos again, and serves', async ({ skip }) => {
    skip(lacksClientPrograms(), LACKS_PROGRAMS);
    const dataDir = freshFolder();
    const env = environment(NAME, dataDir);
    const into = freshFolder();
    await serveOnce(env);
    const web = await openDatabase({ kind: 'postgres', url: env['DATABASE_URL'] ?? '', poolSize: 2 });
    for (let at = 0; at < 20; at += 1)
      await addMember(web, siteAt(at % 2), new Date(), { credits: 5, about: 'a line\nand\ta \\ tab', photos: [{}] });
    const chatPicture = await addChatPicture(web);
    await web.close();
    mkdirSync(join(dataDir, 'photos'));
    for (const name of ['p001-640.webp', chatPicture]) writeFileSync(join(dataDir, 'photos', name), 'a picture');
    // As of an upload that ends while the backup runs.
    writeFileSync(join(dataDir, 'photos', `${'b'.repeat(32)}-640.webp`), 'no row has it');
    const before = await rowsOf(NAME);
    expect(before).toMatchObject({ 'public.account': 20, 'public.photo': 20, 'pgboss.version': 1 });

    const [code, said] = await command('backup', [into], env);
    expect([code, said]).toEqual([0, expect.stringMatching(/^Saved \d+ rows of \d+ tables and 2 photos in .*$/)]);
    const backup = join(into, readdirSync(into)[0] ?? '');

    const [refused, why] = await command('restore', [backup], env);
    expect([refused, why]).toEqual([1, expect.stringMatching(/not empty/)]);
    expect(await rowsOf(NAME)).toEqual(before);

    const other = await openDatabase({ kind: 'postgres', url: env['DATABASE_URL'] ?? '', poolSize: 1 });
    await sql`select 1`.execute(other.kysely);
    expect(await command('restore', [backup, '--replace'], env)).toEqual([1, expect.stringMatching(/stop the server/)]);
    await other.close();

    rmSync(join(dataDir, 'photos'), { recursive: true });
    await asRoot('postgres', `drop database ${NAME}`);
    await makeDatabase(NAME);
    expect(await command('restore', [backup], env)).toEqual([0, expect.stringMatching(/and 2 photos/)]);
    expect(await rowsOf(NAME)).toEqual(before);
    expect(photosIn(dataDir).toSorted()).toEqual([chatPicture, 'p001-640.webp']);

    writeFileSync(join(dataDir, 'photos', 'b.webp'), 'a newer picture');
    expect((await command('restore', [backup, '--replace'], env))[0]).toBe(0);
    expect([await rowsOf(NAME), photosIn(dataDir).toSorted()]).toEqual([before, [chatPicture, 'p001-640.webp']]);
    await serveOnce(env);
    const app = await openDatabase({ kind: 'postgres', url: env['DATABASE_URL'] ?? '', poolSize: 1 });
    const seen = (tenant: number): Promise<number> =>
      app.inTenant(tenant, async (db) => (await db.selectFrom('account').select('id').execute()).length);
    expect([await seen(siteAt(0).id), await seen(siteAt(2).id)]).toEqual([10, 0]);
    await app.close();
  });

  test('photos in a bucket stay there: some are looked up, and a backup of a folder is restored into it', async ({
    skip,
  }) => {
    skip(lacksClientPrograms(), LACKS_PROGRAMS);
    const bucket = await startBucketServer();
    onTestFinished(() => bucket.close());
    const name = 'in_a_bucket';
    await makeDatabase(name);
    const folder = environment(name, freshFolder());
    const env: Record<string, string> = { ...folder, FILES_URL: bucket.url };
    const into = freshFolder();
    await serveOnce(env);
    const web = await openDatabase({ kind: 'postgres', url: env['DATABASE_URL'] ?? '', poolSize: 2 });
    for (let at = 0; at < 2; at += 1) await addMember(web, siteAt(0), new Date(), {});
    const picture = await addChatPicture(web);
    await web.close();
    const backup = async (given: Record<string, string>): Promise<[number | null, string, string]> => {
      const before = readdirSync(into);
      const [code, said] = await command('backup', [into], given);
      return [code, said, join(into, readdirSync(into).find((each) => !before.includes(each)) ?? '')];
    };
    const [code, said, without] = await backup(env);
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/stay in the bucket pictures at .* and 1 are missing: d{32}\.$/),
    ]);
    expect(existsSync(join(without, 'photos'))).toBe(false);

    for (const form of PHOTO_FORMS) {
      mkdirSync(join(folder['DATA_DIR'] ?? '', 'photos'), { recursive: true });
      writeFileSync(join(folder['DATA_DIR'] ?? '', 'photos', picture.replace('640.webp', form)), form);
    }
    const [, , whole] = await backup(folder);
    expect(await command('restore', [whole, '--replace'], env)).toEqual([0, expect.stringMatching(/and 6 photos\.$/)]);
    expect(bucket.names()).toHaveLength(PHOTO_FORMS.length);

    expect(await command('restore', [without, '--replace'], folder)).toEqual([
      1,
      expect.stringMatching(/set FILES_URL/),
    ]);
    expect(await command('restore', [without, '--replace'], env)).toEqual([
      0,
      expect.stringMatching(/Of 1 photos 1 were looked up there, and none is missing\.$/),
    ]);
  });

  test('a login that row-level security binds is refused', async () => {
    const env = { ...environment(NAME, freshFolder()), BACKUP_URL: loginAs('matchloom_owner') };
    const into = freshFolder();
    expect(await command('backup', [into], env)).toEqual([
      1,
      expect.stringMatching(/^The login of BACKUP_URL is bound/),
    ]);
    expect(readdirSync(into)).toEqual([]);
  });

  test('missing settings, a missing folder and a missing program are one sentence each', async () => {
    const env = environment(NAME, freshFolder());
    expect(await command('backup', ['/x'], { ...env, BACKUP_URL: '' })).toEqual([
      2,
      expect.stringMatching(/^BACKUP_URL is missing/),
    ]);
    expect(await command('backup', ['/x'], { ...env, DATABASE_URL: '' })).toEqual([2, expect.stringMatching(/copy/)]);
    const nothing = freshFolder();
    expect(await command('restore', [nothing], env)).toEqual([1, expect.stringMatching(/is no backup/)]);
    const [, said] = await command('backup', [nothing], { ...env, PG_BIN: nothing });
    expect(said).toMatch(/^pg_dump could not be started: [^\n]*$/);
    expect(existsSync('/x')).toBe(false);
  });
});
