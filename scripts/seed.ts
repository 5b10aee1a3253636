// Fills the sites with demo members: `npm run seed [-- niche…] [--members N]`, N being the total over the sites.
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config/index';
import { migrate, openDatabase } from '#server/db/index';
import { loadSites, type Site } from '#site/load';
import { type Arguments, readArguments, UsageError } from './arguments.ts';
import { seedAll, type SiteSeeded } from './seed/seed-all.ts';

const command = {
  usage: 'Usage: npm run seed [-- niche…] [--members N], where N is the number of members of all sites together.',
  options: { members: { type: 'string' } },
  names: Infinity,
} as const;
const root = fileURLToPath(new URL('..', import.meta.url));

interface Wish {
  readonly sites: readonly Site[];
  readonly members?: number;
}

function readWish({ values, positionals }: Arguments<typeof command.options>): Wish {
  const all = loadSites(root);
  const unknown = positionals.filter((name) => !all.some((site) => site.folder === name));
  if (unknown.length > 0)
    throw new UsageError(
      `There is no niche ${unknown.join(', ')}; there are ${all.map((site) => site.folder).join(', ')}.`,
    );
  const sites = positionals.length > 0 ? all.filter((site) => positionals.includes(site.folder)) : all;
  if (values.members === undefined) return { sites };
  const members = Number(values.members.replaceAll('_', ''));
  if (!Number.isSafeInteger(members) || members < sites.length)
    throw new UsageError(`--members must be a whole number of at least ${sites.length}.`);
  return { sites, members };
}

const sentence = ({ name, had, wrote }: SiteSeeded): string =>
  wrote === 0
    ? `${name}: has ${had} members already`
    : `${name}: ${wrote} members${had > 0 ? ` beside the ${had} there were` : ''}`;

/** Prints the progress, at most once a second. */
function progress(started: number): (written: number) => void {
  let last = started;
  return (written) => {
    const time = performance.now();
    if (time - last < 1000) return;
    last = time;
    console.log(
      `  ${written.toLocaleString('en')} members, ${Math.round((written * 1000) / (time - started)).toLocaleString('en')} a second`,
    );
  };
}

async function main(): Promise<void> {
  const wish = readWish(readArguments(command, readWish));
  const config = readConfig();
  if (config.mode === 'production')
    throw new Error('Demo members have passwords everyone knows: they are not for production.');
  const started = performance.now();
  const database = await openDatabase(config.database);
  try {
    await migrate(database, config.database);
    const seeded = await seedAll(database, wish.sites, {
      now: new Date(),
      onProgress: progress(performance.now()),
      ...(wish.members === undefined ? {} : { members: wish.members }),
    });
    for (const site of seeded) console.log(sentence(site));
    console.log(`Seeded in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
