// Weighs exported pages: the bytes of each one as sent, and of what it loads before the visitor acts.
import { brotliCompressSync } from 'node:zlib';
import { SiteError } from '../../src/site/parse-file.ts';
import { memoize } from '../../src/site/memoize.ts';
import type { Export } from './export.ts';
import { initialRequests } from './initial-requests.ts';
import { inlineOf, plainScripts } from './inline.ts';
import { scriptsOf, type BuiltPage } from './pages.ts';

/**
 * The weight of a page: raw HTML, and brotli bytes of document, scripts, styles and inline scripts. `first` is the sum
 * before the visitor acts, in `requests` requests.
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

/** Requests that every page makes. */
const OTHERS = ['/fonts/display.woff2'];

/**
 * The weight of a page of an export; `sizes` has the brotli bytes of compressed files, by path. Throws a SiteError when
 * the page loads a file that this export did not put (for scripts, which import one another: when the folder has none).
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

/** Brotli bytes of a text; cached, since many pages share it. */
const brotliOf = memoize((text: string): number => (text ? brotliCompressSync(text).length : 0));
