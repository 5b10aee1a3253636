// Opens the two database engines; no other file imports a database driver.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { fromPglite, type Db as JobDatabase } from 'pg-boss';
import type { DatabaseConfig } from './config.ts';
import { lockFolder } from './lock.ts';
import type { Database } from './tables.ts';

/** Hears every message other processes sent on a channel; returns what stops it. */
export type Listen = (channel: string, heard: (payload: string) => void) => Promise<() => Promise<void>>;

export interface Engine {
  readonly name: 'pglite' | 'postgres';
  readonly kysely: Kysely<Database>;
  /** The same database as the job queue sees it. */
  readonly boss: JobDatabase;
  /** Messages between processes; null where only one process can be. */
  readonly listen: Listen | null;
  close(): Promise<void>;
}

const DATE = 1082;
const BIGINT = 20;

/** Reported when a connection breaks while nobody waits on it; the next query gets a new one. */
export type OnLost = (error: Error) => void;

export async function openEngine(config: DatabaseConfig, onLost: OnLost): Promise<Engine> {
  return config.kind === 'postgres' ? openPostgres(config.url, config.poolSize ?? 10, onLost) : openPglite(config);
}

async function openPglite(config: Extract<DatabaseConfig, { kind: 'memory' | 'folder' }>): Promise<Engine> {
  const unlock = config.kind === 'folder' ? lockFolder(config.folder) : () => undefined;
  try {
    if (config.kind === 'folder') mkdirSync(dirname(config.folder), { recursive: true });
    const parsers = { [DATE]: (value: string) => value, [BIGINT]: Number };
    const pglite = await PGlite.create(config.kind === 'folder' ? { dataDir: config.folder, parsers } : { parsers });
    const kysely = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
    const close = async (): Promise<void> => {
      if (!pglite.closed) await pglite.close();
      unlock();
    };
    return { name: 'pglite', kysely, boss: fromPglite(pglite), listen: null, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

function openPostgres(url: string, size: number, onLost: OnLost): Engine {
  const types = {
    getTypeParser: ((id: number, format?: 'text' | 'binary') => {
      if (id === DATE) return (value: string) => value;
      if (id === BIGINT) return Number;
      return pg.types.getTypeParser(id, format);
    }) as typeof pg.types.getTypeParser,
  };
  const shared = {
    connectionString: url,
    types,
    keepAlive: true,
    connectionTimeoutMillis: 1500,
    statement_timeout: 10_000,
  };
  const pool = new pg.Pool({ ...shared, max: size, idle_in_transaction_session_timeout: 15_000 });
  // Once per client: without it a backend that ends while a client is checked out ends this process.
  pool.on('connect', (client) => client.on('error', onLost));
  pool.on('error', onLost);
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const boss: JobDatabase = { executeSql: (text, values) => pool.query(text, values) };
  return {
    name: 'postgres',
    kysely,
    boss,
    listen: listener(() => new pg.Client(shared), onLost),
    close: () => kysely.destroy(),
  };
}

/** Listens on a connection of its own and comes back when that is lost. */
function listener(connect: () => pg.Client, onLost: OnLost): Listen {
  return async (channel, heard) => {
    let client: pg.Client | null = null;
    let timer: NodeJS.Timeout | null = null;
    let isOver = false;
    const open = async (): Promise<void> => {
      const next = connect();
      next.on('error', onLost);
      next.on('end', again);
      next.on('notification', ({ payload }) => heard(payload ?? ''));
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      client = next;
    };
    const again = (): void => {
      client = null;
      if (!isOver && !timer) timer = setTimeout(() => ((timer = null), void open().catch(again)), 1000).unref();
    };
    await open();
    return async () => {
      isOver = true;
      if (timer) clearTimeout(timer);
      await client?.end();
    };
  };
}
