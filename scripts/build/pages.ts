// Tells of an exported page which route and language it is, and what scripts it loads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasSlug, prefixOf, routeOf, routes, shellOf, type Route } from '../../src/domain/routes.ts';
import { memoize } from '../../src/site/memoize.ts';
import type { Site } from '../../src/site/load.ts';
import { customPages } from '../../src/site/long-texts.ts';

/** Which page of a niche stands in a file below dist/<niche>. */
export interface PagePlace {
  readonly file: string;
  readonly route: Route;
  readonly language: string;
  /** The campaign whose page it is. */
  readonly slug?: string;
}

/** One exported page with its HTML, which the build steps rewrite in place. */
export interface BuiltPage extends PagePlace {
  html: string;
}

/** Tells which page of a niche a file is. One that no route names is a mistake and throws. */
export function pageFinder(site: Site): (file: string) => PagePlace {
  const byFile = new Map<string, Omit<PagePlace, 'file'>>();
  const slugs = site.niche.campaigns.map(({ slug }) => slug);
  for (const route of routes.filter((each) => each.screen)) {
    for (const { code: language } of site.languages) {
      for (const slug of [undefined, ...(hasSlug(route) ? slugs : [])]) {
        const path = `${prefixOf(language)}${shellOf(route, slug)}`.replace(/\/$/, '');
        for (const file of [`${path}/index.html`, `${path}.html`])
          byFile.set(file.replace(/^\//, ''), { route, language, ...(slug ? { slug } : {}) });
      }
    }
  }
  for (const token of customPages(site))
    for (const { code: language } of site.languages)
      byFile.set(`${prefixOf(language)}/${token}/index.html`.slice(1), { route: routeOf('token'), language });
  return (file) => {
    const known = byFile.get(file);
    if (!known) throw new Error(`The exported page ${file} has no row in src/domain/routes.ts.`);
    return { file, ...known };
  };
}

/** Addresses of scripts a page loads, with everything they import, below dist/<niche>. */
export function scriptsOf(folder: string, html: string): string[] {
  const found = new Set<string>();
  const queue = [
    // The name is looked for behind the quote: a pattern with a plain beginning is found in a third of the time.
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

/** Addresses of what a script imports; an exported script has its content in its name, so that it is read once. */
const importedBy = memoize((folder: string, path: string): readonly string[] =>
  [...readFileSync(join(folder, path), 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+\.js)["']/g)].map(
    (match) => new URL(match[1] ?? '', `http://x${path}`).pathname,
  ),
);
