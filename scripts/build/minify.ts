// Makes the scripts that stand inside public pages as small as they can be said.
import { transformSync } from 'esbuild';
import { changePlainScripts } from './inline.ts';
import type { BuiltPage } from './pages.ts';

/** Rewrites the inline scripts of all pages; the same script is minified once. */
export function minifyScripts(pages: readonly BuiltPage[]): void {
  const known = new Map<string, string>();
  const smaller = (code: string): string => {
    const found = known.get(code) ?? transformSync(code, { minify: true, target: 'es2022' }).code.trim();
    known.set(code, found);
    return found;
  };
  for (const page of pages) page.html = changePlainScripts(page.html, smaller);
}
