// Everything after Astro: styles in place, policies, hosting files, discovery, compression, and the page manifest.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../../src/site/load.ts';
import { compressFolder } from './compress.ts';
import { writeDiscovery } from './discovery.ts';
import { writeHosting } from './hosting.ts';
import { placeStyles } from './inline-styles.ts';
import { drawMap } from './map.ts';
import { minifyScripts } from './minify.ts';
import { readPages, type BuiltPage } from './pages.ts';
import { makePolicies } from './policy.ts';
import { placePreviews } from './previews.ts';
import { compileStyles } from './styles.ts';
import { weighPages, type PageWeight } from './weigh.ts';

/** Finishes dist/<niche> and returns the weight of each page. */
export async function finishNiche(root: string, site: Site, picturesFolder: string): Promise<PageWeight[]> {
  const folder = join(root, 'dist', site.folder);
  cpSync(join(root, 'niches', site.folder, 'public'), folder, { recursive: true });
  writeFileSync(join(folder, 'map.svg'), drawMap(root, site.folder));
  placePreviews(picturesFolder, folder, site);
  const pages = readPages(folder, site);
  await placeStyles(folder, pages, {
    public: compileStyles(root, site.folder, 'public'),
    members: compileStyles(root, site.folder, 'members'),
  });
  minifyScripts(pages);
  for (const page of pages) writeFileSync(join(folder, page.file), page.html);
  writeHosting(root, folder, site, pages, makePolicies(pages));
  writeDiscovery(folder, site);
  rmSync(join(folder, '.prerender'), { recursive: true, force: true });
  const others = new Set(pages.filter((page) => !isEntrance(page)).map(({ file }) => file));
  const sizes = await compressFolder(root, folder, others);
  return weighPages(folder, site.folder, pages, sizes);
}

/** Whether advertisements and search engines send people here, who have nothing of the site yet. */
const isEntrance = ({ route }: BuiltPage): boolean => route.layout === 'lander' || route.name === 'index';

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
