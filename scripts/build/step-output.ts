// Where the steps of a build leave what the next ones need: a folder of the cache.
import { join } from 'node:path';

export interface StepOutput {
  /** What Astro makes for every niche: scripts and public files. */
  readonly shared: string;
  /** The pages of each niche (gather.ts). */
  readonly pages: string;
  /** What each page of a niche weighs. */
  weights(niche: string): string;
}

export const stepOutputIn = (folder: string): StepOutput => ({
  shared: join(folder, 'shared'),
  pages: join(folder, 'pages'),
  weights: (niche) => join(folder, `weights-${niche}.json`),
});
