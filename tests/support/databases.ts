// Databases for tests: copies of a migrated template, because migrating each of them takes seconds.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { writeAtomically } from '#scripts/build/write-atomically';
import type { DatabaseConfig } from '#server/db/config';
import { migrate, openDatabase, type OpenDatabase } from '#server/db/index';
import { freshFolder } from './processes.ts';

const cache = join(process.cwd(), '.cache', 'test-databases');
const KEEP_DAYS = 2;
const migrations = 'src/server/db/migrations';
const engine = 'node_modules/@electric-sql/pglite/package.json';
const sources = createHash('sha256')
  .update(
    [...readdirSync(migrations).map((name) => join(migrations, name)), engine]
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n'),
  )
  .digest('hex')
  .slice(0, 16);

/** Names a template by what it is made from and, because of the partitions, by its day, which may end meanwhile. */
const version = (): string => `${sources}_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;

type PostgresConfig = Extract<DatabaseConfig, { kind: 'postgres' }>;

/** A new database of the engine with all its tables. A process opens one of PostgreSQL sooner than a folder. */
export function freshDatabase(engine: 'postgres'): Promise<PostgresConfig>;
export function freshDatabase(engine: 'pglite' | 'postgres'): Promise<DatabaseConfig>;
export function freshDatabase(engine: 'pglite' | 'postgres'): Promise<DatabaseConfig> {
  return engine === 'pglite' ? memoryDatabase() : postgresDatabase(postgresTemplate);
}

/** A new PostgreSQL database without tables. */
export const emptyDatabase = (): Promise<PostgresConfig> => postgresDatabase(() => Promise.resolve('template1'));

/** An embedded database with all its tables. */
export const memoryDatabase = async (): Promise<DatabaseConfig> => ({
  kind: 'memory',
  snapshot: new Blob([readFileSync(await snapshotFile())]),
});

/** A data folder (DATA_DIR) whose database has all its tables; deleted when the test that asked for it ends. */
export async function dataFolder(): Promise<string> {
  const folder = freshFolder();
  const database = join(folder, 'db');
  mkdirSync(database);
  execFileSync('tar', ['-xzf', await snapshotFile(), '-C', database], { stdio: 'ignore' });
  return folder;
}

/** The first test that needs it makes it for all runs. */
async function snapshotFile(): Promise<string> {
  const file = join(cache, `${version()}.tar.gz`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    writeAtomically(file, await makeSnapshot());
    removeOlder(file);
  }
  return file;
}

/**
 * Removes what was made days before the file `newest` from its folder: each day and each change of a migration makes a
 * new one. Other processes may remove or rename files there meanwhile.
 */
export function removeOlder(newest: string): void {
  const oldest = statSync(newest).mtimeMs - KEEP_DAYS * 86_400_000;
  for (const path of readdirSync(dirname(newest)).map((name) => join(dirname(newest), name))) {
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && made < oldest) rmSync(path, { force: true });
  }
}

async function makeSnapshot(): Promise<Buffer> {
  const pglite = await PGlite.create();
  const kysely = new Kysely({ dialect: new PGliteDialect({ pglite }) });
  await migrate({ kysely } as OpenDatabase, { kind: 'memory' });
  const snapshot = Buffer.from(await (await pglite.dumpDataDir('gzip')).arrayBuffer());
  await kysely.destroy();
  return snapshot;
}

/** A slow or busy machine is no fault. */
const LONG_TIMEOUTS = { connectWithinMs: 240_000, answerWithinMs: 240_000 } as const;
type Admin = OpenDatabase['kysely'];

/** A database in the server of the test run, as a copy of the one that `template` names. */
async function postgresDatabase(template: (admin: Admin, url: string) => Promise<string>): Promise<PostgresConfig> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url)
    throw new Error('TEST_DATABASE_URL is missing; run a project of vitest that starts a server (vitest.config.ts).');
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 1, ...LONG_TIMEOUTS });
  try {
    // One connection all the time: the pool would close an idle one, and a lock with it, while the migrations run.
    return await database.kysely.connection().execute(async (admin) => {
      await sql`set statement_timeout = 0`.execute(admin);
      const model = await template(admin, url);
      const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
      // Twice as fast as through the log, which the server does not need.
      await sql`create database ${sql.id(name)} template ${sql.id(model)} strategy file_copy`.execute(admin);
      // Many concurrent calls share few connections here.
      return { kind: 'postgres', url: addressOf(url, name), connectWithinMs: 30_000 };
    });
  } finally {
    await database.close();
  }
}

const addressOf = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;

/** Makes the template where the server has none yet; other workers wait for it. */
async function postgresTemplate(admin: Admin, url: string): Promise<string> {
  const name = `template_${version()}`;
  const lock = sql`hashtext(${name})`;
  await sql`select pg_advisory_lock(${lock})`.execute(admin);
  try {
    const found = await sql`select from pg_database where datname = ${name}`.execute(admin);
    if (found.rows.length > 0) return name;
    const unfinished = `${name}_new`;
    await sql`drop database if exists ${sql.id(unfinished)}`.execute(admin);
    await sql`create database ${sql.id(unfinished)}`.execute(admin);
    const config = { kind: 'postgres', url: addressOf(url, unfinished), ...LONG_TIMEOUTS } as const;
    const database = await openDatabase(config);
    await migrate(database, config).finally(() => database.close());
    await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(name)}`.execute(admin);
    return name;
  } finally {
    await sql`select pg_advisory_unlock(${lock})`.execute(admin);
  }
}
