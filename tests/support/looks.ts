// The brands and colour schemes in which the landers are checked.
import type { Site } from '#site/load';
import { SCREEN_OF, sites } from './browser.ts';
import { drawn } from './samples.ts';

const SCHEMES = ['light', 'dark'] as const;

export interface Look {
  readonly site: Site;
  readonly scheme: (typeof SCHEMES)[number];
  /** The screen that ordinary runs take for the scheme. */
  readonly tag: (typeof SCREEN_OF)[keyof typeof SCREEN_OF];
}

/** Every brand in both schemes in the full run; else one drawn brand for each scheme. */
export function looksOf(lander: string): readonly Look[] {
  const chosen = drawn(`looks of ${lander}`, sites, SCHEMES.length);
  const isWhole = chosen.length > SCHEMES.length;
  return chosen.flatMap((site, number) =>
    SCHEMES.filter((_, at) => isWhole || at === number).map((scheme) => ({ site, scheme, tag: SCREEN_OF[scheme] })),
  );
}
