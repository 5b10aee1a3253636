// `npm run build [--all | niche…]`: exports niches with progress (what has changed, unless some are named), then a table of pages, bytes and seconds.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSites, nicheFolders, type Site } from '../src/site/load.ts';
import { SiteError } from '../src/site/friendly.ts';
import { forgetUnused } from './build/compress.ts';
import { writeManifest } from './build/manifest.ts';
import { deleteOldExports, takeAway } from './build/old-exports.ts';
import type { PageWeight } from './build/weigh.ts';
import { run, type Ended } from './child.ts';
import { staleNiches } from './dist-age.ts';

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);
const kB = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(8);

/** Builds the named niches into dist/. Throws a SiteError when a data file is wrong. */
export async function build(root: string, names: readonly string[]): Promise<void> {
  const all = loadSites(root);
  const unknown = names.find((name) => !all.some((site) => site.folder === name));
  if (unknown)
    throw new SiteError(`There is no niche "${unknown}"; niches/ has: ${all.map((site) => site.folder).join(', ')}.`);
  const sites = all.filter((site) => names.includes(site.folder));
  for (const site of sites) for (const language of site.languages) site.texts(language.code);
  const start = performance.now();
  await step(root, 'draw', names, 'show');
  const weights: PageWeight[] = [];
  const rows: string[] = [];
  for (const [at, site] of sites.entries()) {
    console.log(`Building ${site.name} (${at + 1}/${sites.length}) …`);
    const since = performance.now();
    takeAway(root, site.folder);
    await exportNiche(root, site);
    const pages = await finishNiche(root, site);
    writeManifest(root, pages);
    weights.push(...pages);
    rows.push(row(site, pages, seconds(since)));
  }
  forgetUnused(root);
  deleteOldExports(root, names);
  console.log(
    `\nniche         pages  HTML kB  (brotli)   CSS kB    JS kB  seconds\n${rows.join('\n')}\n${weights.length} pages in ${seconds(start)} s.`,
  );
}

function row(site: Site, pages: readonly PageWeight[], time: string): string {
  const sum = (pick: (page: PageWeight) => number): number => pages.reduce((total, page) => total + pick(page), 0);
  const most = (pick: (page: PageWeight) => number): number => Math.max(...pages.map(pick));
  return `${site.folder.padEnd(13)} ${String(pages.length).padStart(5)} ${kB(sum((page) => page.html))} ${kB(sum((page) => page.br))}  ${kB(most((page) => page.css))} ${kB(most((page) => page.js))} ${time.padStart(8)}`;
}

/** Runs Astro for one niche; its output is shown only when it fails. */
async function exportNiche(root: string, site: Site): Promise<void> {
  const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const { code, output } = await lean([astro, 'build', '--silent'], {
    cwd: root,
    env: { NICHE: site.folder, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    output: 'keep',
  });
  if (code !== 0) throw new Error(`Astro could not export ${site.name}:\n${output}`);
}

/** Styles, policies, compression; answers with the weight of each page. */
async function finishNiche(root: string, site: Site): Promise<PageWeight[]> {
  const weights = join(root, '.cache', `weights-${site.folder}.json`);
  await step(root, 'finish', [site.folder], 'keep', weights);
  return JSON.parse(readFileSync(weights, 'utf8')) as PageWeight[];
}

async function step(
  root: string,
  name: 'draw' | 'finish',
  niches: readonly string[],
  output: 'show' | 'keep',
  weights = '',
): Promise<void> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const program = join(root, 'scripts', 'build', 'step.ts');
  const ended = await lean([program, root, name, weights, ...niches], { cwd: root, output });
  if (ended.code !== 0) throw new Error(`Building ${niches.join(', ')} ended early.\n${ended.output}`.trim());
}

/**
 * Runs Node so that it collects garbage in time rather than take what memory there is. The first number, in megabytes, is far above
 * what a build needs: a heap that might grow without end is let grow by its fourfold before anything is collected.
 */
function lean(args: readonly string[], options: Parameters<typeof run>[2]): Promise<Ended> {
  return run(process.execPath, ['--max-old-space-size=1024', '--max-semi-space-size=16', ...args], {
    ...options,
    env: { MALLOC_ARENA_MAX: '2', ...options.env },
  });
}

/** What the command line asks for. */
function asked(root: string, args: readonly string[]): readonly string[] {
  if (args.includes('--all')) return nicheFolders(root);
  return args.length > 0 ? args : staleNiches(root);
}

if (import.meta.main) {
  try {
    const names = asked(process.cwd(), process.argv.slice(2));
    if (names.length === 0) console.log('Every export is as new as what it is made from; --all makes them again.');
    else await build(process.cwd(), names);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
