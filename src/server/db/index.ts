// The one way to the database: opens it, brings it up to date, and runs work as one tenant.
import { CompiledQuery, sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseConfig } from './config.ts';
import { openEngine, type Engine, type Connection, type OnDisconnect } from './engine.ts';
import { APP_ROLE, provider } from './migrations/index.ts';
import { NAMED, openForMigration } from './postgres.ts';
import type { Database } from './tables.ts';

export { NAMED };

/** What handlers query: always the transaction they run in. */
export type Db = Kysely<Database>;

/** Work whose last statement travels together with the commit: what its first row makes of it is what the work answers. */
export class FinalStatement<T> {
  readonly statement: CompiledQuery;
  readonly mapRow: (row: unknown) => T;
  constructor(statement: CompiledQuery, mapRow: (row: unknown) => T) {
    this.statement = statement;
    this.mapRow = mapRow;
  }
}

/** `isFree` tells whether the lock was free. Ask it after a first query, which then need not wait for it. */
type TenantWork<T> = (db: Db, hasLock: () => Promise<boolean>) => Promise<T | FinalStatement<T>>;

export interface OpenDatabase extends Engine {
  /**
   * Runs `work` in one transaction that sees and writes only rows of `tenant`; throws roll back. `lock` is a number to hold until
   * it ends; `work` can ask whether it was free. Without one it always is.
   */
  inTenant<T>(tenant: number, work: TenantWork<T>, lock?: bigint): Promise<T>;
  /** Carries out one statement like that, and nothing else; answers its first row. For statements that come all the time. */
  queryOne<Row>(tenant: number, statement: CompiledQuery<Row>): Promise<Row | undefined>;
}

export async function openDatabase(
  config: DatabaseConfig,
  onDisconnect: OnDisconnect = () => undefined,
): Promise<OpenDatabase> {
  const engine = await openEngine(config, onDisconnect);
  return {
    ...engine,
    inTenant: (tenant, work, lock) => inTenant(engine, tenant, work, lock),
    queryOne: (tenant, statement) => queryOne(engine, tenant, statement),
  };
}

async function queryOne<Row>(engine: Engine, tenant: number, statement: CompiledQuery<Row>): Promise<Row | undefined> {
  const firstRow = (row: unknown): Row | undefined => row as Row | undefined;
  if (engine.queryOne) return firstRow(await engine.queryOne(checkedTenant(tenant), statement));
  return inTenant(engine, tenant, () => Promise.resolve(new FinalStatement(statement, firstRow)));
}

function checkedTenant(tenant: number): number {
  if (!Number.isSafeInteger(tenant)) throw new Error(`A tenant is a whole number, not ${String(tenant)}.`);
  return tenant;
}

async function inTenant<T>(engine: Engine, tenant: number, work: TenantWork<T>, lock?: bigint): Promise<T> {
  checkedTenant(tenant);
  if (!engine.connect) {
    const setTenant = `select set_config('role', '${APP_ROLE}', true), set_config('app.tenant', '${tenant}', true), ${tryLockSql(lock)}`;
    return engine.kysely.transaction().execute(async (db) => {
      const { rows } = await sql.raw<LockResult>(setTenant).execute(db);
      const result = await work(db, () => Promise.resolve(rows[0]?.free === true));
      return result instanceof FinalStatement
        ? result.mapRow((await db.executeQuery(result.statement)).rows[0])
        : result;
    });
  }
  // As commands, not as a query: they send nothing back that would have to be read.
  const openingSql = `begin; set local role ${APP_ROLE}; set local app.tenant = '${tenant}'${lock === undefined ? '' : `; select ${tryLockSql(lock)}`}`;
  return transact(await engine.connect(), openingSql, work, lock === undefined);
}

interface LockResult {
  readonly free: boolean;
}
const tryLockSql = (lock: bigint | undefined): string =>
  lock === undefined ? 'true as free' : `pg_try_advisory_xact_lock(${BigInt(lock)}) as free`;

/**
 * One transaction on a line of its own: what opens it travels with the first query, the commit with the last one. PostgreSQL carries
 * them out in order and nothing more after one that failed, so that a commit behind it rolls back.
 */
async function transact<T>(
  connection: Connection,
  openingSql: string,
  work: TenantWork<T>,
  hasLock: boolean,
): Promise<T> {
  let isBroken = false;
  try {
    const opened = connection.send(CompiledQuery.raw(openingSql) as CompiledQuery<LockResult>);
    opened.catch(() => undefined);
    // Whatever the work ends in, an opening that failed is the reason.
    const result = await work(connection.db, async () => hasLock || (await opened).rows[0]?.free === true).finally(
      () => opened,
    );
    const finalResult = result instanceof FinalStatement ? connection.send(result.statement) : null;
    finalResult?.catch(() => undefined);
    const { command } = await connection.send(CompiledQuery.raw('commit')).catch(async (error: unknown) => {
      await finalResult;
      throw error;
    });
    const row = (await finalResult)?.rows[0];
    if (command === 'ROLLBACK') throw new Error('The transaction had failed before its commit.');
    return result instanceof FinalStatement ? result.mapRow(row) : result;
  } catch (error) {
    await connection.send(CompiledQuery.raw('rollback')).catch(() => (isBroken = true));
    throw error;
  } finally {
    connection.release(isBroken);
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
  // The job queue looks after its own schema, as the login it runs with. Where it exists, no right to make one is needed.
  if (appLogin && !(await hasSchema(db, 'pgboss')))
    await sql`create schema if not exists pgboss authorization ${login}`.execute(db);
}

async function hasSchema(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = ${name}`.execute(db);
  return rows.length > 0;
}
