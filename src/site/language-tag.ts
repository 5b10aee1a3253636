// The tag of a language on one site, such as `en-GB`, by which dates and money are written and pages declare their language.
import type { Site } from './load.ts';

/** A language that the site does not have is its own tag. */
export const tagOf = (site: Pick<Site, 'languages'>, language: string): string =>
  site.languages.find(({ code }) => code === language)?.tag ?? language;
