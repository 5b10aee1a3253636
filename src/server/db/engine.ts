// The interface of both database engines, and the embedded engine. Only this folder imports database drivers.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type CompiledQuery, Kysely, PGliteDialect } from 'kysely';
import { fromPglite, type Db as JobDatabase } from 'pg-boss';
import type { DatabaseConfig } from './config.ts';
import { lockFolder } from './folder-lock.ts';
import { COLUMN_PARSERS } from './column-parsers.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './tables/index.ts';

export interface ChannelListener {
  onMessage(payload: string): void;
  /** The connection was re-established; messages sent in between are lost. The embedded engine has none to lose. */
  onReconnect(): void;
}
/** Subscribes to messages on a channel, also those of this process; returns the function that unsubscribes. */
export type Listen = (channel: string, listener: ChannelListener) => Promise<() => Promise<void>>;

/** One connection, reserved until it is released. Statements sent without waiting are pipelined and run in order. */
export interface Connection {
  readonly db: Kysely<Database>;
  send<Row>(statement: CompiledQuery<Row>): Promise<{ readonly command: string; readonly rows: readonly Row[] }>;
  /** If broken, the connection is closed, not pooled. */
  release(isBroken: boolean): void;
}

export interface Engine {
  readonly name: 'pglite' | 'postgres';
  readonly kysely: Kysely<Database>;
  /** Null for an engine with a single shared connection, where pipelining saves nothing. */
  readonly connect: (() => Promise<Connection>) | null;
  /**
   * Runs one statement as one tenant in its own transaction, on a connection reserved for that tenant. Null as for
   * `connect`.
   */
  readonly queryOne: ((tenant: number, statement: CompiledQuery) => Promise<unknown>) | null;
  /** The same database for the job queue. */
  readonly boss: JobDatabase;
  /** Throws when the database does not answer. Uses a separate connection, so it does not queue behind calls. */
  ping(): Promise<void>;
  readonly listen: Listen;
  /** Whether other processes may use the same database. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

/** Called when an idle connection breaks; the next query gets a new one. */
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
    // It runs in this process: a statement would only queue behind running calls.
    const ping = (): Promise<void> => (pglite.closed ? Promise.reject(new Error('closed')) : Promise.resolve());
    return {
      name: 'pglite',
      kysely,
      connect: null,
      queryOne: null,
      boss: fromPglite(pglite),
      ping,
      listen: listenTo(pglite),
      isShared: false,
      close,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const listenTo =
  (pglite: PGlite): Listen =>
  async (channel, { onMessage }) => {
    const stop = await pglite.listen(channel, onMessage);
    return async () => {
      if (!pglite.closed) await stop();
    };
  };

/** Thrown when the embedded engine cannot open a data folder. Its message is for the operator. */
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
