// Brings a backup back into a database and a data folder, with the logins of owner and server.
import { cpSync, lchownSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '#server/config/index';
import type { Db } from '#server/db/index';
import { photoFolder, placeOfPhoto } from '#server/media/photo-files';
import { openFileStore } from '#server/storage/index';
import { type Backup, countFiles, dumpOf, photosOf, withLogin } from './backup.ts';
import { photoFilesOf } from './photo-copy.ts';
import { lookUpPhotos, type PhotoSample } from './photo-sample.ts';
import { DatabaseProgramError, type ProgramFolder, runProgram } from './programs.ts';
import {
  countDumpedRows,
  countRows,
  differences,
  type RowCounts,
  type Schema,
  SCHEMAS,
  tablesOf,
} from './row-counts.ts';

export interface RestoreOptions {
  readonly ownerUrl: string;
  /** The server's login, which owns the tables of the job queue. */
  readonly webUrl: string;
  readonly files: Pick<Config, 'bucket' | 'dataDir'>;
  readonly programs: ProgramFolder;
  /** Deletes what database and folder of photos hold. */
  readonly replace: boolean;
}

/**
 * Throws a DatabaseProgramError before anything changes when the target is in use or not empty, or the backup not whole. Answers
 * what a look into the bucket found whose photos the backup does not hold.
 */
export async function restore(backup: Backup, options: RestoreOptions): Promise<PhotoSample | null> {
  const { bucket } = options.files;
  if (backup.bucket && !bucket)
    throw new DatabaseProgramError(`The photos of this backup are in ${backup.bucket.title}: set FILES_URL to it.`);
  const logins = [
    { schema: SCHEMAS[0], url: options.ownerUrl },
    { schema: SCHEMAS[1], url: options.webUrl },
  ] as const;
  await withLogin(options.ownerUrl, (db) => checkTarget(db, options));
  await checkBackup(backup, options.programs);
  for (const { schema, url } of logins) {
    if (options.replace) await withLogin(url, (db) => emptySchema(db, schema));
    await runRestore(backup, schema, 'pre-data', url, options.programs);
  }
  for (const { schema, url } of logins) await runRestore(backup, schema, 'data', url, options.programs);
  let found: RowCounts = {};
  // Row-level security comes with the last section: until then the owner sees every row.
  for (const { schema, url } of logins)
    found = { ...found, ...(await withLogin(url, (db) => countRows(db, [schema]))) };
  const lost = differences(backup.rows, found);
  if (lost.length > 0) throw new DatabaseProgramError(`The database lacks rows. ${lost.join('; ')}.`);
  const files = await withLogin(options.ownerUrl, photoFilesOf);
  if (!backup.bucket) await restorePhotos(photosOf(backup.folder), options);
  // Our own tables come last: production refuses them unsecured, and so what is left of a restore that was cut off.
  for (const { schema, url } of logins.toReversed())
    await runRestore(backup, schema, 'post-data', url, options.programs);
  return backup.bucket && bucket ? lookUpPhotos(bucket, files) : null;
}

/** Into a bucket they are added: what else it holds may belong to others. */
async function restorePhotos(from: string, { files, replace }: RestoreOptions): Promise<void> {
  if (files.bucket) {
    const store = openFileStore(files);
    for (const name of readdirSync(from)) await store.put(placeOfPhoto(name), readFileSync(join(from, name)));
    return;
  }
  const photos = photoFolder(files.dataDir);
  if (replace) rmSync(photos, { recursive: true, force: true });
  cpSync(from, photos, { recursive: true, preserveTimestamps: true });
  giveToOwnerOf(files.dataDir, photos);
}

/** Root may restore for the server, which has to read the photos and to delete them. */
function giveToOwnerOf(dataDir: string, photos: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  for (const name of ['', ...readdirSync(photos)]) lchownSync(join(photos, name), uid, gid);
}

/** Reads all of it, with the program that will restore it. */
async function checkBackup({ folder, rows, photos, bucket }: Backup, programs: ProgramFolder): Promise<void> {
  const lost = differences(rows, await countDumpedRows(dumpOf(folder), programs));
  if (lost.length > 0) throw new DatabaseProgramError(`The dump lacks rows. ${lost.join('; ')}.`);
  const found = countFiles(photosOf(folder));
  if (!bucket && found !== photos)
    throw new DatabaseProgramError(`The backup lacks photos: ${found} instead of ${photos}.`);
}

async function checkTarget(db: Db, { files, replace }: RestoreOptions): Promise<void> {
  // PostgreSQL takes a moment to end the connection of a process that has just stopped.
  let others = await otherConnections(db);
  for (let tries = 0; others !== '' && tries < 10; tries += 1) {
    await setTimeout(200);
    others = await otherConnections(db);
  }
  if (others !== '')
    throw new DatabaseProgramError(
      `Other programs are connected to the database (${others}): stop the server before restoring.`,
    );
  if (replace) return;
  if ((await tablesOf(db)).length > 0)
    throw new DatabaseProgramError('The database is not empty: restore into a new one, or add --replace to delete it.');
  const photos = photoFolder(files.dataDir);
  if (!files.bucket && countFiles(photos) > 0)
    throw new DatabaseProgramError(`${photos} is not empty: name another DATA_DIR, or add --replace to delete it.`);
}

/** The logins of other connections. */
async function otherConnections(db: Db): Promise<string> {
  // Most columns are hidden from a login that is no superuser.
  const { rows } = await sql<{
    others: string;
  }>`select coalesce(string_agg(usename, ', '), '') as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`.execute(db);
  return rows[0]?.others ?? '';
}

/** Drops what a schema holds; the schema itself keeps its owner and rights. */
async function emptySchema(db: Db, schema: Schema): Promise<void> {
  const drop = sql.lit(schema);
  await sql`do $$ declare statement text; begin
    foreach statement in array array(
      select format('drop table if exists %I.%I cascade', n.nspname, c.relname) from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${drop} and c.relkind in ('r', 'p')
      union all select format('drop view if exists %I.%I cascade', n.nspname, c.relname) from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${drop} and c.relkind = 'v'
      union all select format('drop sequence if exists %I.%I cascade', n.nspname, c.relname) from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${drop} and c.relkind = 'S'
      union all select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace where n.nspname = ${drop}
      union all select format('drop type if exists %I.%I cascade', n.nspname, t.typname) from pg_type t
        join pg_namespace n on n.oid = t.typnamespace where n.nspname = ${drop} and t.typtype in ('e', 'd')
    ) loop execute statement; end loop;
  end $$`.execute(db);
}

/** One schema with the login that owns it. `--no-owner` gives everything to that login; rights come from the dump. */
async function runRestore(
  backup: Backup,
  schema: Schema,
  section: 'pre-data' | 'data' | 'post-data',
  url: string,
  folder: ProgramFolder,
): Promise<void> {
  const parts = [`--schema=${schema}`, `--section=${section}`];
  const args = ['--no-owner', '--exit-on-error', '--single-transaction', ...parts];
  await runProgram('pg_restore', [...args, dumpOf(backup.folder)], { url, folder });
}
