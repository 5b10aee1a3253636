// Dumps a database of a release into this folder, for tests/api/upgrades.test.ts: `node scripts/ensure.mjs tests/releases/dump.ts
// <folder> [brand…]`, with a clone of the release checked out there and its packages installed. The release's own code makes the tables,
// seeds all demo members of the brands, of every one unless some are named, and answers what a few of them do.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { sql } from 'kysely';
import { freePort } from '#scripts/testing/free-port';
import { APP_ROLE } from '#server/db/app-role';
import { openForMigration } from '#server/db/postgres';
import { oldestPrograms, startPostgres } from '../support/postgres.ts';
import { RunningRelease } from './use-release.ts';

/** The brands whose members do something. */
const USED = 2;

const [release, ...chosen] = process.argv.slice(2);
if (!release) throw new Error('Name the folder with a clone of the release.');
const programs = oldestPrograms();
if (!programs)
  throw new Error('Set PG_BIN to the programs of PostgreSQL 15: an older server cannot read the dump of a newer one.');

const brands = chosen.length > 0 ? chosen : readdirSync(join(release, 'niches'));
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-release-'));
const server = await startPostgres(undefined, programs);
try {
  const port = String(await freePort());
  const env = { ...process.env, DATABASE_URL: server.url, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: port };
  // One after the other, since a statement that waits too long on a busy machine ends the seed.
  for (const brand of brands)
    execFileSync('npm', ['run', 'seed', '--', brand], { cwd: release, env, stdio: 'inherit' });
  await use(Number(port), env);
  const options = ['--no-owner', '--inserts', '--rows-per-insert=1000'];
  const dumped = execFileSync(join(programs, 'pg_dump'), [server.url, ...options], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: release, encoding: 'utf8' }).trim();
  const file = join(import.meta.dirname, `${commit}.sql.br`);
  // The highest quality takes ten times as long, for a tenth of the size.
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_QUALITY]: 9,
  };
  writeFileSync(file, brotliCompressSync(asPlainSql(dumped), { params }));
  console.log(`Wrote ${file}.`);
} finally {
  server.stop();
  rmSync(dataDir, { recursive: true });
}

/** Starts the release and its payment sandbox, and ends both when their work is done. */
async function use(port: number, env: NodeJS.ProcessEnv): Promise<void> {
  const processes = ['src/server/payments/sandbox-host/main.ts', 'tests/support/serve.ts'].map((script) =>
    spawn('node', [script], { cwd: release, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  try {
    while (!(await isReady(port))) await setTimeout(200);
    for (const brand of brands.slice(0, USED)) await new RunningRelease(port, brand).use();
    await mailsAreSent();
  } finally {
    await Promise.all(processes.map(end));
  }
}

async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200;
}

/** A job of the release makes the token of a mail just before it sends it. */
async function mailsAreSent(): Promise<void> {
  const { kysely, close } = openForMigration(server.url);
  for (let tokens = 0; tokens < USED; await setTimeout(200)) {
    const { rows } = await sql<{ tokens: number }>`select count(*)::int as tokens from mail_token`.execute(kysely);
    tokens = rows[0]?.tokens ?? 0;
  }
  await close();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Roles are in no dump, and the embedded engine knows no commands of psql, which are `\restrict` and its end. */
function asPlainSql(dumped: string): string {
  const role = `do $$ begin create role ${APP_ROLE}; exception when duplicate_object or unique_violation then null; end $$;\n`;
  // A partition has the identity column of its table since PostgreSQL 17, which takes given values only so.
  const withIdentities = dumped.replaceAll(/^(INSERT INTO \S+) VALUES/gm, '$1 OVERRIDING SYSTEM VALUE VALUES');
  return role + withIdentities.replaceAll(/^\\(un)?restrict .*\n/gm, '');
}
