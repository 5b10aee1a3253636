// The one way to the database: opens it, brings it up to date, and runs work as one tenant.
import { CompiledQuery, sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseConfig } from './config.ts';
import { openEngine, type Engine, type OnLost } from './engine.ts';
import { APP_ROLE, provider } from './migrations/index.ts';
import { NAMED, openForMigration } from './postgres.ts';
import type { Database } from './tables.ts';

export { NAMED };

/** What handlers query: always the transaction they run in. */
export type Db = Kysely<Database>;

export type TenantWork<T> = (db: Db, isFree: boolean) => Promise<T>;

export interface OpenDatabase extends Engine {
  /**
   * Runs `work` in one transaction that sees and writes only rows of `tenant`; throws roll back. `lock` is a number to hold until
   * it ends; `work` is told whether it was free. Without one it always is.
   */
  inTenant<T>(tenant: number, work: TenantWork<T>, lock?: bigint): Promise<T>;
}

export async function openDatabase(config: DatabaseConfig, onLost: OnLost = () => undefined): Promise<OpenDatabase> {
  const engine = await openEngine(config, onLost);
  return { ...engine, inTenant: (tenant, work, lock) => inTenant(engine, tenant, work, lock) };
}

export async function inTenant<T>(engine: Engine, tenant: number, work: TenantWork<T>, lock?: bigint): Promise<T> {
  if (!Number.isSafeInteger(tenant)) throw new Error(`A tenant is a whole number, not ${String(tenant)}.`);
  if (engine.name === 'pglite') {
    const become = `select set_config('role', '${APP_ROLE}', true), set_config('app.tenant', '${tenant}', true), ${tried(lock)}`;
    return engine.kysely.transaction().execute(async (db) => {
      const { rows } = await sql.raw<Tried>(become).execute(db);
      return work(db, rows[0]?.free === true);
    });
  }
  // As commands, not as a query: they send nothing back that would have to be read.
  const opening = `begin; set local role ${APP_ROLE}; set local app.tenant = '${tenant}'${lock === undefined ? '' : `; select ${tried(lock)}`}`;
  return engine.kysely.connection().execute((db) => transact(db, opening, work, lock === undefined));
}

interface Tried {
  readonly free: boolean;
}
const tried = (lock: bigint | undefined): string =>
  lock === undefined ? 'true as free' : `pg_try_advisory_xact_lock(${BigInt(lock)}) as free`;

/** Like Kysely's own transaction, but the opening statements travel together: one round trip instead of two. */
async function transact<T>(db: Db, opening: string, work: TenantWork<T>, isFree: boolean): Promise<T> {
  try {
    const opened = await db.executeQuery<Tried>(CompiledQuery.raw(opening));
    const result = await work(db, isFree || opened.rows[0]?.free === true);
    const { rows } = await db.executeQuery<{ command?: string }>(CompiledQuery.raw('commit'));
    if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction had failed before its commit.');
    return result;
  } catch (error) {
    await sql`rollback`.execute(db).catch(() => undefined);
    throw error;
  }
}

/**
 * Brings the tables up to date; several processes may start at once (the migrator takes an advisory lock).
 * With `migrateUrl` another login does it, and the usual login is let into the app role.
 */
export async function migrate(database: Engine, config: DatabaseConfig): Promise<void> {
  if (config.kind !== 'postgres') return migrateWith(database.kysely, null);
  const owner = openForMigration(config.migrateUrl ?? config.url);
  try {
    const appLogin = config.migrateUrl ? decodeURIComponent(new URL(config.url).username) : '';
    await migrateWith(owner.kysely, appLogin || null);
  } finally {
    await owner.close();
  }
}

async function migrateWith(db: Db, appLogin: string | null): Promise<void> {
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(String(error));
  const login = appLogin ? sql.id(appLogin) : sql`current_user`;
  const { rows } = await sql<{
    member: boolean;
  }>`select pg_has_role(${appLogin ?? sql`current_user`}, ${APP_ROLE}, 'member') as member`.execute(db);
  if (!rows[0]?.member) await sql`grant ${sql.id(APP_ROLE)} to ${login}`.execute(db);
  // The job queue looks after its own schema, as the login it runs with.
  if (appLogin) await sql`create schema if not exists pgboss authorization ${login}`.execute(db);
}
