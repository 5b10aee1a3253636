// Reads the exported pages of a lander, for the tests of landers.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE } from '#domain/limits';
import { loadSites, type Site } from '#site/load';

export interface LanderPage {
  readonly site: Site;
  readonly language: string;
  readonly html: string;
  /** The page's own words, by `namespace` and key. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const dist = join(process.cwd(), 'dist');

/** A lander's page in every language of every niche; `campaign` names a campaign's page instead. */
export function landerPages(lander: string, campaign?: string): LanderPage[] {
  return loadSites(process.cwd()).flatMap((site) =>
    site.languages.map(({ code: language }) => {
      const slug = campaign === undefined ? '' : `_${campaign}`;
      const folder = join(dist, site.folder, language === LANGUAGE.default ? '' : language, 'landers', lander, slug);
      const html = readFileSync(join(folder, 'index.html'), 'utf8');
      return { site, language, html, words: site.texts(language) };
    }),
  );
}

/** Whether the export of a site holds a file. */
export const exported = (site: Site, path: string): boolean => existsSync(join(dist, site.folder, path));
/** A file of the export of a site. */
export const exportedFile = (site: Site, path: string): Buffer => readFileSync(join(dist, site.folder, path));

/** A text as it stands in HTML. */
export const inHtml = (text: string | undefined): string =>
  (text ?? '-').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** How often a pattern is found. */
export const countOf = (html: string, pattern: RegExp): number => [...html.matchAll(pattern)].length;
