// Starts a throwaway PostgreSQL server in a private folder on a free port, and removes it.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../scripts/testing/free-port.ts';

export interface Cluster {
  /** Address of the database, with a superuser login. */
  readonly url: string;
  /** Restarts the server after `halt`. */
  run(): Promise<void>;
  /** Ends the server and every connection to it; its data stay. */
  halt(): void;
  /** Ends it for good and removes its folder. */
  stop(): void;
}

/** The folder of PG_BIN, else the newest server programs of this machine. Throws a sentence that says what to do. */
export function postgresPrograms(): string {
  const chosen = process.env['PG_BIN'];
  if (chosen && !existsSync(join(chosen, 'initdb')))
    throw new Error('PG_BIN must be the folder of PostgreSQL’s server programs; there is no initdb in it.');
  if (chosen) return resolve(chosen);
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  const own = versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  const other = spawnSync('which', ['initdb'], { encoding: 'utf8' }).stdout.trim();
  const found = own ?? (other && join(other, '..'));
  if (!found)
    throw new Error(
      'These tests need PostgreSQL 15 or newer: install postgresql (apt install postgresql), or set TEST_DATABASE_URL.',
    );
  return found;
}

/** The programs of PostgreSQL 15, the oldest that production may run on; null where this machine has none. */
export function oldestPrograms(): string | null {
  const isOldest = (bin: string): boolean =>
    spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout?.includes(' 15.') ?? false;
  return [resolve(process.env['PG_BIN'] ?? ''), '/usr/lib/postgresql/15/bin'].find(isOldest) ?? null;
}

/** Whether the programs that PG_BIN names lack those of a backup, as a package of a server alone does. */
export const lacksClientPrograms = (): boolean =>
  Boolean(process.env['PG_BIN']) && !existsSync(join(postgresPrograms(), 'pg_dump'));

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`. */
function serverUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** Reads what pg_ctl reads too: a server writes its state on the eighth line of this file. */
function isReady(cluster: string): boolean {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/** Nothing has to outlive a server of tests: no safety, no checkpoints, and no clean-up of hundreds of databases. */
const WITHOUT_SAFETY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1d',
  autovacuum: 'off',
} as const;

/** Starts an empty server, for tests unless other `settings` are given: PostgreSQL's own, but for those. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = WITHOUT_SAFETY,
  bin = postgresPrograms(),
): Promise<Cluster> {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'matchloom-pg-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const cluster = join(folder, 'cluster');
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const all = {
    max_connections: '200',
    // Only by TCP: the path of a socket in a long TMPDIR would be longer than systems allow.
    unix_socket_directories: '',
    listen_addresses: '127.0.0.1',
    port: String(port),
    ...settings,
  };
  const args = ['-D', cluster, ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  let server: ChildProcess | null = null;
  const run = async (): Promise<void> => {
    server = spawn(join(bin, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' });
    for (let tries = 0; tries < 2400 && server.exitCode === null; tries += 1) {
      if (isReady(cluster)) return;
      await setTimeout(100);
    }
    throw new Error(server.exitCode === null ? 'PostgreSQL did not start within 240 s.' : 'PostgreSQL ended at once.');
  };
  const halt = (): void => {
    if (server?.exitCode === null)
      spawnSync(join(bin, 'pg_ctl'), ['-D', cluster, '-m', 'fast', '-w', 'stop'], { ...user, cwd: folder });
  };
  const stop = (): void => {
    halt();
    rmSync(folder, { recursive: true, force: true });
  };
  await run().catch((error: unknown) => {
    stop();
    throw error;
  });
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, run, halt, stop };
}

/** vitest's global setup: one server for the whole run, unless TEST_DATABASE_URL names one. */
export default async function setup(): Promise<() => void> {
  if (process.env['TEST_DATABASE_URL']) return () => undefined;
  const cluster = await startPostgres();
  process.env['TEST_DATABASE_URL'] = cluster.url;
  // A run that is interrupted leaves no server behind either.
  process.once('exit', () => cluster.stop());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
  return () => cluster.stop();
}
