// The entry point to the database: opens it, and runs work as one tenant.
import { CompiledQuery, sql, type Kysely } from 'kysely';
import type { DatabaseConfig } from './config.ts';
import { openEngine, type Engine, type Connection, type OnDisconnect } from './engine.ts';
import { APP_ROLE } from './app-role.ts';
import { migrate } from './migrate.ts';
import { NAMED } from './postgres.ts';
import type { Database } from './tables/index.ts';

export { migrate, NAMED };

/** The transaction a handler runs in. */
export type Db = Kysely<Database>;

/**
 * The result of work whose last statement is sent together with the commit; `mapRow` turns its first row into the
 * result.
 */
export class FinalStatement<T> {
  readonly statement: CompiledQuery;
  readonly mapRow: (row: unknown) => T;
  constructor(statement: CompiledQuery, mapRow: (row: unknown) => T) {
    this.statement = statement;
    this.mapRow = mapRow;
  }
}

/**
 * `hasLock` tells whether the lock was acquired. Call it after a first query, so that the query need not wait for it.
 */
type TenantWork<T> = (db: Db, hasLock: () => Promise<boolean>) => Promise<T | FinalStatement<T>>;

/** An advisory lock by its number; `waits` until it is free instead of only trying. */
export interface Lock {
  readonly number: bigint;
  readonly waits?: boolean;
}

export interface OpenDatabase extends Engine {
  /**
   * Runs `work` in a transaction limited to the rows of `tenant`; an error rolls back. `lock` is an advisory lock to
   * try, held until the end. Without it, `hasLock` is always true.
   */
  inTenant<T>(tenant: number, work: TenantWork<T>, lock?: Lock): Promise<T>;
  /** Runs one frequent statement in its own transaction as `tenant`; returns its first row. */
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

async function inTenant<T>(engine: Engine, tenant: number, work: TenantWork<T>, lock?: Lock): Promise<T> {
  checkedTenant(tenant);
  if (!engine.connect) {
    const setTenant = `select set_config('role', '${APP_ROLE}', true), set_config('app.tenant', '${tenant}', true), ${lockSql(lock)}`;
    return engine.kysely.transaction().execute(async (db) => {
      const { rows } = await sql.raw<LockResult>(setTenant).execute(db);
      const result = await work(db, () => Promise.resolve(rows[0]?.free === true));
      return result instanceof FinalStatement
        ? result.mapRow((await db.executeQuery(result.statement)).rows[0])
        : result;
    });
  }
  // Commands instead of a query: they return no result to parse.
  const openingSql = `begin; set local role ${APP_ROLE}; set local app.tenant = '${tenant}'${lock === undefined ? '' : `; select ${lockSql(lock)}`}`;
  return transact(await engine.connect(), openingSql, work, lock === undefined);
}

interface LockResult {
  readonly free: boolean;
}
function lockSql(lock: Lock | undefined): string {
  if (lock === undefined) return 'true as free';
  const number = BigInt(lock.number);
  return lock.waits ? `pg_advisory_xact_lock(${number}), true as free` : `pg_try_advisory_xact_lock(${number}) as free`;
}

/**
 * One transaction on its own connection. The opening is pipelined with the first query, the commit with the last. After
 * a failed statement PostgreSQL runs no further ones, and the commit rolls back.
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
    // If the opening failed, its error takes precedence over the work's.
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
