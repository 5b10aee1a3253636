// `npm start`: exports missing or outdated niches, fills an empty database with demo members, and serves each site as
// soon as its export is ready. Not for production, which has `npm run serve`.
import { fileURLToPath } from 'node:url';
import { type Config, readConfig, ConfigError } from '#server/config/index';
import { servedNiches } from '#server/config/served-niches';
import { runServer, type Running, type ServeParts } from '#server/main';
import { sitePages } from '#server/static/site-pages';
import { nicheFolders } from '#site/load';
import { SiteError } from '#site/parse-file';
import { readArguments } from './arguments.ts';
import { build } from './build.ts';
import { staleNiches } from './export-freshness.ts';
import { startSandboxProcess } from './sandbox-process.ts';
import { demoLogins, type DemoLogin } from './seed/demo.ts';
import { seedAll } from './seed/seed-all.ts';

const command = {
  usage: `Usage: npm start [-- --no-build] [--api-only]
  --no-build  serve the exports as they are
  --api-only  calls and pictures only, without pages
Settings of the process are environment variables, which README.md lists.`,
  options: { 'no-build': { type: 'boolean', default: false }, 'api-only': { type: 'boolean', default: false } },
} as const;

const root = fileURLToPath(new URL('..', import.meta.url));
const ABOUT: Readonly<Record<DemoLogin['kind'], string>> = {
  free: 'a free member with likes, matches and conversations',
  premium: 'a premium member with likes, matches and conversations',
  zero: 'a free member without credits, with messages to answer',
  unconfirmed: 'joined and was liked, but the e-mail address is not confirmed yet',
  lively: 'a premium member with payments and a long conversation as well, in the country of the address',
  waiting: 'not confirmed yet, with a message that waits for it',
};

/** Those with the most to see come first. */
const livelyFirst = demoLogins.toSorted(
  (one, other) => Number(other.kind === 'lively') - Number(one.kind === 'lively'),
);

/** The exports that the start makes; those of `pending` are not ready yet. */
interface Exports {
  readonly pending: ReadonlySet<string>;
  /** Ends when a site can be shown; throws what ended the build before. */
  readonly first: Promise<void>;
  readonly all: Promise<void>;
}

const NOTHING_TO_BUILD: Exports = { pending: new Set(), first: Promise.resolve(), all: Promise.resolve() };

/** Builds outdated exports of the niches that are served, until `signal` ends it. */
function buildMissing(config: Config, signal: AbortSignal): Exports {
  const served = servedNiches(config, nicheFolders(root));
  const stale = staleNiches(root, 'fast').filter((folder) => served.includes(folder));
  if (stale.length === 0) return NOTHING_TO_BUILD;
  console.log(
    `Exporting ${stale.length === 1 ? 'one site' : `${stale.length} sites`}: ${stale.join(', ')}. This takes a minute or two, once.`,
  );
  const pending = new Set(stale);
  const one = Promise.withResolvers<void>();
  const onReady = (folder: string): void => {
    pending.delete(folder);
    one.resolve();
  };
  const all = build(root, stale, { compression: 'fast', onReady, signal });
  if (stale.length < served.length) one.resolve();
  all.catch(one.reject);
  // The server may still be starting when the build fails.
  one.promise.catch(() => undefined);
  return { pending, first: one.promise, all };
}

/** Seeds sites that have no members yet; prints the time it took. */
async function seed({ sites, database }: ServeParts): Promise<void> {
  const started = performance.now();
  const seeded = await seedAll(database, sites, { now: new Date() });
  const wrote = seeded.reduce((sum, site) => sum + site.wrote, 0);
  if (wrote > 0) console.log(`Added ${wrote} demo members in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/** Whether this process has to start the sandbox, or another one runs it. */
const hasOwnSandbox = ({ sandbox }: Config): boolean => typeof sandbox?.port === 'number';

/**
 * Ends the build when the program is asked to end. The server ends by itself; without one, the program ends as soon as
 * the build has.
 */
function endWithProgram(building: AbortController, exports: Exports, isServing: () => boolean): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      building.abort();
      if (isServing()) return;
      void exports.all.catch(() => undefined).then(() => process.kill(process.pid, signal));
    });
}

function whatFollows(sites: readonly string[]): string {
  if (sites.length === 0) return '';
  return `; ${new Intl.ListFormat('en').format(sites)} ${sites.length === 1 ? 'follows' : 'follow'}`;
}

async function main(building: AbortController): Promise<void> {
  const { 'no-build': isBuilt, 'api-only': withoutPages } = readArguments(command).values;
  // Before anything is built: it takes minutes, and demo members are nothing for visitors.
  if (process.env['NODE_ENV'] === 'production')
    throw new ConfigError('npm start is for development and adds demo members: in production use "npm run serve".');
  const config = readConfig();
  const exports = isBuilt || withoutPages ? NOTHING_TO_BUILD : buildMissing(config, building.signal);
  let running: Running | null = null;
  endWithProgram(building, exports, () => running !== null);
  const logins = livelyFirst.map(({ email, password, kind }) => ({ email, password, about: ABOUT[kind] }));
  running = await runServer({
    root,
    pages: sitePages({ root, logins, withoutPages, pending: exports.pending }),
    prepare: seed,
    beside: exports.all,
  });
  if (!running) {
    building.abort();
    await exports.all.catch(() => undefined);
    return;
  }
  try {
    await exports.first;
    if (hasOwnSandbox(config)) await startSandboxProcess(root, config);
    const following = [...exports.pending];
    if (!withoutPages)
      console.log(
        `\nReady: http://localhost:${running.port} lists the sites and the demo logins${whatFollows(following)}. Stop with Ctrl+C.`,
      );
    await exports.all;
    if (following.length > 0) console.log('\nAll sites are ready.');
  } catch (error) {
    if (!building.signal.aborted) await running.close();
    throw error;
  }
}

const building = new AbortController();
try {
  await main(building);
} catch (error) {
  // Else the program was asked to end.
  if (!building.signal.aborted) {
    const isExpected = error instanceof ConfigError || error instanceof SiteError;
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = isExpected ? 2 : 1;
  }
}
