// Names the cache folders in which build steps store their output for the next ones.
import { join } from 'node:path';

/** `whole` is for visitors; `fast` compresses the pages less, for tests and demos. */
export type Compression = 'whole' | 'fast';

export interface StepOutput {
  /** Astro's output for all niches: scripts and public files. */
  readonly shared: string;
  /** The pages of each niche (page-archive.ts). */
  readonly pages: string;
  /** The weight of each page of a niche. */
  weights(niche: string): string;
}

export const stepOutputIn = (folder: string): StepOutput => ({
  shared: join(folder, 'shared'),
  pages: join(folder, 'pages'),
  weights: (niche) => join(folder, `weights-${niche}.json`),
});
