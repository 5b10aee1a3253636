// Backups for the tests: a PostgreSQL set up by roles.sql, with the logins of README.md, and the commands.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { countRows, type RowCounts } from '#scripts/database/row-counts';
import { type OpenDatabase, openDatabase } from '#server/db/index';
import { AVIF_FORM, PHOTO_FORMS } from '#server/media/photo-forms';
import { postgresPrograms, startPostgres } from './postgres.ts';
import { portOf, startProcess } from './processes.ts';
import { siteAt } from './server.ts';

export const LACKS_PROGRAMS = 'PG_BIN names a folder without pg_dump and pg_restore.';

export interface BackupServer {
  loginAs(role: string, database: string): string;
  asRoot(database: string, statement: string): Promise<void>;
  /** A database with the roles and their rights: an empty one, or a copy of another one. */
  makeDatabase(name: string, from?: string): Promise<void>;
  rowsOf(database: string): Promise<RowCounts>;
  environment(database: string, dataDir: string): Record<string, string>;
  stop(): void;
}

export async function startBackupServer(): Promise<BackupServer> {
  const cluster = await startPostgres();
  const loginAs = (username: string, database: string): string =>
    Object.assign(new URL(cluster.url), { username, password: 'Zk3vPq81', pathname: `/${database}` }).href;
  const asRoot = async (database: string, statement: string): Promise<void> => {
    const root = await openDatabase({ kind: 'postgres', url: loginAs('postgres', database), poolSize: 1 });
    await root.boss.executeSql(statement).finally(() => root.close());
  };
  return {
    ...{ loginAs, asRoot, stop: () => cluster.stop() },
    makeDatabase: async (name, from = 'template1') => {
      await asRoot('postgres', `create database ${name} template ${from}`);
      await asRoot(name, readFileSync('scripts/database/roles.sql', 'utf8'));
    },
    rowsOf: async (database) => {
      const login = await openDatabase({ kind: 'postgres', url: loginAs('matchloom_backup', database), poolSize: 1 });
      return countRows(login.kysely).finally(() => login.close());
    },
    environment: (database, DATA_DIR) => ({
      DATABASE_URL: loginAs('matchloom_web', database),
      MIGRATE_URL: loginAs('matchloom_owner', database),
      BACKUP_URL: loginAs('matchloom_backup', database),
      DATA_DIR,
      PG_BIN: postgresPrograms(),
    }),
  };
}

/** The exit code and the output of a command. */
export async function command(
  script: 'backup' | 'restore',
  args: readonly string[],
  env: Record<string, string>,
): Promise<[number | null, string]> {
  const started = startProcess(env, `scripts/${script}.ts`, args);
  return [await started.ended, started.said().trim()];
}

/** Starts and stops a server, which makes all tables, also those of the job queue. */
export async function serveOnce(env: Record<string, string>): Promise<void> {
  const server = startProcess(env);
  await portOf(server);
  server.child.kill('SIGTERM');
  await server.ended;
}

/** A photo in a chat of two members; answers the name of its file. */
export async function addChatPicture(web: OpenDatabase): Promise<string> {
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
  return file;
}

/** Writes all files of a photo, also the one that a job makes, into a folder of data; answers their names. */
export function writePhoto(dataDir: string, file: string): string[] {
  mkdirSync(join(dataDir, 'photos'), { recursive: true });
  const names = [...PHOTO_FORMS, AVIF_FORM].map((form) => `${file}-${form}`);
  for (const name of names) writeFileSync(join(dataDir, 'photos', name), 'a picture');
  return names;
}

export const photosIn = (folder: string): string[] => readdirSync(join(folder, 'photos')).toSorted();
