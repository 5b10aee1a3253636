// The props of landers, and the texts that a campaign overrides.
import type { Campaign } from './niche-file.ts';

export interface LanderProps {
  readonly language: string;
  /** The route's name. */
  readonly route: string;
  readonly campaign?: Campaign | undefined;
  readonly heading: string;
}

type Translate = (key: string) => string;

/** The headline of a lander; `own` is the one without a campaign. */
export const headingOf = (translate: Translate, own: string, campaign?: Campaign): string =>
  campaign ? translate(`campaigns:${campaign.slug}_title`) : own;

/** The text of its button. */
export const actionOf = (translate: Translate, own: string, campaign?: Campaign): string =>
  campaign ? translate(`campaigns:${campaign.slug}_action`) : own;
