// What both database engines offer, and the embedded one; no file outside this folder imports a database driver.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type CompiledQuery, Kysely, PGliteDialect } from 'kysely';
import { fromPglite, type Db as JobDatabase } from 'pg-boss';
import type { DatabaseConfig } from './config.ts';
import { lockFolder } from './folder-lock.ts';
import { COLUMN_PARSERS } from './column-parsers.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './tables.ts';

export interface ChannelListener {
  onMessage(payload: string): void;
  /** The connection was lost and is back: what others said meanwhile is gone. */
  onReconnect(): void;
}
/** Hears every message other processes sent on a channel; returns what stops it. */
export type Listen = (channel: string, listener: ChannelListener) => Promise<() => Promise<void>>;

/** One connection, held until it is let go. What is sent on it without waiting travels together, and is carried out in order. */
export interface Connection {
  readonly db: Kysely<Database>;
  send<Row>(statement: CompiledQuery<Row>): Promise<{ readonly command: string; readonly rows: readonly Row[] }>;
  /** Whoever says that it is broken sees to it that nobody gets it again. */
  release(isBroken: boolean): void;
}

export interface Engine {
  readonly name: 'pglite' | 'postgres';
  readonly kysely: Kysely<Database>;
  /** Null where there is one connection for all, and no way to it that would be worth saving. */
  readonly connect: (() => Promise<Connection>) | null;
  /** One statement as one tenant, in a transaction of its own, on a connection kept for that tenant; null as for `line`. */
  readonly queryOne: ((tenant: number, statement: CompiledQuery) => Promise<unknown>) | null;
  /** The same database as the job queue sees it. */
  readonly boss: JobDatabase;
  /** Whether the database answers; asked beside the calls, not behind them. Throws when it does not. */
  ping(): Promise<void>;
  /** Messages between processes; null where only one process can be. */
  readonly listen: Listen | null;
  close(): Promise<void>;
}

/** Reported when a connection breaks while nobody waits on it; the next query gets a new one. */
export type OnDisconnect = (error: Error) => void;

export async function openEngine(config: DatabaseConfig, onDisconnect: OnDisconnect): Promise<Engine> {
  return config.kind === 'postgres' ? openPostgres(config, onDisconnect) : openPglite(config);
}

const lockData = (folder: string): (() => void) =>
  lockFolder(
    folder,
    (pid) =>
      `The data folder ${folder} is in use by process ${pid}; stop that one first, or set DATA_DIR to another folder.`,
  );

async function openPglite(config: Extract<DatabaseConfig, { kind: 'memory' | 'folder' }>): Promise<Engine> {
  const unlock = config.kind === 'folder' ? lockData(config.folder) : () => undefined;
  try {
    if (config.kind === 'folder') mkdirSync(dirname(config.folder), { recursive: true });
    const pglite = config.kind === 'folder' ? await openFolder(config.folder) : await openMemory(config.snapshot);
    const kysely = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
    const close = async (): Promise<void> => {
      if (!pglite.closed) await pglite.close();
      unlock();
    };
    // It runs in this process: a statement would only wait for the calls before it.
    const ping = (): Promise<void> => (pglite.closed ? Promise.reject(new Error('closed')) : Promise.resolve());
    return {
      name: 'pglite',
      kysely,
      connect: null,
      queryOne: null,
      boss: fromPglite(pglite),
      ping,
      listen: null,
      close,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Thrown when a database folder holds what the embedded engine cannot open; its message is the one line for the operator. */
export class CorruptDataFolder extends Error {
  override readonly name = 'FolderBroken';
}

const openMemory = (snapshot?: Blob): Promise<PGlite> =>
  PGlite.create({ parsers: { ...COLUMN_PARSERS }, ...(snapshot ? { loadDataDir: snapshot } : {}) });

async function openFolder(folder: string): Promise<PGlite> {
  try {
    return await PGlite.create({ dataDir: folder, parsers: { ...COLUMN_PARSERS } });
  } catch (cause) {
    throw new CorruptDataFolder(
      `The database in ${folder} cannot be opened; put back a copy of it, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}
