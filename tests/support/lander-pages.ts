// The exported pages of one lander: what all landers have in common, for the tests of each.
import { join } from 'node:path';
import { expect } from 'vitest';
import { routeOf } from '#domain/routes';
import { readPages, type BuiltPage } from '#scripts/build/pages';
import type { Site } from '#site/load';

/** The pages of a route in every language, default and campaigns. */
export const landerPagesOf = (site: Site, route: string): BuiltPage[] =>
  readPages(join(process.cwd(), 'dist', site.folder), site).filter((page) => page.route === routeOf(route));

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  lt: '<',
  gt: '>',
  '#39': "'",
  nbsp: '\u00a0',
};
/** Text of some HTML as it is read. */
export const readable = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(\w+|#\d+);/g, (all, name: string) => entities[name] ?? all)
    .trim();

/** One heading with the campaign's words or the lander's own, and a form that begins to sign up. */
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
