// Dumps the demo members of a release into this folder, for tests/api/upgrades.test.ts. With a clone of the release checked out:
// `node scripts/ensure.mjs tests/releases/dump.ts <folder of the clone>`. The release's own code makes the tables and fills them.
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { APP_ROLE } from '#server/db/app-role';
import { postgresPrograms, startPostgres } from '../support/postgres.ts';

/** Members of one site, enough for its demo logins to have conversations, and of all sites together. */
const MEMBERS = { one: '20', all: '70' } as const;
const OLDEST_SERVER = ' 15.';

const [release] = process.argv.slice(2);
if (!release) throw new Error('Name the folder with a clone of the release.');
const program = join(postgresPrograms(), 'pg_dump');
if (!execFileSync(program, ['--version'], { encoding: 'utf8' }).includes(OLDEST_SERVER))
  throw new Error('Set PG_BIN to the programs of PostgreSQL 15: an older server cannot read the dump of a newer one.');

const server = await startPostgres();
try {
  const env = { ...process.env, DATABASE_URL: server.url };
  const seed = (...args: string[]): unknown =>
    execFileSync('npm', ['run', 'seed', '--', ...args], { cwd: release, env, stdio: 'inherit' });
  seed(readdirSync(join(release, 'niches'))[0] ?? '', '--members', MEMBERS.one);
  seed('--members', MEMBERS.all);
  const options = ['--no-owner', '--inserts', '--rows-per-insert=1000'];
  const dumped = execFileSync(program, [server.url, ...options], { encoding: 'utf8', maxBuffer: 1e9 });
  const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: release, encoding: 'utf8' }).trim();
  const file = join(import.meta.dirname, `${commit}.sql.gz`);
  writeFileSync(file, gzipSync(asPlainSql(dumped), { level: 9 }));
  console.log(`Wrote ${file}.`);
} finally {
  server.stop();
}

/** Roles are in no dump, and the embedded engine knows no commands of psql, which are `\restrict` and its end. */
function asPlainSql(dumped: string): string {
  const role = `do $$ begin create role ${APP_ROLE}; exception when duplicate_object or unique_violation then null; end $$;\n`;
  return role + dumped.replaceAll(/^\\(un)?restrict .*\n/gm, '');
}
