// Opens a PostgreSQL server: pools with timeouts, pipelining and prepared statements.
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import type { Db as JobDatabase } from 'pg-boss';
import type { DatabaseConfig } from './config.ts';
import { COLUMN_PARSERS } from './column-parsers.ts';
import type { Engine, Connection, OnDisconnect } from './engine.ts';
import { createListener } from './listener.ts';
import type { Database } from './tables/index.ts';
import { tenantConnections } from './tenant-connections.ts';

type PostgresConfig = Extract<DatabaseConfig, { kind: 'postgres' }>;

/** Timeouts in milliseconds: to connect, for a statement on the server, for its result, between two statements. */
const TIMEOUT_MS = { connect: 1500, statement: 10_000, answer: 12_000, idle: 15_000 } as const;
/** Readiness probe: timeout of an answer, and idle time of its connection, in milliseconds. */
const PROBE_TIMEOUT_MS = { answer: 1500, unused: 300_000 } as const;
/** By this name operators know the sessions in `pg_stat_activity`. */
const PROGRAM = 'matchloom';
const NAMED_MARK = '/* named */';

/**
 * Marks a statement to be prepared: `select.modifyFront(NAMED)`. Only for statements whose text has few variants and
 * whose best plan does not depend on the values.
 */
export const NAMED = sql.raw(NAMED_MARK);

const types = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    COLUMN_PARSERS[id] ?? pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
};

export function openPostgres(config: PostgresConfig, onDisconnect: OnDisconnect): Engine {
  const shared = {
    connectionString: config.url,
    fallback_application_name: PROGRAM,
    types,
    keepAlive: true,
    connectionTimeoutMillis: config.connectWithinMs ?? TIMEOUT_MS.connect,
    statement_timeout: TIMEOUT_MS.statement,
    query_timeout: config.answerWithinMs ?? TIMEOUT_MS.answer,
  };
  const names = new Map<string, string>();
  const openPool = (options: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({ ...shared, ...options });
    pool.on('connect', (client) => {
      // Without this listener, a backend that ends while its client is checked out would crash this process.
      client.on('error', onDisconnect);
      instrument(client, names);
    });
    return pool.on('error', onDisconnect);
  };
  const pool = openPool({
    max: config.poolSize ?? 10,
    pipeline: true,
    idle_in_transaction_session_timeout: TIMEOUT_MS.idle,
  });
  const probe = openPool({
    max: 1,
    idleTimeoutMillis: PROBE_TIMEOUT_MS.unused,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS.answer,
    statement_timeout: PROBE_TIMEOUT_MS.answer,
    query_timeout: PROBE_TIMEOUT_MS.answer,
  });
  const kyselyByClient = new WeakMap<pg.PoolClient, Kysely<Database>>();
  pool.on('connect', (client) => kyselyByClient.set(client, kyselyOf(client)));
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const tenants = tenantConnections(openPool);
  const boss: JobDatabase = { executeSql: (text, values) => pool.query(text, values) };
  return {
    name: 'postgres',
    kysely,
    connect: async () => {
      const client = await pool.connect();
      return connectionOn(client, kyselyByClient.get(client) ?? kyselyOf(client));
    },
    queryOne: tenants.queryOne,
    boss,
    ping: async () => void (await probe.query('select 1')),
    listen: createListener(() => new pg.Client(shared), onDisconnect),
    isShared: true,
    close: async () => {
      await Promise.allSettled([tenants.close(), probe.end()]);
      await kysely.destroy();
      // Kysely leaves a pool open that it has not used itself.
      if (!pool.ending) await pool.end();
    },
  };
}

/** For migrations: no statement timeout, since building an index may take minutes. */
export function openForMigration(url: string): { kysely: Kysely<Database>; close(): Promise<void> } {
  const connectionTimeoutMillis = TIMEOUT_MS.connect;
  const pool = new pg.Pool({
    ...{ connectionString: url, types, max: 2, keepAlive: true, connectionTimeoutMillis },
    fallback_application_name: PROGRAM,
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { kysely, close: () => kysely.destroy() };
}

/** Queries of this client only. Unlike Kysely's own way to hold a connection, they are pipelined. */
function kyselyOf(client: pg.PoolClient): Kysely<Database> {
  const pinned = { query: client.query, release: () => undefined } as unknown as PostgresPoolClient;
  const pool = { connect: () => Promise.resolve(pinned), end: () => Promise.resolve(), options: {} };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

function connectionOn(client: pg.PoolClient, db: Kysely<Database>): Connection {
  return {
    db,
    send: async ({ sql, parameters }) => {
      // Text without values may hold several statements; the result is that of the last one.
      const result: pg.QueryResult | pg.QueryResult[] = await (parameters.length === 0
        ? client.query(sql)
        : client.query(sql, [...parameters]));
      const { command, rows } = Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
      return { command, rows };
    },
    release: (isBroken) => client.release(isBroken),
  };
}

/** Names marked statements, writes those of one tick together, and closes a client after a timeout. */
function instrument(client: pg.PoolClient, names: Map<string, string>): void {
  const runQuery = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const { stream } = (client as unknown as pg.Client).connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const result = runQuery(...withName(args, names));
    if (result instanceof Promise) result.catch((error: unknown) => endIfHung(client, error));
    return result;
  }) as typeof client.query;
}

function withName(args: unknown[], names: Map<string, string>): unknown[] {
  const [text, values] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || !text.includes(NAMED_MARK)) return args;
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return [{ name, text, values }];
}

/** After a timeout the transaction may be open and the result may still arrive, so the connection is not reused. */
function endIfHung(client: pg.PoolClient, error: unknown): void {
  const isHung = error instanceof Error && error.message === 'Query read timeout';
  if (isHung && client instanceof pg.Client) void client.end().catch(() => undefined);
}
