// The brands and colour schemes in which the landers are checked.
import type { Site } from '#site/load';
import { SCREEN_OF, sites } from './browser.ts';
import { sampled } from './samples.ts';

const SCHEMES = ['light', 'dark'] as const;

export interface Look {
  readonly site: Site;
  readonly scheme: (typeof SCHEMES)[number];
  /** The screen that ordinary runs take for the scheme. */
  readonly tag: (typeof SCREEN_OF)[keyof typeof SCREEN_OF];
}

/** Every brand in both schemes in the full run; else one sampled brand for each scheme. */
export const looksOf = (lander: string): readonly Look[] =>
  SCHEMES.flatMap((scheme) =>
    sampled(`${scheme} brand of ${lander}`, sites, 1).map((site) => ({ site, scheme, tag: SCREEN_OF[scheme] })),
  );
