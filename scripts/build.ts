// `npm run build [--all | niche…]`: exports niches with progress (changed ones unless some are named), then prints a
// table of pages, bytes and seconds.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '#server/config/index';
import { lockFolder } from '#server/db/folder-lock';
import { servedNiches } from '#server/config/served-niches';
import { loadSites, nicheFolders, type Site } from '../src/site/load.ts';
import { readTexts } from '../src/site/texts.ts';
import { SiteError } from '../src/site/parse-file.ts';
import { removeUnused } from './build/compress.ts';
import { buildConsole } from './build/console.ts';
import { writeSharedHosting } from './build/hosting.ts';
import { type Compression, stepOutputIn, type StepOutput } from './build/step-output.ts';
import { writeManifest } from './build/manifest.ts';
import type { PageWeight } from './build/page-weight.ts';
import { readArguments } from './arguments.ts';
import type { NicheRendered } from './build/page-archive.ts';
import { abortOnSignal, run, type Ended } from './child.ts';
import { mapLimit } from './map-limit.ts';
import { markFinished, sourcesOf, staleNiches, type Sources } from './export-freshness.ts';

const FINISHED_AT_ONCE = 2;

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);
const kB = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(8);

export interface BuildOptions {
  readonly compression?: Compression;
  /** Called when the export of a niche is complete, with its folder. */
  readonly onReady?: (folder: string) => void;
  /** Ends the build early; it throws then. */
  readonly signal: AbortSignal;
}

/**
 * Builds the named niches into dist/. Throws a SiteError when a data file is wrong, and another error while another
 * build runs.
 */
