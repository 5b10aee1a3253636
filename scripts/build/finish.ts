// Everything after Astro: styles in place, policies, hosting files, discovery and compression.
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntrance } from '../../src/domain/routes.ts';
import type { Site } from '../../src/site/load.ts';
import { compressFolder } from './compress.ts';
import { writeDiscovery } from './discovery.ts';
import { writeHosting } from './hosting.ts';
import { placeStyles } from './inline-styles.ts';
import { drawMap } from './map.ts';
import { minifyScripts } from './minify.ts';
import { readPages } from './pages.ts';
import { makePolicies } from './policy.ts';
import { oldExport } from './old-exports.ts';
import { placePreviews } from './previews.ts';
import { compileStyles } from './styles.ts';
import { weighPages, type PageWeight } from './weigh.ts';

/** Neither emptied nor deleted first: some file systems bring to the disk at once what is emptied, and make files slowly after deleting. */
function writeOver(file: string, text: string): void {
  const bytes = Buffer.from(text);
  writeFileSync(file, bytes, { flag: 'r+' });
  truncateSync(file, bytes.length);
}

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
  for (const page of pages) writeOver(join(folder, page.file), page.html);
  writeHosting(root, folder, site, pages, makePolicies(pages));
  writeDiscovery(folder, site);
  rmSync(join(folder, '.prerender'), { recursive: true, force: true });
  const others = new Set(pages.filter(({ route }) => !isEntrance(route)).map(({ file }) => file));
  const sizes = await compressFolder(root, folder, others, oldExport(root, site.folder));
  return weighPages(folder, site.folder, pages, sizes);
}
