// What every lander is told, and its words that a campaign says differently.
import type { Campaign } from './niche-file.ts';

export interface LanderProps {
  readonly language: string;
  /** The route's name. */
  readonly route: string;
  readonly campaign?: Campaign | undefined;
  readonly heading: string;
}

type Say = (key: string) => string;

/** The headline of a lander; `own` is what it says without a campaign. */
export const headingOf = (say: Say, own: string, campaign?: Campaign): string =>
  campaign ? say(`campaigns:${campaign.slug}_title`) : own;

/** The words on its button, in the same way. */
export const actionOf = (say: Say, own: string, campaign?: Campaign): string =>
  campaign ? say(`campaigns:${campaign.slug}_action`) : own;
