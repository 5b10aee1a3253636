// Makes the scripts that stand inside public pages as small as they can be said.
import { minify_sync as minify } from 'terser';
import { memoize } from '../../src/site/memoize.ts';
import { changePlainScripts } from './inline.ts';
import type { BuiltPage } from './pages.ts';

/** What many pages hold is minified once. */
const smaller = memoize((code: string): string => minify(code, { ecma: 2020, compress: { passes: 3 } }).code ?? code);

/** Rewrites a page's inline scripts. */
export function minifyScripts(page: BuiltPage): void {
  page.html = changePlainScripts(page.html, smaller);
}
