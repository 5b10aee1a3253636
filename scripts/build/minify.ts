// Minifies the inline scripts of public pages.
import { minify_sync as minify } from 'terser';
import { memoize } from '../../src/site/memoize.ts';
import { changePlainScripts } from './inline.ts';
import type { BuiltPage } from './pages.ts';

/** Cached, since many pages hold the same script. */
const smaller = memoize((code: string): string => minify(code, { ecma: 2020, compress: { passes: 3 } }).code ?? code);

/** Rewrites a page's inline scripts. */
export function minifyScripts(page: BuiltPage): void {
  page.html = changePlainScripts(page.html, smaller);
}
