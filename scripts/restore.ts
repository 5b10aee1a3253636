// `npm run restore FOLDER`: brings a backup back, checks that every row has arrived, and deletes again who was deleted since.
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from '#server/config/index';
import { explainStartError } from '#server/config/start-errors';
import { loadSites } from '#site/load';
import { readArguments, UsageError } from './arguments.ts';
import { readBackup } from './database/backup.ts';
import { deleteAgain, deletedSentence } from './database/delete-again.ts';
import { sampleSentences } from './database/photo-sample.ts';
import { DatabaseProgramError } from './database/programs.ts';
import { restore } from './database/restore.ts';

const command = {
  usage: `Usage: npm run restore -- FOLDER [--replace]
Brings the backup in FOLDER back into the database of DATABASE_URL and MIGRATE_URL, and its photos into DATA_DIR, or into the
bucket of FILES_URL. The server must be stopped. On another PostgreSQL run scripts/database/roles.sql first. Members who were
deleted since the backup are deleted again, by the record beside the photos, and those who came back stay.
  --replace  deletes what database and folder of photos hold; without it they must be empty`,
  options: { replace: { type: 'boolean', default: false } },
  names: 1,
} as const;

async function main(): Promise<void> {
  const { positionals, values } = readArguments(command, ({ positionals: [folder] }) => {
    if (!folder) throw new UsageError('Name the folder of the backup.');
  });
  const { bucket, dataDir, database, postgresPrograms } = readConfig();
  if (database.kind !== 'postgres')
    throw new ConfigError('DATABASE_URL is missing: a backup is restored into PostgreSQL.');
  const backup = readBackup(positionals[0] ?? '');
  const sample = await restore(backup, {
    ...{ ownerUrl: database.migrateUrl ?? database.url, webUrl: database.url, files: { bucket, dataDir } },
    ...{ programs: postgresPrograms, replace: values.replace },
  });
  const rows = Object.values(backup.rows).reduce((sum, each) => sum + each, 0);
  const restored = `Restored ${rows} rows of ${Object.keys(backup.rows).length} tables`;
  if (sample) console.log(`${restored}. ${sampleSentences(sample)}`);
  else console.log(`${restored} and ${backup.photos} photos.`);
  if (sample && sample.failure !== null) process.exitCode = 1;
  const tenants = loadSites(fileURLToPath(new URL('..', import.meta.url))).map(({ id }) => id);
  const again = await deleteAgain(backup.made, { database, files: { bucket, dataDir }, tenants, now: new Date() });
  const sentence = deletedSentence(again);
  if (sentence !== null) console.log(sentence);
  if (again.isTooOld) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof DatabaseProgramError ? error.message : explainStartError(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