export async function build(root: string, names: readonly string[], options: BuildOptions): Promise<void> {
  const { compression = 'whole', onReady = () => undefined, signal } = options;
  const all = loadSites(root);
  const unknown = names.find((name) => !all.some((site) => site.folder === name));
  if (unknown)
    throw new SiteError(`There is no niche "${unknown}"; niches/ has: ${all.map((site) => site.folder).join(', ')}.`);
  const sites = all.filter((site) => names.includes(site.folder));
  checkTexts(root, sites);
  const sources = sourcesOf(root);
  const start = performance.now();
  const folder = join(root, '.cache', 'build');
  // Two builds would delete each other's files.
  const unlock = lockFolder(folder, (process) => `Another build (process ${process}) is running.`);
  try {
    // Left over from a build that was killed.
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    await step(['draw', ...names], { root, signal, output: 'show' });
    console.log(`Exporting ${sites.map(({ name }) => name).join(', ')} …`);
    const weights = await renderAndFinish(sites, { root, folder, sources, compression, onReady, signal });
    console.log(`${weights.length} pages in ${seconds(start)} s.`);
    removeUnused(root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    unlock();
  }
}

/** Reads all texts once, so that an invalid file ends the build before any output; nothing is cached. */
function checkTexts(root: string, sites: readonly Site[]): void {
  for (const { folder, languages } of sites) for (const { code } of languages) readTexts(root, folder, code);
}

interface BuildRun {
  readonly root: string;
  /** Where the steps store their output. */
  readonly folder: string;
  readonly sources: Sources;
  readonly compression: Compression;
  readonly onReady: (folder: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Astro renders one niche after the other, in one process. A niche is finished while the next ones are rendered, which
 * keeps the second core busy. Answers the weights of all pages.
 */
async function renderAndFinish(sites: readonly Site[], build: BuildRun): Promise<PageWeight[]> {
  const { root, folder } = build;
  const failure = new AbortController();
  const run = { ...build, signal: AbortSignal.any([failure.signal, build.signal]) };
  const queue = sites.map((site) => ({ site, ...Promise.withResolvers<void>() }));
  const astro = renderSites(sites, stepOutputIn(folder), {
    ...run,
    onRendered: (niche) => queue.find(({ site }) => site.folder === niche)?.resolve(),
  });
  // Before the first niche is marked as finished: no later build would make what is missing.
  const common = writeCommon(root);
  try {
    const finished = await mapLimit(queue, FINISHED_AT_ONCE, async ({ site, promise: rendered }, at) => {
      await Promise.all([common, Promise.race([rendered, astro])]);
      console.log(`Finishing ${site.name} (${at + 1}/${sites.length}) …`);
      try {
        return await finishSite(site, run);
      } catch (error) {
        failure.abort();
        throw error;
      }
    });
    const table = finished.map((each) => each.row).join('\n');
    console.log(`\nniche         pages  HTML kB  (brotli)   CSS kB    JS kB  seconds\n${table}`);
    return finished.flatMap(({ pages }) => pages);
  } finally {
    // They write into folders that the next lines of the build remove.
    failure.abort();
    await Promise.allSettled([astro, common]);
  }
}

/** What all brands of a server share. */
async function writeCommon(root: string): Promise<void> {
  await buildConsole(root);
  writeSharedHosting(root, readConfig().staffHost);
}

/** In a process of its own. */
async function finishSite(site: Site, { root, folder, sources, compression, onReady, signal }: BuildRun) {
  const since = performance.now();
  await step(['finish', folder, compression, site.folder], { root, signal, output: 'keep' });
  const pages = JSON.parse(readFileSync(stepOutputIn(folder).weights(site.folder), 'utf8')) as PageWeight[];
  writeManifest(root, pages);
  markFinished(root, site.folder, sources, compression);
  onReady(site.folder);
  return { pages, row: row(site, pages, seconds(since)) };
}

function row(site: Site, pages: readonly PageWeight[], time: string): string {
  const sum = (pick: (page: PageWeight) => number): number => pages.reduce((total, page) => total + pick(page), 0);
  const most = (pick: (page: PageWeight) => number): number => Math.max(...pages.map(pick));
  return `${site.folder.padEnd(13)} ${String(pages.length).padStart(5)} ${kB(sum((page) => page.html))} ${kB(sum((page) => page.br))}  ${kB(most((page) => page.css))} ${kB(most((page) => page.js))} ${time.padStart(8)}`;
}

interface RenderOptions extends Pick<BuildRun, 'root' | 'signal'> {
  /** Called with each niche whose pages are all rendered, except the last. */
  readonly onRendered: (niche: string) => void;
}

/** Runs Astro once for all niches; its output is shown only when it fails. */
async function renderSites(
  sites: readonly Site[],
  { shared, pages }: StepOutput,
  { root, signal, onRendered }: RenderOptions,
): Promise<void> {
  const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const niches = sites.map(({ folder }) => folder);
  const { code, output } = await runNode([astro, 'build', '--silent'], {
    cwd: root,
    env: {
      BUILD_NICHES: niches.join(','),
      BUILD_SHARED: shared,
      BUILD_PAGES: pages,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
    },
    output: 'keep',
    signal,
    onMessage: (message) => onRendered((message as NicheRendered).rendered),
  });
  if (code !== 0) throw new Error(`Astro could not export ${niches.join(', ')}:\n${output}`);
}

type Step =
  | readonly [name: 'draw', ...niches: string[]]
  | readonly [name: 'finish', folder: string, compression: Compression, niche: string];

interface StepOptions extends Pick<BuildRun, 'root' | 'signal'> {
  readonly output: 'show' | 'keep';
}

async function step(step: Step, { root, signal, output }: StepOptions): Promise<void> {
  const program = join(root, 'scripts', 'build', 'step.ts');
  const ended = await runNode([program, root, ...step], { cwd: root, output, signal });
  const niches = step[0] === 'draw' ? step.slice(1) : [step[3]];
  if (ended.code !== 0) throw new Error(`Building ${niches.join(', ')} ended early.\n${ended.output}`.trim());
  // A step that succeeded has only warnings to print.
  if (ended.output.trim()) console.log(ended.output.trim());
}

/**
 * Runs Node so that it collects garbage early instead of taking all memory. The first number, in megabytes, is far
 * above what a build needs: without a limit a heap may grow fourfold before it is collected. The second is the size of
 * the young generation.
 */
function runNode(args: readonly string[], options: Parameters<typeof run>[2]): Promise<Ended> {
  return run(process.execPath, ['--max-old-space-size=1024', '--max-semi-space-size=16', ...args], {
    ...options,
    env: { MALLOC_ARENA_MAX: '2', ...options.env },
  });
}

const command = {
  usage: `Usage: npm run build [-- niche…] [--all] [--fast]
  niche…  those niches; without any, what has changed since its last export
  --all   every niche
          Both mean the niches of NICHES where that is set.
  --fast  compresses the pages less: for tests and demos`,
  options: { all: { type: 'boolean', default: false }, fast: { type: 'boolean', default: false } },
  names: Infinity,
} as const;

interface Request {
  readonly all: boolean;
  readonly names: readonly string[];
  readonly compression: Compression;
}

/** The niches that a command line asks for. */
export function nichesFor(
  root: string,
  config: Pick<Config, 'niches'>,
  { all, names, compression }: Request,
): readonly string[] {
  if (names.length > 0 && !all) return names;
  const served = servedNiches(config, nicheFolders(root));
  return all ? served : staleNiches(root, compression).filter((niche) => served.includes(niche));
}

if (import.meta.main) {
  try {
    const { values, positionals } = readArguments(command);
    const compression = values.fast ? 'fast' : 'whole';
    const request = { all: values.all, names: positionals, compression } as const;
    const names = nichesFor(process.cwd(), readConfig(), request);
    if (names.length === 0) console.log('Every export is as new as what it is made from; --all makes them again.');
    else await abortOnSignal((signal) => build(process.cwd(), names, { compression, signal }));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
