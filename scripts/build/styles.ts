// Compiles a niche's two style sheets once: its variables, the world's sheet, its overrides.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileString, type StringOptions } from 'sass';
import { writeAtomically } from './write-atomically.ts';

export type World = 'public' | 'members';

/**
 * A rule of Bootstrap's for floating legends, which no page has. Its sibling selector makes a browser
 * recompute the styles of the whole page at every page change.
 */
const UNWANTED = 'legend+*{clear:left}';

/** Bootstrap still uses what Sass is going to drop. */
export const SASS_OPTIONS = {
  style: 'compressed',
  quietDeps: true,
  silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
} as const satisfies StringOptions<'sync'>;

/** The compressed CSS of one world of one niche; cached by the hash of all its inputs. */
export function compileStyles(root: string, niche: string, world: World): string {
  const hash = sourcesHash(root, niche);
  const kept = join(root, '.cache', 'css', `${niche}-${world}-${hash}.css`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const source = [`niches/${niche}/variables`, `src/styles/${world}`, `niches/${niche}/overrides`]
    .map((path) => `@import "${path}";`)
    .join('\n');
  const { css } = compileString(source, {
    ...SASS_OPTIONS,
    loadPaths: [root, join(root, 'node_modules')],
  });
  mkdirSync(join(root, '.cache', 'css'), { recursive: true });
  const clean = css.replace(/^\uFEFF/, '').replace(UNWANTED, '');
  writeAtomically(kept, clean);
  return clean;
}

function sourcesHash(root: string, niche: string): string {
  // The lock file covers the versions of the compiler and of Bootstrap.
  const hash = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .update(readFileSync(join(root, 'package-lock.json')));
  const styles = join(root, 'src', 'styles');
  for (const file of readdirSync(styles, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.scss')) hash.update(file).update(readFileSync(join(styles, file)));
  }
  for (const file of ['_variables.scss', '_overrides.scss'])
    hash.update(readFileSync(join(root, 'niches', niche, file)));
  return hash.digest('hex').slice(0, 12);
}
