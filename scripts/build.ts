// `npm run build [--all | niche…]`: exports niches with progress (what has changed, unless some are named), then a table of pages, bytes and seconds.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadSites, nicheFolders, type Site } from '../src/site/load.ts';
import { SiteError } from '../src/site/friendly.ts';
import { forgetUnused } from './build/compress.ts';
import { finishNiche, writeManifest } from './build/finish.ts';
import type { PageWeight } from './build/weigh.ts';
import { drawPreviews } from './build/previews.ts';
import { staleNiches } from './dist-age.ts';
import { inLanes } from './lanes.ts';
import { renderPictures } from './portraits/render.ts';

/** Niches under way at once: while Astro exports one on one core, another is finished and compressed. */
const AT_ONCE = 2;

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
  const pictures = join(root, '.cache', 'pictures');
  const start = performance.now();
  await renderPictures(pictures, (done, total) => showProgress(`Drawing pictures ${done}/${total}`, done === total));
  const built = await inLanes(sites, AT_ONCE, async (site, at) => {
    const since = performance.now();
    console.log(`Building ${site.name} (${at + 1}/${sites.length}) …`);
    rmSync(join(root, 'dist', site.folder), { recursive: true, force: true });
    await drawPreviews(root, pictures, site);
    await exportNiche(root, site);
    const pages = await finishNiche(root, site, pictures);
    return { pages, row: row(site, pages, seconds(since)) };
  });
  const weights = built.flatMap(({ pages }) => pages);
  const rows = built.map((each) => each.row);
  writeManifest(root, weights);
  forgetUnused(root);
  console.log(
    `\nniche         pages  HTML kB  (brotli)   CSS kB    JS kB  seconds\n${rows.join('\n')}\n${weights.length} pages in ${seconds(start)} s.`,
  );
}

function showProgress(text: string, isLast: boolean): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${text}${isLast ? '\n' : ''}`);
  else if (isLast) console.log(text);
}

function row(site: Site, pages: readonly PageWeight[], time: string): string {
  const sum = (pick: (page: PageWeight) => number): number => pages.reduce((total, page) => total + pick(page), 0);
  const most = (pick: (page: PageWeight) => number): number => Math.max(...pages.map(pick));
  return `${site.folder.padEnd(13)} ${String(pages.length).padStart(5)} ${kB(sum((page) => page.html))} ${kB(sum((page) => page.br))}  ${kB(most((page) => page.css))} ${kB(most((page) => page.js))} ${time.padStart(8)}`;
}

/** Runs Astro for one niche; its output is shown only when it fails. */
function exportNiche(root: string, site: Site): Promise<void> {
  return new Promise((resolve, reject) => {
    const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
    const child = spawn(process.execPath, [astro, 'build', '--silent'], {
      cwd: root,
      env: { ...process.env, NICHE: site.folder, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`Astro could not export ${site.name}:\n${Buffer.concat(output).toString()}`)),
    );
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
