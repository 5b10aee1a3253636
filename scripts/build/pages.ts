// Finds the route and language of an exported page, and the scripts it loads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '../../src/domain/route.ts';
import { hasSlug, pageFile, prefixOf, routeOf, routes, shellOf } from '../../src/domain/routes.ts';
import { memoize } from '../../src/site/memoize.ts';
import type { Site } from '../../src/site/load.ts';
import { customPages } from '../../src/site/long-texts.ts';

/** The page that a file below dist/<niche> holds. */
export interface PagePlace {
  readonly file: string;
  readonly route: Route;
  readonly language: string;
  /** The campaign of the page. */
  readonly slug?: string;
}

/** An exported page with its HTML, which the build steps rewrite in place. */
export interface BuiltPage extends PagePlace {
  html: string;
}

/** Finds the page of a niche that a file holds. A file that matches no route is a mistake and throws. */
export function pageFinder(site: Site): (file: string) => PagePlace {
  const byFile = new Map<string, Omit<PagePlace, 'file'>>();
  const slugs = site.niche.campaigns.map(({ slug }) => slug);
  for (const route of routes.filter((each) => each.screen)) {
    for (const { code: language } of site.languages) {
      for (const slug of [undefined, ...(hasSlug(route) ? slugs : [])])
        byFile.set(pageFile(prefixOf(language) + shellOf(route, slug)), { route, language, ...(slug ? { slug } : {}) });
    }
  }
  for (const token of customPages(site))
    for (const { code: language } of site.languages)
      byFile.set(pageFile(`${prefixOf(language)}/${token}`), { route: routeOf('token'), language });
  return (file) => {
    const known = byFile.get(file);
    if (!known) throw new Error(`The exported page ${file} has no row in src/domain/routes.ts.`);
    return { file, ...known };
  };
}

/** Addresses of the scripts a page loads, with everything they import, below dist/<niche>. */
export function scriptsOf(folder: string, html: string): string[] {
  const found = new Set<string>();
  const queue = [
    // The pattern begins with a fixed text, which makes the search three times as fast.
    ...html.matchAll(/"(?<=(?:src|component-url|renderer-url|before-hydration-url)=")(\/_astro\/[^"]+\.js)"/g),
  ].map((match) => match[1] ?? '');
  while (queue.length > 0) {
    const path = queue.pop();
    if (!path || found.has(path)) continue;
    found.add(path);
    queue.push(...importedBy(folder, path));
  }
  return [...found].sort();
}

/** Addresses that a script imports. A script's name contains its content hash, so it is read once. */
const importedBy = memoize((folder: string, path: string): readonly string[] =>
  [...readFileSync(join(folder, path), 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+\.js)["']/g)].map(
    (match) => new URL(match[1] ?? '', `http://x${path}`).pathname,
  ),
);
