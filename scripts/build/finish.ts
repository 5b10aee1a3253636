// Everything after Astro: styles in place, policies, hosting files, discovery and compression.
import { join } from 'node:path';
import { isEntrance } from '../../src/domain/routes.ts';
import type { Site } from '../../src/site/load.ts';
import { compressExport } from './compress.ts';
import { writeDiscovery } from './discovery.ts';
import { beginExport, type Export } from './export.ts';
import { gathered } from './gather.ts';
import { writeHosting } from './hosting.ts';
import { placeStyles } from './inline-styles.ts';
import type { Made } from './made.ts';
import { drawMap } from './map.ts';
import { markBegun } from './mark.ts';
import { minifyScripts } from './minify.ts';
import { pageFinder, type BuiltPage } from './pages.ts';
import { makePolicies, placePolicies } from './policy.ts';
import { placePreviews } from './previews.ts';
import { compileStyles } from './styles.ts';
import { weighPages, type PageWeight } from './weigh.ts';

/** Makes dist/<niche> and returns the weight of each page. */
export async function finishNiche(root: string, site: Site, made: Made, pictures: string): Promise<PageWeight[]> {
  // What is wrong with them leaves the export before this one in use.
  const styles = {
    public: compileStyles(root, site.folder, 'public'),
    members: compileStyles(root, site.folder, 'members'),
  };
  markBegun(root, site.folder);
  const out = beginExport(join(root, 'dist', site.folder));
  out.putFolder(made.shared);
  out.putFolder(join(root, 'niches', site.folder, 'public'));
  out.put('map.svg', drawMap(root, site.folder));
  placePreviews(pictures, out, site);
  const pages = takePages(made.pages, out, site);
  await placeStyles(out, pages, styles);
  minifyScripts(pages);
  const policies = makePolicies(pages);
  placePolicies(pages, policies);
  for (const page of pages) out.put(page.file, page.html);
  writeHosting(root, out, site, pages, policies);
  writeDiscovery(out, site);
  const others = new Set(pages.filter(({ route }) => !isEntrance(route)).map(({ file }) => file));
  const sizes = await compressExport(root, out, others);
  out.sweep();
  return weighPages(out.folder, site.folder, pages, sizes);
}

/** The pages that Astro made, in the order of their paths; what else it made is put as it is. */
function takePages(folder: string, out: Export, site: Site): BuiltPage[] {
  const pageOf = pageFinder(site);
  const pages: BuiltPage[] = [];
  for (const [path, content] of gathered(folder, site.folder)) {
    if (path.endsWith('.html')) pages.push(pageOf(path, content.toString()));
    else out.put(path, content);
  }
  return pages.sort((a, b) => (a.file < b.file ? -1 : 1));
}
