// What is wrong with a backup is said when it is made, or before a restore deletes anything; what a restore leaves undone, at the start.
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDatabaseCapabilities, type DatabaseCapabilities } from '#server/db/capabilities';
import { openDatabase } from '#server/db/index';
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
import { addMember } from '../support/members.ts';
import { lacksClientPrograms, postgresPrograms } from '../support/postgres.ts';
import { freshFolder, startProcess } from '../support/processes.ts';
import { siteAt } from '../support/server.ts';

let server: BackupServer;
let file = '';
const PRODUCTION = {
  ...{ NODE_ENV: 'production', PUBLIC_ORIGIN: `https://${siteAt(0).siteSettings.domain}`, TRUST_PROXY: '1' },
  ...{ SMTP_URL: 'smtps://mail.internal', ALLOW_NO_PROVIDER: '1', ALLOW_PLACEHOLDERS: '1' },
};
const [MODEL, folder] = ['model', mkdtempSync(join(tmpdir(), 'backup-faults-'))];

/** Two members, and a photo in their chat. */
beforeAll(async () => {
  server = await startBackupServer();
  await server.makeDatabase(MODEL);
  const env = server.environment(MODEL, folder);
  await serveOnce(env);
  const web = await openDatabase({ kind: 'postgres', url: env['DATABASE_URL'] ?? '', poolSize: 1 });
  for (let at = 0; at < 2; at += 1) await addMember(web, siteAt(0), new Date(), { photos: [{}] });
  file = await addChatPicture(web).finally(() => web.close());
}, 600_000);
afterAll(() => {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A copy of that database, and a folder of data with the photo. */
async function installed() {
  const name = `copy_${crypto.randomUUID().replaceAll('-', '')}`;
  await server.makeDatabase(name, MODEL);
  const dataDir = freshFolder();
  const photos = writePhoto(dataDir, file).toSorted();
  return { name, dataDir, photos, env: server.environment(name, dataDir) };
}

async function backedUp(env: Record<string, string>): Promise<string> {
  const into = freshFolder();
  expect(await command('backup', [into], env)).toEqual([0, expect.any(String)]);
  return join(into, readdirSync(into)[0] ?? '');
}

async function capabilities(env: Record<string, string>): Promise<DatabaseCapabilities> {
  const web = await openDatabase({ kind: 'postgres', url: env['DATABASE_URL'] ?? '', poolSize: 1 });
  return readDatabaseCapabilities(web.kysely).finally(() => web.close());
}

/** A folder of programs whose pg_restore fails at the last step but one: the last secures our tables. */
function programsThatFailLate(): string {
  const programs = freshFolder();
  const program = join(programs, 'pg_restore');
  writeFileSync(
    program,
    `#!/bin/sh\ncase "$*" in *pgboss*post-data*) exit 1;; esac\nexec '${postgresPrograms()}/pg_restore' "$@"\n`,
  );
  chmodSync(program, 0o755);
  return programs;
}

describe('faults of backups', { timeout: 600_000 }, () => {
  test('H10: a backup ends with 1 when members have photos whose files it did not find', async ({ skip }) => {
    skip(lacksClientPrograms(), LACKS_PROGRAMS);
    const { env, dataDir, photos } = await installed();
    const elsewhere = freshFolder();
    expect(await command('backup', [freshFolder()], { ...env, DATA_DIR: elsewhere })).toEqual([
      1,
      expect.stringMatching(/^Saved .*\nOf 1 photos of members none was found in .*photos: set DATA_DIR/),
    ]);
    rmSync(join(dataDir, 'photos', photos[0] ?? ''));
    expect(await command('backup', [freshFolder()], env)).toEqual([
      1,
      expect.stringMatching(/^Saved .* 5 photos .*\n1 photos of members lack files: see backup\.json\.$/),
    ]);
  });

  test('H10: a backup that is not whole, or cannot be read, is refused before anything is deleted', async ({
    skip,
  }) => {
    skip(lacksClientPrograms(), LACKS_PROGRAMS);
    const { name, env, dataDir, photos } = await installed();
    const backup = await backedUp(env);
    const before = await server.rowsOf(name);
    const refused = async (spoil: (copy: string) => void, programs = env['PG_BIN'] ?? ''): Promise<string> => {
      const copy = freshFolder();
      cpSync(backup, copy, { recursive: true });
      spoil(copy);
      const [code, said] = await command('restore', [copy, '--replace'], { ...env, PG_BIN: programs });
      expect([code, await server.rowsOf(name), photosIn(dataDir)]).toEqual([1, before, photos]);
      return said;
    };
    const dump = (copy: string): string => join(copy, 'database.dump');
    expect(await refused((copy) => truncateSync(dump(copy), statSync(dump(copy)).size - 100))).toMatch(
      /^pg_restore failed/,
    );
    expect(await refused(() => undefined, freshFolder())).toMatch(/^pg_restore could not be started/);
    expect(await refused((copy) => rmSync(join(copy, 'photos', photos[0] ?? '')))).toMatch(
      /lacks photos: 5 instead of 6/,
    );
    const contents = join(backup, 'backup.json');
    const more = readFileSync(contents, 'utf8').replace('"public.account": 2', '"public.account": 3');
    expect(await refused((copy) => writeFileSync(join(copy, 'backup.json'), more))).toMatch(
      /public\.account: 2 instead of 3/,
    );
  });

  test('H4 H10: production refuses what is left of a restore that was cut off, until it is restored again', async ({
    skip,
  }) => {
    skip(lacksClientPrograms(), LACKS_PROGRAMS);
    const { name, env, dataDir, photos } = await installed();
    const backup = await backedUp(env);
    expect((await capabilities(env)).unsecuredTables).toEqual([]);
    rmSync(join(dataDir, 'photos'), { recursive: true });
    const [cutOff] = await command('restore', [backup, '--replace'], { ...env, PG_BIN: programsThatFailLate() });
    const { unsecuredTables } = await capabilities(env);
    expect([cutOff, unsecuredTables]).toEqual([1, expect.arrayContaining(['account', 'ledger', 'message'])]);
    expect(photosIn(dataDir)).toEqual(photos);
    // A migration that is still to run would secure the tables, but not bring their keys back.
    await server.asRoot(name, 'delete from kysely_migration where name = (select max(name) from kysely_migration)');
    const start = startProcess({ ...env, ...PRODUCTION });
    expect([await start.ended, start.said()]).toEqual([2, expect.stringMatching(/lack row-level security.*--replace/)]);
    expect((await command('restore', [backup, '--replace'], env))[0]).toBe(0);
    expect([(await capabilities(env)).unsecuredTables, photosIn(dataDir)]).toEqual([[], photos]);
  });

  test('H10: root restores photos for the owner of the folder of data', async ({ skip }) => {
    skip(lacksClientPrograms(), LACKS_PROGRAMS);
    skip(process.getuid?.() !== 0, 'Only root gives files away.');
    const { env, dataDir, photos } = await installed();
    const backup = await backedUp(env);
    const other = 65_534;
    chownSync(dataDir, other, other);
    expect((await command('restore', [backup, '--replace'], env))[0]).toBe(0);
    const restored = ['', ...photos].map((name) => statSync(join(dataDir, 'photos', name)));
    expect(new Set(restored.map(({ uid, gid }) => `${uid}:${gid}`))).toEqual(new Set([`${other}:${other}`]));
  });
});
