// Writes a backup: a dump of the database, the folder of photos, and the rows of every table at that moment.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#server/db/index';
import type { Config } from '#server/config/index';
import { openForMigration } from '#server/db/postgres';
import { photoFolder } from '#server/media/photo-files';
import { copyPhotos, photoFilesOf, stillOwned } from './photo-copy.ts';
import { lookUpPhotos, type PhotoSample } from './photo-sample.ts';
import { DatabaseProgramError, type ProgramFolder, runProgram } from './programs.ts';
import { countDumpedRows, countRows, differences, type RowCounts, SCHEMAS } from './row-counts.ts';

export interface Backup {
  readonly folder: string;
  readonly made: Date;
  readonly rows: RowCounts;
  readonly photos: number;
  /** Photos whose files are not all there, although their members have them. */
  readonly incomplete?: readonly string[];
  /** Where the photos are when the backup does not hold them, and what a look at some of them has found. */
  readonly bucket?: PhotoSample;
}

export interface BackupOptions {
  /** Logs in as a role that row-level security does not bind. */
  readonly url: string;
  readonly files: Pick<Config, 'bucket' | 'dataDir'>;
  /** The folder in which the backup gets a folder of its own. */
  readonly into: string;
  readonly now: Date;
  readonly programs: ProgramFolder;
  /** Accepts a database without members. */
  readonly mayBeEmpty: boolean;
}

const OWNER_ONLY = 0o700;
export const dumpOf = (folder: string): string => join(folder, 'database.dump');
export const photosOf = (folder: string): string => join(folder, 'photos');
const contentsOf = (folder: string): string => join(folder, 'backup.json');
const ACCOUNTS = 'public.account';

/** Throws a DatabaseProgramError when the dump is not whole or holds no members; nothing is left then. */
export async function backUp(options: BackupOptions): Promise<Backup> {
  // To the millisecond, since a small database is backed up twice in a second.
  const name = `matchloom-${options.now.toISOString().slice(0, 23).replace(/[:.]/g, '-')}`;
  const folder = join(options.into, name);
  const unfinished = join(options.into, `.${name}.unfinished`);
  mkdirSync(unfinished, { recursive: true });
  chmodSync(unfinished, OWNER_ONLY);
  try {
    const { rows, files } = await dump(options, dumpOf(unfinished));
    const lost = differences(rows, await countDumpedRows(dumpOf(unfinished), options.programs));
    if (lost.length > 0) throw new DatabaseProgramError(`The dump lacks rows. ${lost.join('; ')}.`);
    // After the dump, and by its rows: what is added or removed meanwhile is no part of it.
    const contents = { rows, ...(await savePhotos(options, photosOf(unfinished), files)) };
    writeFileSync(
      contentsOf(unfinished),
      `${JSON.stringify({ made: options.now.toISOString(), ...contents }, null, 2)}\n`,
    );
    renameSync(unfinished, folder);
    return { folder, made: options.now, ...contents };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function savePhotos(
  { url, files: { bucket, dataDir } }: BackupOptions,
  into: string,
  files: ReadonlySet<string>,
): Promise<Pick<Backup, 'photos' | 'incomplete' | 'bucket'>> {
  if (bucket) {
    const sample = await lookUpPhotos(bucket, files);
    const missing = await withLogin(url, (db) => stillOwned(db, sample.missing));
    return { photos: 0, bucket: { ...sample, missing } };
  }
  const copy = await copyPhotos(photoFolder(dataDir), into, files);
  const photos = countFiles(into);
  if (photos !== copy.copied) throw new DatabaseProgramError(`Of ${copy.copied} photos ${photos} were written.`);
  return { photos, incomplete: await withLogin(url, (db) => stillOwned(db, copy.incomplete)) };
}

interface Dumped {
  readonly rows: RowCounts;
  readonly files: ReadonlySet<string>;
}

/** Answers the rows of every table as the dump has to hold them, and the photos they name: all read the same snapshot. */
const dump = ({ url, programs, mayBeEmpty }: BackupOptions, file: string): Promise<Dumped> =>
  withLogin(url, (login) =>
    login
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        const { rows: found } = await sql<{ snapshot: string; bypasses: boolean }>`
          select pg_export_snapshot() as snapshot, rolsuper or rolbypassrls as bypasses
          from pg_roles where rolname = current_user`.execute(db);
        const { snapshot = '', bypasses = false } = found[0] ?? {};
        if (!bypasses)
          throw new DatabaseProgramError(
            'The login of BACKUP_URL is bound by row-level security and would save no members: log in as matchloom_backup.',
          );
        const rows = await countRows(db);
        const files = await photoFilesOf(db);
        if (!rows[ACCOUNTS] && !mayBeEmpty)
          throw new DatabaseProgramError(
            'The database holds no members: check BACKUP_URL, or add --allow-empty if that is so.',
          );
        const schemas = SCHEMAS.map((schema) => `--schema=${schema}`);
        const args = ['--format=custom', `--snapshot=${snapshot}`, `--file=${file}`, ...schemas];
        await runProgram('pg_dump', args, { url, folder: programs });
        return { rows, files };
      }),
  );

export async function withLogin<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const login = openForMigration(url);
  try {
    return await work(login.kysely);
  } finally {
    await login.close();
  }
}

export const countFiles = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;

/** What the folder of a backup says of itself. Throws when it is none. */
export function readBackup(folder: string): Backup {
  if (![contentsOf(folder), dumpOf(folder)].every((file) => existsSync(file)))
    throw new DatabaseProgramError(`${folder} is no backup: it needs database.dump and backup.json.`);
  type Contents = Omit<Backup, 'folder' | 'made'> & { readonly made: string };
  const { made, rows, photos, bucket } = JSON.parse(readFileSync(contentsOf(folder), 'utf8')) as Contents;
  return { folder, made: new Date(made), rows, photos, ...(bucket ? { bucket } : {}) };
}
