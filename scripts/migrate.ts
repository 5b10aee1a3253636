// `npm run migrate`: brings the tables of the database up to date. The server does the same when it starts.
import { ConfigError, readConfig } from '#server/config/index';
import { explainStartError } from '#server/config/start-errors';
import { migrate, openDatabase } from '#server/db/index';
import { pendingMigrations } from '#server/db/migrations/index';
import { readArguments } from './arguments.ts';

const command = {
  usage: `Usage: npm run migrate
Runs what is new of src/server/db/migrations/ on DATABASE_URL, with the login of MIGRATE_URL.`,
  options: {},
} as const;

async function main(): Promise<void> {
  readArguments(command);
  const { database: settings } = readConfig();
  const isServer = settings.kind === 'postgres';
  const database = await openDatabase(isServer ? { ...settings, url: settings.migrateUrl ?? settings.url } : settings);
  try {
    const pending = await pendingMigrations(database.kysely);
    await migrate(database, settings, { onWait: (sentence) => console.log(sentence) });
    console.log(pending.length === 0 ? 'The database is up to date.' : `Applied ${pending.join(', ')}.`);
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
