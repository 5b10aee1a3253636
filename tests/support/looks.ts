// The brands and colour schemes in which the landers are checked.
import type { Site } from '#site/load';
import { SCREEN_OF, sites } from './browser.ts';

const SCHEMES = ['light', 'dark'] as const;

export interface Look {
  readonly site: Site;
  readonly scheme: (typeof SCHEMES)[number];
  /** The screen that ordinary runs take for the scheme. */
  readonly tag: (typeof SCREEN_OF)[keyof typeof SCREEN_OF];
}

/**
 * Every brand in one scheme, light and dark in turn, beginning with the scheme of that number; in the full run in both.
 */
export const looksFrom = (first: number): readonly Look[] =>
  sites.flatMap((site, number) =>
    SCHEMES.filter((_, at) => process.env['FULL'] === '1' || at === (first + number) % SCHEMES.length).map(
      (scheme) => ({ site, scheme, tag: SCREEN_OF[scheme] }),
    ),
  );
