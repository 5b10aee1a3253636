// Everything after Astro: styles in place, policies, hosting files, discovery, compression, and the page manifest.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Site } from '../../src/site/load.ts';
import { compressFolder } from './compress.ts';
import { writeDiscovery } from './discovery.ts';
import { writeHosting } from './hosting.ts';
import { placeStyles } from './inline-styles.ts';
import { readPages, scriptsOf, type BuiltPage } from './pages.ts';
import { makePolicies } from './policy.ts';
import { compileStyles } from './styles.ts';

/** What a page weighs: raw HTML, and brotli bytes of document, scripts and styles; `first` is all of it before the visitor acts. */
export interface PageWeight {
  readonly niche: string;
  readonly language: string;
  readonly route: string;
  readonly slug?: string;
  readonly world: string;
  readonly html: number;
  readonly br: number;
  readonly js: number;
  readonly css: number;
  readonly inline: number;
  readonly first: number;
  readonly requests: number;
}

/** Finishes dist/<niche> and returns the weight of each page. */
export async function finishNiche(root: string, site: Site, picturesFolder: string): Promise<PageWeight[]> {
  const folder = join(root, 'dist', site.folder);
  cpSync(join(root, 'niches', site.folder, 'public'), folder, { recursive: true });
  mkdirSync(join(folder, 'previews'), { recursive: true });
  for (const { picture } of site.niche.previews) {
    copyFileSync(join(picturesFolder, `${picture}-320.webp`), join(folder, 'previews', `${picture}.webp`));
    copyFileSync(join(picturesFolder, `${picture}-96.webp`), join(folder, 'previews', `${picture}-96.webp`));
  }
  const pages = readPages(folder, site);
  await placeStyles(folder, pages, {
    public: compileStyles(root, site.folder, 'public'),
    members: compileStyles(root, site.folder, 'members'),
  });
  for (const page of pages) writeFileSync(join(folder, page.file), page.html);
  writeHosting(root, folder, site, pages, makePolicies(pages));
  writeDiscovery(folder, site);
  rmSync(join(folder, '.prerender'), { recursive: true, force: true });
  const sizes = await compressFolder(root, folder);
  return pages.map((page) => weigh(folder, site, page, sizes));
}

function weigh(folder: string, site: Site, page: BuiltPage, sizes: ReadonlyMap<string, number>): PageWeight {
  const size = (path: string): number => sizes.get(path.replace(/^\//, '')) ?? statSync(join(folder, path)).size;
  const br = size(page.file);
  const scripts = scriptsOf(folder, page.html);
  const js = scripts.reduce((sum, path) => sum + size(path), 0);
  const sheets = [...page.html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((match) => match[1] ?? '');
  const inlineCss = [...page.html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '').join('');
  const css =
    sheets.reduce((sum, path) => sum + size(path), 0) + (inlineCss ? brotliCompressSync(inlineCss).length : 0);
  const inline = Math.max(
    0,
    ...[...page.html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => (match[1] ?? '').length),
  );
  const others = ['/favicon.svg', '/fonts/display.woff2'].reduce((sum, path) => sum + size(path), 0);
  const eager = [...page.html.matchAll(/<img (?![^>]*loading="lazy")[^>]*src="(\/[^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  const first =
    br +
    js +
    sheets.reduce((sum, path) => sum + size(path), 0) +
    others +
    eager.reduce((sum, path) => sum + size(path), 0);
  const requests = 3 + scripts.length + sheets.length + eager.length;
  return {
    niche: site.folder,
    language: page.language,
    route: page.route.name,
    ...(page.slug ? { slug: page.slug } : {}),
    world: page.route.world,
    html: page.html.length,
    br,
    js,
    css,
    inline,
    first,
    requests,
  };
}

/** Merges the weights of the niches just built into dist/manifest.json. */
export function writeManifest(root: string, weights: readonly PageWeight[]): void {
  const file = join(root, 'dist', 'manifest.json');
  const built = new Set(weights.map((weight) => weight.niche));
  const before = readOr(file).filter((weight) => !built.has(weight.niche));
  writeFileSync(file, `${JSON.stringify({ pages: [...before, ...weights] })}\n`);
}

function readOr(file: string): PageWeight[] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { pages: PageWeight[] }).pages;
  } catch {
    return [];
  }
}
