// Backup and restore on a PostgreSQL set up by roles.sql, with the logins of README.md.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { recordDeletions } from '#server/auth/deletion-record';
import { eraseMember } from '#server/auth/erase-account';
import { type OpenDatabase, openDatabase } from '#server/db/index';
import { PHOTO_FORMS } from '#server/media/photo-forms';
import { folderStore } from '#server/storage/folder-store';
import {
  addChatPicture,
  type BackupServer,
  command,
  LACKS_PROGRAMS,
  photosIn,
  serveOnce,
  startBackupServer,
  writePhoto,
} from '../support/backups.ts';
import { startBucketServer } from '../support/bucket-server.ts';
import { addMember } from '../support/members.ts';
import { lacksClientPrograms } from '../support/postgres.ts';
import { freshFolder } from '../support/processes.ts';
import { siteAt } from '../support/server.ts';

let server: BackupServer;
const NAME = 'matchloom';

beforeAll(async () => {
  server = await startBackupServer();
  await server.makeDatabase(NAME);
});
afterAll(() => server.stop());

describe('backup and restore', { timeout: 600_000 }, () => {
  test('a backup without members is refused, and leaves nothing behind', async ({ skip }) => {
    skip(lacksClientPrograms(), LACKS_PROGRAMS);
    const env = server.environment(NAME, freshFolder());
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
    const env = server.environment(NAME, dataDir);
    const into = freshFolder();
    await serveOnce(env);
    const web = await openDatabase({ kind: 'postgres', url: env['DATABASE_URL'] ?? '', poolSize: 2 });
    for (let at = 0; at < 20; at += 1)
      await addMember(web, siteAt(at % 2), new Date(), { credits: 5, about: 'a line\nand\ta \\ tab', photos: [{}] });
    const chatPicture = await addChatPicture(web);
    await web.close();
    const photos = ['p001', chatPicture].flatMap((file) => writePhoto(dataDir, file)).toSorted();
    // As of an upload that ends while the backup runs.
    writeFileSync(join(dataDir, 'photos', `${'b'.repeat(32)}-640.webp`), 'no row has it');
    const before = await server.rowsOf(NAME);
    expect(before).toMatchObject({ 'public.account': 20, 'public.photo': 20, 'pgboss.version': 1 });

    const [code, said] = await command('backup', [into], env);
    expect([code, said]).toEqual([0, expect.stringMatching(/^Saved \d+ rows of \d+ tables and 12 photos in [^ ]*$/)]);
    const backup = join(into, readdirSync(into)[0] ?? '');

    const [refused, why] = await command('restore', [backup], env);
    expect([refused, why]).toEqual([1, expect.stringMatching(/not empty/)]);
    expect(await server.rowsOf(NAME)).toEqual(before);

    const other = await openDatabase({ kind: 'postgres', url: env['DATABASE_URL'] ?? '', poolSize: 1 });
    await sql`select 1`.execute(other.kysely);
    expect(await command('restore', [backup, '--replace'], env)).toEqual([1, expect.stringMatching(/stop the server/)]);
    await other.close();

    rmSync(join(dataDir, 'photos'), { recursive: true });
    await server.asRoot('postgres', `drop database ${NAME}`);
    await server.makeDatabase(NAME);
    expect(await command('restore', [backup], env)).toEqual([0, expect.stringMatching(/and 12 photos/)]);
    expect(await server.rowsOf(NAME)).toEqual(before);
    expect(photosIn(dataDir)).toEqual(photos);

    writeFileSync(join(dataDir, 'photos', 'b.webp'), 'a newer picture');
    expect((await command('restore', [backup, '--replace'], env))[0]).toBe(0);
    expect([await server.rowsOf(NAME), photosIn(dataDir)]).toEqual([before, photos]);
    await serveOnce(env);
    const app = await openDatabase({ kind: 'postgres', url: env['DATABASE_URL'] ?? '', poolSize: 1 });
    const seen = (tenant: number): Promise<number> =>
      app.inTenant(tenant, async (db) => (await db.selectFrom('account').select('id').execute()).length);
    expect([await seen(siteAt(0).id), await seen(siteAt(2).id)]).toEqual([10, 0]);
    await app.close();
  });

  test('H10: a restore has the rows of the backup, after live writes and a wipe, and deleted members stay deleted', async ({
    skip,
  }) => {
    skip(lacksClientPrograms(), LACKS_PROGRAMS);
    const [name, dataDir, into] = ['deletions', freshFolder(), freshFolder()];
    await server.makeDatabase(name);
    const env = server.environment(name, dataDir);
    await serveOnce(env);
    const open = () => openDatabase({ kind: 'postgres', url: env['DATABASE_URL'] ?? '', poolSize: 1 });
    const tenant = siteAt(0).id;
    const live = await open();
    const joined = () => addMember(live, siteAt(0), new Date(), { credits: 5 });
    const [left, gone, back] = [await joined(), await joined(), await joined()];
    const stay = [await joined(), await joined()].map(({ id }) => id);
    const setStatus = (id: string, status: 'active' | 'pending_deletion') =>
      live.inTenant(tenant, (db) =>
        db
          .updateTable('account')
          .set({ status, deleted_at: status === 'active' ? null : new Date() })
          .where('id', '=', id)
          .execute(),
      );
    await setStatus(back.id, 'pending_deletion');
    const contents = async (database: OpenDatabase) =>
      database.inTenant(tenant, async (db) => [
        await db.selectFrom('account').selectAll().where('id', 'in', stay).orderBy('id').execute(),
        await db.selectFrom('profile').selectAll().where('id', 'in', stay).orderBy('id').execute(),
        await db.selectFrom('ledger').selectAll().where('account', 'in', stay).orderBy('account').execute(),
      ]);
    const [before, held] = [await server.rowsOf(name), await contents(live)];
    expect((await command('backup', [into], env))[0]).toBe(0);

    await setStatus(left.id, 'pending_deletion');
    await setStatus(back.id, 'active');
    await live.inTenant(tenant, (db) => eraseMember(db, tenant, gone.id));
    await joined();
    await live.inTenant(tenant, (db) =>
      db.updateTable('profile').set({ line: 'Later' }).where('id', 'in', stay).execute(),
    );
    await recordDeletions(live, folderStore(dataDir), tenant, new Date());
    await live.close();
    await server.asRoot('postgres', `drop database ${name}`);
    await server.makeDatabase(name);

    const [code, said] = await command('restore', [join(into, readdirSync(into)[0] ?? '')], env);
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/1 were erased again, 1 wait for their erasure again, 1 had come back and stay\.$/),
    ]);
    const lost: Readonly<Record<string, number>> = {
      ...{ 'public.account': -1, 'public.profile': -1, 'public.session': -2 },
      // That one had left before the backup was not written down yet.
      'public.deletion_change': -1,
    };
    const after = await server.rowsOf(name);
    const differs = (table: string): boolean => after[table] !== (before[table] ?? 0) + (lost[table] ?? 0);
    expect(Object.keys(before).filter(differs)).toEqual([]);
    const restored = await open();
    expect(await contents(restored)).toEqual(held);
    const statuses = await restored.inTenant(tenant, (db) =>
      db
        .selectFrom('account')
        .select(['id', 'status'])
        .where('id', 'in', [left.id, gone.id, back.id])
        .orderBy('status')
        .execute(),
    );
    await restored.close();
    expect(statuses).toEqual([
      { id: back.id, status: 'active' },
      { id: left.id, status: 'pending_deletion' },
    ]);
  });

  test('photos in a bucket stay there: some are looked up, and a backup of a folder is restored into it', async ({
    skip,
  }) => {
    skip(lacksClientPrograms(), LACKS_PROGRAMS);
    const bucket = await startBucketServer();
    onTestFinished(() => bucket.close());
    const name = 'in_a_bucket';
    await server.makeDatabase(name);
    const folder = server.environment(name, freshFolder());
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
      1,
      expect.stringMatching(/stay in the bucket pictures at .* and 1 are missing: d{32}\.$/),
    ]);
    expect(existsSync(join(without, 'photos'))).toBe(false);

    writePhoto(folder['DATA_DIR'] ?? '', picture);
    const [, , whole] = await backup(folder);
    expect(await command('restore', [whole, '--replace'], env)).toEqual([0, expect.stringMatching(/and 6 photos\.$/)]);
    expect(bucket.names()).toHaveLength(PHOTO_FORMS.length + 1);

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
    const env = { ...server.environment(NAME, freshFolder()), BACKUP_URL: server.loginAs('matchloom_owner', NAME) };
    const into = freshFolder();
    expect(await command('backup', [into], env)).toEqual([
      1,
      expect.stringMatching(/^The login of BACKUP_URL is bound/),
    ]);
    expect(readdirSync(into)).toEqual([]);
  });

  test('missing settings, a missing folder and a missing program are one sentence each', async () => {
    const env = server.environment(NAME, freshFolder());
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
