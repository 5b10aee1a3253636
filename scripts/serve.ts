// `npm run serve`: the production start. Serves the exports as they are; builds nothing and adds no demo data.
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '#server/config/index';
import { checkBrands, checkProduction } from '#server/config/production';
import { originOf } from '#server/http/site-origins';
import { runServer, selectSites } from '#server/main';
import { sitePages } from '#server/static/site-pages';
import { loadSites, type Site } from '#site/load';
import { SiteError } from '#site/parse-file';
import { readArguments } from './arguments.ts';
import { liveRelease } from './releases.ts';
import { staleServed } from './export-freshness.ts';

const command = {
  usage: `Usage: npm run serve [-- --api-only]
  --api-only  calls and pictures only, where another server has the pages
Checks settings and exports, migrates the database and serves. NODE_ENV is production unless set. README.md lists the settings.`,
  options: { 'api-only': { type: 'boolean', default: false } },
} as const;

const root = join(import.meta.dirname, '..');

/** A release stays as it is while this process runs, also when another one becomes live. */
const live = liveRelease(root);

/** A sentence for each export that must not be served. */
function staleExports(sites: readonly Site[]): string[] {
  const { stale, refused } = staleServed(
    root,
    sites.map(({ folder }) => folder),
  );
  if (stale.length > 0 && refused.length === 0)
    console.warn(`Serving a release older than its sources, after a rollback: ${stale.join(', ')}.`);
  return refused;
}

/** Throws before anything is opened; each sentence says what to do. */
function checkedSites(config: Config, withoutPages: boolean): readonly Site[] {
  const sites = selectSites(config, loadSites(root));
  throwIfAny([...checkProduction(config), ...checkBrands(config, sites)]);
  // Only then, since every source is read for it.
  if (!withoutPages) throwIfAny(staleExports(sites));
  return sites;
}

function throwIfAny(sentences: readonly string[]): void {
  if (sentences.length > 0) throw new ConfigError(sentences.join('\n'));
}

async function main(): Promise<void> {
  const { 'api-only': withoutPages } = readArguments(command).values;
  process.env['NODE_ENV'] ||= 'production';
  const config = readConfig();
  const sites = checkedSites(config, withoutPages);
  const running = await runServer({ root, pages: sitePages({ root, withoutPages, ...(live ? { dist: live } : {}) }) });
  if (!running) return;
  const origins = { sites, config: { ...config, port: running.port } };
  for (const site of sites) console.log(`${site.name}: ${originOf(origins, site)}`);
  console.log(`Serving on ${config.host}:${running.port}. Stop with Ctrl+C or SIGTERM.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError || error instanceof SiteError ? 2 : 1;
}
