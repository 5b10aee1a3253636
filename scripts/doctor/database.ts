// What the doctor finds in the database: version, rights of our login, migrations that have not run, and jobs that were given up.
import { sql } from 'kysely';
import type { Config } from '#server/config/index';
import { checkDatabase } from '#server/config/production';
import { explainStartError } from '#server/config/start-errors';
import { readDatabaseCapabilities } from '#server/db/capabilities';
import { openDatabase, type OpenDatabase } from '#server/db/index';
import { pendingMigrations } from '#server/db/migrations/index';
import { countGivenUp } from '#server/given-up-jobs';
import { bad, type Finding, good, warning } from './finding.ts';

const MIN_VERSION = 150_000;

/** The embedded database has nothing to set up, and opening it would lock out a running server. */
export async function databaseFindings(config: Config): Promise<Finding[]> {
  const settings = config.database;
  if (settings.kind !== 'postgres') return [good('database', `embedded, in ${config.dataDir}`)];
  let database: OpenDatabase | null = null;
  try {
    database = await openDatabase({ ...settings, poolSize: 1 });
    const found = await findingsOf(config, database);
    return [...found, ...(await jobFindings(database)), await migrationFinding(settings.migrateUrl ?? settings.url)];
  } catch (error) {
    return [bad('database', explainStartError(error))];
  } finally {
    await database?.close();
  }
}

async function findingsOf(config: Config, { kysely }: OpenDatabase): Promise<Finding[]> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(
    kysely,
  );
  const version = rows[0]?.version ?? 0;
  const rights = checkDatabase(config, await readDatabaseCapabilities(kysely)).map((text) => bad('database', text));
  const name = `PostgreSQL ${Math.floor(version / 10_000)}`;
  return [
    version < MIN_VERSION ? bad('database', `${name} is too old; use 15 or newer.`) : good('database', name),
    ...rights,
  ];
}

/** Nothing where no server has started yet. */
async function jobFindings(database: OpenDatabase): Promise<Finding[]> {
  const found = await countGivenUp(database).catch(() => []);
  if (found.length === 0) return [];
  const counted = found.map(({ kind, jobs }) => `${kind} ${jobs}`).join(', ');
  const why = '"job given up" in the log says why, unless their process was killed';
  const cure = 'run them again with "npm run operator -- jobs again KIND"';
  return [warning('jobs', `failed at their last try: ${counted}; ${why}; ${cure}`)];
}

async function migrationFinding(url: string): Promise<Finding> {
  const owner = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
  try {
    const pending = await pendingMigrations(owner.kysely);
    const text = `migrations to run at the next start, or with "npm run migrate": ${pending.join(', ')}`;
    return pending.length > 0
      ? { state: 'warning', about: 'database', text }
      : good('database', 'all migrations have run');
  } finally {
    await owner.close();
  }
}
