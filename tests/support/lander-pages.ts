// Reads the exported pages of one lander, and checks what all landers have in common.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { routeOf } from '#domain/routes';
import type { BuiltPage } from '#scripts/build/pages';
import { loadSites, type Site } from '#site/load';
import { readPages } from './exported-pages.ts';

const dist = join(process.cwd(), 'dist');

/** The pages of a route in every language, default and campaigns. */
export const landerPagesOf = (site: Site, route: string): BuiltPage[] =>
  readPages(join(dist, site.folder), site).filter((page) => page.route === routeOf(route));

export interface LanderPage extends BuiltPage {
  readonly site: Site;
  /** The page's own texts, by `namespace` and key. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
/** A lander's page in every language of every niche; `campaign` names a campaign's page instead. */
export const landerPages = (lander: string, campaign?: string): LanderPage[] =>
  loadSites(process.cwd()).flatMap((site) =>
    landerPagesOf(site, `landers-${lander}-slug`)
      .filter(({ slug }) => slug === campaign)
      .map((page) => ({ ...page, site, words: site.texts(page.language) })),
  );

/** Whether the export of a site has a file. */
export const exported = (site: Site, path: string): boolean => existsSync(join(dist, site.folder, path));
/** A file of the export of a site. */
export const exportedFile = (site: Site, path: string): Buffer => readFileSync(join(dist, site.folder, path));

/** The number of matches of a pattern. */
export const countOf = (html: string, pattern: RegExp): number => [...html.matchAll(pattern)].length;

/** A text as escaped in HTML. */
export const inHtml = (text: string | undefined): string =>
  (text ?? '-').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  lt: '<',
  gt: '>',
  '#39': "'",
  nbsp: '\u00a0',
};
/** The visible text of some HTML. */
export const readable = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(\w+|#\d+);/g, (all, name: string) => entities[name] ?? all)
    .trim();

/** One heading with the campaign's texts or the lander's own, and a form that begins the signup. */
export function expectLander(site: Site, page: BuiltPage, ownWords: string): void {
  const texts = site.texts(page.language);
  const heading = page.slug ? texts['campaigns']?.[`${page.slug}_title`] : texts[ownWords]?.['title'];
  const action = page.slug ? texts['campaigns']?.[`${page.slug}_action`] : texts[ownWords]?.['action'];
  expect([...page.html.matchAll(/<h1[^>]*>([\s\S]*?)<\/h1>/g)].map(([, text = '']) => readable(text))).toEqual([
    heading,
  ]);
  const [form = ''] = /<form[^>]*action="\/api\/signup-begin\.php"[\s\S]*?<\/form>/.exec(page.html) ?? [];
  expect(form).toContain('name="form_page"');
  expect(readable(/<button[^>]*type="submit"[^>]*>([\s\S]*?)<\/button>/.exec(form)?.[1] ?? '')).toBe(action);
  for (const part of ['day', 'month', 'year']) expect(form).toContain(`name="birth_${part}"`);
}
