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
  readonly done: (row: unknown) => T;
  constructor(statement: CompiledQuery, done: (row: unknown) => T) {
    this.statement = statement;
    this.done = done;
  }
}

/** `isFree` tells whether the lock was free. Ask it after a first query, which then need not wait for it. */
type TenantWork<T> = (db: Db, isFree: () => Promise<boolean>) => Promise<T | FinalStatement<T>>;

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
  onLost: OnDisconnect = () => undefined,
): Promise<OpenDatabase> {
  const engine = await openEngine(config, onLost);
  return {
    ...engine,
    inTenant: (tenant, work, lock) => inTenant(engine, tenant, work, lock),
    queryOne: (tenant, statement) => once(engine, tenant, statement),
  };
}

async function once<Row>(engine: Engine, tenant: number, statement: CompiledQuery<Row>): Promise<Row | undefined> {
  const firstRow = (row: unknown): Row | undefined => row as Row | undefined;
  if (engine.queryOne) return firstRow(await engine.queryOne(checked(tenant), statement));
  return inTenant(engine, tenant, () => Promise.resolve(new FinalStatement(statement, firstRow)));
}

function checked(tenant: number): number {
  if (!Number.isSafeInteger(tenant)) throw new Error(`A tenant is a whole number, not ${String(tenant)}.`);
  return tenant;
}

async function inTenant<T>(engine: Engine, tenant: number, work: TenantWork<T>, lock?: bigint): Promise<T> {
  checked(tenant);
  if (!engine.connect) {
    const become = `select set_config('role', '${APP_ROLE}', true), set_config('app.tenant', '${tenant}', true), ${tried(lock)}`;
    return engine.kysely.transaction().execute(async (db) => {
      const { rows } = await sql.raw<Tried>(become).execute(db);
      const result = await work(db, () => Promise.resolve(rows[0]?.free === true));
      return result instanceof FinalStatement ? result.done((await db.executeQuery(result.statement)).rows[0]) : result;
    });
  }
  // As commands, not as a query: they send nothing back that would have to be read.
  const opening = `begin; set local role ${APP_ROLE}; set local app.tenant = '${tenant}'${lock === undefined ? '' : `; select ${tried(lock)}`}`;
  return transact(await engine.connect(), opening, work, lock === undefined);
}

interface Tried {
  readonly free: boolean;
}
const tried = (lock: bigint | undefined): string =>
  lock === undefined ? 'true as free' : `pg_try_advisory_xact_lock(${BigInt(lock)}) as free`;

/**
 * One transaction on a line of its own: what opens it travels with the first query, the commit with the last one. PostgreSQL carries
 * them out in order and nothing more after one that failed, so that a commit behind it rolls back.
 */
async function transact<T>(line: Connection, opening: string, work: TenantWork<T>, isFree: boolean): Promise<T> {
  let isBroken = false;
  try {
    const opened = line.send(CompiledQuery.raw(opening) as CompiledQuery<Tried>);
    opened.catch(() => undefined);
    // Whatever the work ends in, an opening that failed is the reason.
    const result = await work(line.db, async () => isFree || (await opened).rows[0]?.free === true).finally(
      () => opened,
    );
    const last = result instanceof FinalStatement ? line.send(result.statement) : null;
    last?.catch(() => undefined);
    const { command } = await line.send(CompiledQuery.raw('commit')).catch(async (error: unknown) => {
      await last;
      throw error;
    });
    const row = (await last)?.rows[0];
    if (command === 'ROLLBACK') throw new Error('The transaction had failed before its commit.');
    return result instanceof FinalStatement ? result.done(row) : result;
  } catch (error) {
    await line.send(CompiledQuery.raw('rollback')).catch(() => (isBroken = true));
    throw error;
  } finally {
    line.release(isBroken);
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
