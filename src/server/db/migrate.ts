// Migrates a database. On PostgreSQL it waits for a table in short tries, so that calls go on meanwhile.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseConfig } from './config.ts';
import type { Engine } from './engine.ts';
import type { Db } from './index.ts';
import { type Blocker, blockersOf, namesOf } from './blockers.ts';
import { APP_ROLE, provider } from './migrations/index.ts';
import { openForMigration } from './postgres.ts';

/** How long migrations try again for a table that another session holds. */
export interface MigrationWait {
  readonly tries: number;
  readonly pauseMs: number;
  /** Gets a sentence for the operator before each pause. */
  readonly onWait?: (sentence: string) => void;
}

/** About three minutes, in a fifth of which calls wait too. */
const WAIT: MigrationWait = { tries: 36, pauseMs: 4000 };
/**
 * Milliseconds that a migration waits for a table. Calls queue behind it, and are refused when all connections of their pool have queued
 * for one and a half seconds.
 */
const LOCK_TIMEOUT_MS = 1000;
/** Time between looks at who holds the table, in milliseconds. */
const LOOK_MS = 200;
/** Held while one process migrates, through all of its tries; others wait for it. */
const ONE_PROCESS = 7_246_115_902n;

/** Lock not available, deadlock: the migrations rolled back, and a later try may succeed. */
const HELD_CODES: readonly unknown[] = ['55P03', '40P01'];

/** Thrown when another session holds a table for too long. Its message is for the operator. */
export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked';
}

/**
 * Migrates the database: all pending migrations in one transaction, or none. Several processes may start at once. With
 * `migrateUrl` a separate login migrates, and the usual login becomes a member of the app role.
 */
export async function migrate(
  database: Pick<Engine, 'kysely'>,
  config: DatabaseConfig,
  wait: Partial<MigrationWait> = {},
): Promise<void> {
  if (config.kind !== 'postgres') {
    const error = await runPending(database.kysely);
    if (error) throw error;
    return grantAppRole(database.kysely, null);
  }
  const owner = openForMigration(config.migrateUrl ?? config.url);
  try {
    await migrateServer(owner.kysely, { ...WAIT, ...wait });
    const appLogin = config.migrateUrl ? decodeURIComponent(new URL(config.url).username) : '';
    await grantAppRole(owner.kysely, appLogin || null);
  } finally {
    await owner.close();
  }
}

/** Answers the error of migrations, which rolled back. */
async function runPending(db: Db): Promise<Error | null> {
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return null;
  return error instanceof Error ? error : new Error(String(error));
}

/** One connection holds the lock of the process, until its pool ends, and looks on while the other one migrates. */
const migrateServer = (owner: Db, wait: MigrationWait): Promise<void> =>
  owner.connection().execute(async (watch) => {
    await sql`select pg_advisory_lock(${sql.lit(ONE_PROCESS)})`.execute(watch);
    await owner.connection().execute((db) => migrateInTries(db, watch, wait));
  });

async function migrateInTries(db: Db, watch: Db, { tries, pauseMs, onWait }: MigrationWait): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const pid = rows[0]?.pid ?? 0;
  await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db);
  for (let left = tries - 1; ; left -= 1) {
    const { error, blockers } = await tryOnce(db, watch, pid);
    if (error === null) return;
    if (!isHeld(error)) throw error;
    if (left <= 0) throw new MigrationBlocked(blockedSentence(blockers), { cause: error });
    onWait?.(`Migrations wait for a table, which is held by ${namesOf(blockers)}; ${left} more tries.`);
    await setTimeout(pauseMs);
  }
}

interface Try {
  readonly error: Error | null;
  /** The sessions that it waited for last. */
  readonly blockers: readonly Blocker[];
}

async function tryOnce(db: Db, watch: Db, pid: number): Promise<Try> {
  const migrated = runPending(db);
  let blockers: readonly Blocker[] = [];
  for (;;) {
    const error = await Promise.race([migrated, setTimeout(LOOK_MS, 'running' as const)]);
    if (error !== 'running') return { error, blockers };
    const seen = await blockersOf(watch, pid).catch(() => []);
    if (seen.length > 0) blockers = seen;
  }
}

const isHeld = (error: Error): boolean => 'code' in error && HELD_CODES.includes(error.code);

const blockedSentence = (blockers: readonly Blocker[]): string =>
  `The database was not migrated, since a table that migrations change is held by ${namesOf(blockers)}. Nothing was changed. ` +
  `Start again when that has ended${
    blockers.length === 0
      ? ''
      : `, or end it before: ${blockers.map(({ pid }) => `select pg_terminate_backend(${pid});`).join(' ')}`
  }`;

async function grantAppRole(db: Db, appLogin: string | null): Promise<void> {
  const login = appLogin ? sql.id(appLogin) : sql`current_user`;
  const { rows } = await sql<{
    member: boolean;
  }>`select pg_has_role(${appLogin ?? sql`current_user`}, ${APP_ROLE}, 'member') as member`.execute(db);
  if (!rows[0]?.member) await sql`grant ${sql.id(APP_ROLE)} to ${login}`.execute(db);
  // The job queue migrates its own schema with its own login. An existing schema needs no right to create one.
  if (appLogin && !(await hasSchema(db, 'pgboss')))
    await sql`create schema if not exists pgboss authorization ${login}`.execute(db);
}

async function hasSchema(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = ${name}`.execute(db);
  return rows.length > 0;
}
