// Runs everything after Astro: styles in place, policies, hosting files, discovery and compression.
import { join } from 'node:path';
import { isEntrance } from '../../src/domain/routes.ts';
import type { Site } from '../../src/site/load.ts';
import { compressor, type Compress } from './compress.ts';
import { writeDiscovery } from './discovery.ts';
import { beginExport, type Export } from './export.ts';
import { readArchive } from './page-archive.ts';
import { writeHosting } from './hosting.ts';
import { placeStyles, putStyles, type Styles } from './inline-styles.ts';
import type { Compression, StepOutput } from './step-output.ts';
import { writeOfflinePages } from './offline-page.ts';
import { drawMap } from './map.ts';
import { removeFinishMarker } from './finish-marker.ts';
import { minifyScripts } from './minify.ts';
import { pageFinder, type BuiltPage, type PagePlace } from './pages.ts';
import { isAsked, makePolicies, needsOf, placePolicy, type PolicedPage } from './policy.ts';
import { placePreviews } from './previews.ts';
import { pageFaults } from './page-budget.ts';
import { compileStyles } from './styles.ts';
import { weighPage, type PageWeight } from './page-weight.ts';

/** Makes dist/<niche> and returns the weight of each page. */
export async function finishNiche(
  root: string,
  site: Site,
  made: StepOutput,
  compression: Compression,
): Promise<PageWeight[]> {
  // An error in them leaves the previous export in use.
  const css = {
    public: compileStyles(root, site.folder, 'public'),
    members: compileStyles(root, site.folder, 'members'),
  };
  removeFinishMarker(root, site.folder);
  const out = beginExport(join(root, 'dist', site.folder));
  const compress = compressor(root, out);
  out.putFolder(made.shared);
  out.putFolder(join(root, 'niches', site.folder, 'public'));
  out.put('map.svg', drawMap(root, site.folder));
  placePreviews(root, out, site);
  const styles = putStyles(out, css);
  writeDiscovery(out, site);
  writeOfflinePages(root, out, site);
  const templates = takePages(made.pages, out, site);
  await compress(out.paths());
  const pages: Finished[] = [];
  const context: FinishContext = { out, site, styles, compress, compression };
  for (const template of templates) pages.push(...(await finishTemplate(template, context)));
  pages.sort(byFile);
  writeHosting(root, out, site, pages, makePolicies(pages));
  out.sweep();
  return pages.map(({ weight }) => weight);
}

const byFile = (a: PagePlace, b: PagePlace): number => (a.file < b.file ? -1 : 1);

/** The data that later steps need of a written page; keeping whole pages would take too much memory. */
interface Finished extends PolicedPage {
  readonly weight: PageWeight;
}

interface Gathered extends PagePlace {
  readonly content: Buffer;
}

/** The pages that Astro made, template by template; all other output is copied as it is. */
function takePages(folder: string, out: Export, site: Site): Gathered[][] {
  const placeOf = pageFinder(site);
  const pages: Gathered[] = [];
  for (const [path, content] of readArchive(folder, site.folder)) {
    if (path.endsWith('.html')) pages.push({ ...placeOf(path), content });
    else out.put(path, content);
  }
  return [...Map.groupBy(pages.sort(byFile), ({ route }) => route.name).values()];
}

/** The shared inputs of all templates. */
interface FinishContext {
  readonly out: Export;
  readonly site: Site;
  readonly styles: Styles;
  readonly compress: Compress;
  readonly compression: Compression;
}

/** Writes all pages of one template. */
async function finishTemplate(template: readonly Gathered[], context: FinishContext): Promise<Finished[]> {
  const { out, site, styles, compress, compression } = context;
  const pages: BuiltPage[] = template.map(({ content, ...place }) => ({ ...place, html: content.toString() }));
  await placeStyles(pages, styles);
  for (const page of pages) {
    minifyScripts(page);
    if (isAsked(page)) placePolicy(page);
    out.put(page.file, page.html);
  }
  const filesOf = (some: readonly BuiltPage[]): string[] => some.map(({ file }) => file);
  const quality = pages.some(({ route }) => isEntrance(route)) ? 'best' : 'good';
  await compress(filesOf(pages), compression === 'fast' ? 'fast' : quality);
  const weigh = (page: BuiltPage): PageWeight => weighPage(out, site.folder, page, compress.sizes);
  // The budgets are for pages as visitors get them.
  if (compression === 'fast')
    await compress(filesOf(pages.filter((page) => pageFaults(weigh(page)).length > 0)), quality);
  return pages.map(({ html, ...place }) => ({
    ...place,
    needs: needsOf(html),
    weight: weigh({ ...place, html }),
  }));
}
