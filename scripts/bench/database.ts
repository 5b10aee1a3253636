// Chooses the benchmark's database: a new one on DATABASE_URL, one on a throwaway PostgreSQL, or else the embedded one.
import { sql } from 'kysely';
import type { DatabaseConfig } from '#server/db/config';
import { openDatabase } from '#server/db/index';
import { postgresPrograms, startPostgres } from '../../tests/support/postgres.ts';

export interface BenchDatabase {
  readonly config: DatabaseConfig;
  /** A description for the reader of the figures. */
  readonly title: string;
  close(): Promise<void>;
}

/** A benchmark pays for what servers of tests do without: commits that survive a power cut, checkpoints, vacuum. */
const AS_IN_PRODUCTION = {
  shared_buffers: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
} as const;

export async function benchDatabase(): Promise<BenchDatabase> {
  const given = process.env['DATABASE_URL'];
  if (given) return ownDatabase(given);
  if (!hasPrograms())
    return { config: { kind: 'memory' }, title: 'PGlite (no PostgreSQL was found)', close: () => Promise.resolve() };
  const cluster = await startPostgres(AS_IN_PRODUCTION);
  const config: DatabaseConfig = { kind: 'postgres', url: cluster.url };
  return {
    config,
    title: await versionOf(cluster.url),
    close: () => {
      cluster.stop();
      return Promise.resolve();
    },
  };
}

function hasPrograms(): boolean {
  try {
    return postgresPrograms() !== '';
  } catch (error) {
    if (process.env['PG_BIN']) throw error;
    return false;
  }
}

/** A new database beside the given one, which stays untouched. */
async function ownDatabase(given: string): Promise<BenchDatabase> {
  const name = `bench_${crypto.randomUUID().replaceAll('-', '')}`;
  const asAdmin = async (work: (name: ReturnType<typeof sql.id>) => ReturnType<typeof sql>): Promise<void> => {
    const admin = await openDatabase({ kind: 'postgres', url: given, poolSize: 1 });
    await work(sql.id(name))
      .execute(admin.kysely)
      .finally(() => admin.close());
  };
  await asAdmin((id) => sql`create database ${id}`);
  const url = Object.assign(new URL(given), { pathname: `/${name}` }).href;
  return {
    config: { kind: 'postgres', url },
    title: await versionOf(url),
    close: () => asAdmin((id) => sql`drop database ${id} with (force)`),
  };
}

async function versionOf(url: string): Promise<string> {
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database.kysely);
  await database.close();
  return `PostgreSQL ${rows[0]?.server_version.split(' ')[0] ?? ''}`;
}
