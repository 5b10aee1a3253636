// Where the steps of a build leave what the next ones need: a folder of the cache, its own for each build, deleted at its end.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Made {
  /** What Astro makes for every niche: scripts and public files. */
  readonly shared: string;
  /** The pages of each niche (gather.ts). */
  readonly pages: string;
  /** What each page of a niche weighs. */
  weights(niche: string): string;
}
const DAY_MS = 86_400_000;

export const madeIn = (folder: string): Made => ({
  shared: join(folder, 'shared'),
  pages: join(folder, 'pages'),
  weights: (niche) => join(folder, `weights-${niche}.json`),
});

/** Makes the folder of a build, and deletes those of builds that were ended long ago. */
export function makeFolder(root: string): string {
  const all = join(root, '.cache', 'builds');
  mkdirSync(all, { recursive: true });
  for (const name of readdirSync(all))
    if (Date.now() - statSync(join(all, name)).mtimeMs > DAY_MS) rmSync(join(all, name), { recursive: true });
  return mkdtempSync(join(all, 'build-'));
}
