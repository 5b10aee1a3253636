// Weighs exported pages: what each one is as sent, and what it loads before the visitor acts.
import { brotliCompressSync } from 'node:zlib';
import { SiteError } from '../../src/site/friendly.ts';
import { memoize } from '../../src/site/memoize.ts';
import type { Export } from './export.ts';
import { initialRequests } from './initial-requests.ts';
import { inlineOf, plainScripts } from './inline.ts';
import { scriptsOf, type BuiltPage } from './pages.ts';

/**
 * What a page weighs: raw HTML, and brotli bytes of document, scripts, styles and inline scripts; `first` is all of it before the
 * visitor acts, in `requests`.
 */
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

/** What every page has fetched, whatever it says. */
const OTHERS = ['/fonts/display.woff2'];

/**
 * The weight of a page of an export; `sizes` has the brotli bytes of what is sent compressed, by path. Throws a SiteError when the export has
 * not put a file that the page loads (of its scripts, which name one another: when there is none in the folder).
 */
export function weighPage(
  out: Pick<Export, 'folder' | 'size'>,
  niche: string,
  { file, html, language, route, slug }: BuiltPage,
  sizes: ReadonlyMap<string, number>,
): PageWeight {
  const size = (path: string): number => {
    const below = path.replace(/^\//, '');
    const known = sizes.get(below) ?? out.size(below);
    if (known === undefined) throw new SiteError(`${niche}: a page loads ${path}, which its export does not have.`);
    return known;
  };
  const sizesOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + size(path), 0);
  const scripts = scriptsOf(out.folder, html);
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((match) => match[1] ?? '');
  const fetched = [...new Set([...initialRequests(html), ...OTHERS])].filter((path) => !scripts.includes(path));
  const [br, js, linked] = [size(file), sizesOf(scripts), sizesOf(sheets)];
  const own = inlineOf(html, 'style').map(({ content }) => content);
  return {
    niche,
    language,
    route: route.name,
    ...(slug ? { slug } : {}),
    world: route.world,
    html: html.length,
    br,
    js,
    css: linked + brotliOf(own.join('')),
    inline: brotliOf(plainScripts(html).join('\n')),
    first: br + js + linked + sizesOf(fetched),
    requests: 1 + scripts.length + sheets.length + fetched.length,
  };
}

/** Brotli bytes of a text; what many pages hold is compressed once. */
const brotliOf = memoize((text: string): number => (text ? brotliCompressSync(text).length : 0));
