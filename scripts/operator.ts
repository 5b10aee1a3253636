// `npm run operator`: what waits for a person, and decisions about it, which are recorded with who took them and why.
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '#server/config/index';
import { explainStartError } from '#server/config/start-errors';
import { migrate, type OpenDatabase, openDatabase } from '#server/db/index';
import { openJobs } from '#server/jobs';
import { openLog } from '#server/log';
import { openPhotoFiles } from '#server/media/photo-files';
import type { OpenQueue } from '#server/queue';
import { loadSites } from '#site/load';
import { readArguments, UsageError } from './arguments.ts';
import { type AnyOrder, readAnyOrder } from './operator/any-order.ts';
import { carryOut } from './operator/carry-out.ts';
import { carryOutDesk } from './operator/desk.ts';
import { carryOutFictional } from './operator/fictional.ts';
import { carryOutGuard } from './operator/guard.ts';
import { carryOutJobs } from './operator/jobs.ts';
import { command } from './operator/orders.ts';
import { type PreviewOrder, previewLines } from './operator/preview.ts';
import { carryOutSelfie } from './operator/selfie.ts';
import { carryOutStaff } from './operator/staff.ts';

const sites = loadSites(fileURLToPath(new URL('..', import.meta.url)));

function answer(
  database: OpenDatabase,
  queue: OpenQueue,
  config: Config,
  order: Exclude<AnyOrder, PreviewOrder>,
): Promise<string[]> {
  const now = new Date();
  if (order.kind === 'staff') return carryOutStaff(database, config, order, now);
  if (order.kind === 'jobs') return carryOutJobs({ database, queue }, order);
  const given = { database, queue, sites, photos: openPhotoFiles(config), now };
  if (order.kind === 'fictional') return carryOutFictional(given, order);
  if (order.kind === 'guard') return carryOutGuard(given, order);
  if (order.kind === 'selfie') return carryOutSelfie(given, order);
  return order.kind === 'desk' ? carryOutDesk(given, order) : carryOut(given, order);
}

async function main(): Promise<void> {
  const order = readAnyOrder(readArguments(command, (found) => void readAnyOrder(found)));
  const lines = order.kind === 'preview' ? previewLines(sites, order) : await withDatabase(order);
  console.log(lines.join('\n'));
}

async function withDatabase(order: Exclude<AnyOrder, PreviewOrder>): Promise<string[]> {
  const config = readConfig();
  const database = await openDatabase(config.database);
  try {
    await migrate(database, config.database);
    const jobs = await openJobs({ database, log: openLog(config.logLevel) });
    try {
      return await answer(database, jobs.queue, config, order);
    } finally {
      await jobs.stop();
    }
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof UsageError ? error.message : explainStartError(error));
  process.exitCode = 1;
}
