// `npm start`: exports missing or outdated niches, fills an empty database with demo members, and serves every site.
import { fileURLToPath } from 'node:url';
import { type Config, readConfig, ConfigError } from '#server/config/index';
import { runServer, type ServeParts } from '#server/main';
import { sitePages } from '#server/static/site-pages';
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
  free: 'a free member',
  premium: 'a premium member',
  zero: 'a free member without credits',
  unconfirmed: 'joined, but the e-mail address is not confirmed yet',
  lively: 'a premium member with likes, matches, conversations and payments, in the country of the address',
  waiting: 'not confirmed yet, with a message that waits for it',
};

async function buildMissing(): Promise<void> {
  const stale = staleNiches(root, 'fast');
  if (stale.length === 0) return;
  console.log(
    `Exporting ${stale.length === 1 ? 'one site' : `${stale.length} sites`}: ${stale.join(', ')}. This takes a minute or two, once.`,
  );
  await build(root, stale, 'fast');
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

async function main(): Promise<void> {
  const { 'no-build': isBuilt, 'api-only': withoutPages } = readArguments(command).values;
  const config = readConfig();
  if (!isBuilt && !withoutPages) await buildMissing();
  const isDemo = config.mode !== 'production';
  const logins = isDemo ? demoLogins.map(({ email, password, kind }) => ({ email, password, about: ABOUT[kind] })) : [];
  const running = await runServer({
    root,
    pages: sitePages({ root, logins, withoutPages }),
    ...(isDemo ? { prepare: seed } : {}),
  });
  if (running && hasOwnSandbox(config))
    await startSandboxProcess(root).catch(async (error: unknown) => {
      await running.close();
      throw error;
    });
  if (running && !withoutPages)
    console.log(`\nReady: http://localhost:${running.port} lists the sites and the demo logins. Stop with Ctrl+C.`);
}

try {
  await main();
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof SiteError;
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = isExpected ? 2 : 1;
}
