// `npm run backup FOLDER`: saves database and photos, and checks that the dump holds every row.
import { ConfigError, readConfig } from '#server/config/index';
import { explainStartError } from '#server/config/start-errors';
import { photoFolder } from '#server/media/photo-files';
import { readArguments, UsageError } from './arguments.ts';
import { type Backup, backUp } from './database/backup.ts';
import { sampleSentences } from './database/photo-sample.ts';
import { DatabaseProgramError } from './database/programs.ts';

const command = {
  usage: `Usage: npm run backup -- FOLDER [--allow-empty]
Saves the database and the photos of DATA_DIR in a new folder below FOLDER, with the login of BACKUP_URL, while the server
runs. It reads the dump again and compares the rows of every table. Photos in the bucket of FILES_URL stay there; some of them
are looked up. It ends with 1 when a row or a member's photo is missing.
  --allow-empty  accepts a database without members`,
  options: { 'allow-empty': { type: 'boolean', default: false } },
  names: 1,
} as const;

async function main(): Promise<void> {
  const { positionals, values } = readArguments(command, ({ positionals: [folder] }) => {
    if (!folder) throw new UsageError('Name the folder for the backup.');
  });
  const { backupUrl, bucket, dataDir, database, postgresPrograms } = readConfig();
  if (database.kind !== 'postgres')
    throw new ConfigError(`The embedded database is a folder: stop the server and copy ${dataDir}.`);
  if (!backupUrl) throw new ConfigError('BACKUP_URL is missing: set it to the login of matchloom_backup.');
  const backup = await backUp({
    ...{ url: backupUrl, files: { bucket, dataDir }, into: positionals[0] ?? '', now: new Date() },
    ...{ programs: postgresPrograms, mayBeEmpty: values['allow-empty'] },
  });
  const tables = Object.values(backup.rows);
  const rows = tables.reduce((sum, each) => sum + each, 0);
  const saved = `Saved ${rows} rows of ${tables.length} tables`;
  if (backup.bucket) {
    console.log(`${saved} in ${backup.folder}. ${sampleSentences(backup.bucket)}`);
    if (backup.bucket.failure !== null || backup.bucket.missing.length > 0) process.exitCode = 1;
    return;
  }
  console.log(`${saved} and ${backup.photos} photos in ${backup.folder}.`);
  const lack = lackOf(backup, photoFolder(dataDir));
  if (lack === null) return;
  console.error(lack);
  process.exitCode = 1;
}

/** What a backup of a folder of photos lacks, as a sentence. */
function lackOf({ photos, incomplete = [] }: Backup, folder: string): string | null {
  if (incomplete.length === 0) return null;
  if (photos > 0) return `${incomplete.length} photos of members lack files: see backup.json.`;
  return `Of ${incomplete.length} photos of members none was found in ${folder}: set DATA_DIR to the server's folder.`;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof DatabaseProgramError ? error.message : explainStartError(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
