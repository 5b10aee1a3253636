// Every exported page is in its own language only, proved by a language detector part by part, and by comparison with
// the English page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSites, type Site } from '#site/load';
import type { BuiltPage } from '#scripts/build/pages';
import { readPages } from '../support/exported-pages.ts';
import {
  FEWEST,
  longestParagraph,
  SCANDINAVIAN,
  otherLanguage,
  partsOf,
  visible,
  words,
} from '../support/language-parts.ts';
import { leftInSight } from '../support/unfilled.ts';

const root = process.cwd();
const sites = loadSites(root);

/** Spelled the same in several languages: names, addresses, numbers. */
const LONGEST_NAME = 28;

/** Names of a site and its place, which a detector takes for Dutch or English everywhere. */
const addressOf = ({ name, siteSettings, company }: Site): string[] => [
  ...[company.name, company.address, company.city, siteSettings.domain, name],
];

/** Pages with alternative headings, by login or token, hold both and show one. */
const headingsOf = (route: string): number => (route === 'activate-done' ? 3 : /signup$/.test(route) ? 2 : 1);

const key = ({ route, slug, file }: BuiltPage): string =>
  route.name === 'token' ? file.replace(/^[a-z]{2}\//, '') : `${route.name} ${slug ?? ''}`;

describe.each(sites.map((site) => site.folder))('%s', (folder) => {
  const site = sites.find((each) => each.folder === folder);
  if (!site) throw new Error(folder);
  const published = new Set(site.published.map(({ code }) => code));
  const pages = readPages(join(root, 'dist', folder), site).filter(({ language }) => published.has(language));
  const english = new Map(pages.filter(({ language }) => language === 'en').map((page) => [key(page), page]));
  const cities = site.languages.flatMap(({ code }) =>
    [1, 2, 3, 4].map((at) => site.texts(code)['landers']?.[`city_${at}`] ?? ''),
  );
  const names = new Set([site.name, ...site.niche.previews.map(({ name }) => name), ...cities]);

  test('SI2: a language detector finds the page’s own language in each of its parts', () => {
    const judged = pages.map((page) => ({ page, parts: partsOf(page.html, addressOf(site)) }));
    const wrong = judged.flatMap(({ page, parts }) =>
      parts.flatMap((part) => {
        const other = otherLanguage(part, page.language);
        return other ? [`${page.file}: ${other}: ${part}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
    expect(judged.filter(({ parts }) => parts.length === 0).length).toBeLessThan(judged.length / 10);
  });

  test('SI2: it also does in the whole page, with short words and labels', () => {
    const wrong = pages.flatMap((page) => {
      const text = visible(page.html).join('. ');
      const other = text.length < FEWEST ? null : otherLanguage(text, page.language);
      return other ? [`${page.file}: ${other}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('SI2: no page contains a sentence of the English one', () => {
    const left = pages.flatMap((page) => {
      const twin = english.get(key(page));
      if (!twin || page.language === 'en') return [];
      const said = new Set(visible(twin.html));
      return visible(page.html)
        .filter((text) => text.length > LONGEST_NAME && said.has(text) && ![...names].some((name) => text === name))
        .map((text) => `${page.file}: ${text}`);
    });
    expect(left).toEqual([]);
  });

  test('every page has one heading of the first level, no missing text and no empty placeholder', () => {
    const faults = pages.flatMap(({ file, html, route }) => [
      ...((html.match(/<h1[\s>]/g) ?? []).length === headingsOf(route.name) || html.includes('astro-island')
        ? []
        : [`${file}: h1`]),
      ...leftInSight(html).map((key) => `${file}: ${key}`),
    ]);
    expect(faults).toEqual([]);
  });
});

describe('the detector', () => {
  const wordsOf = (language: string, file: string): string[] =>
    Object.values(JSON.parse(readFileSync(join(root, 'locales', language, file), 'utf8')) as Record<string, string>);

  test('finds a paragraph of any other language in a page', () => {
    const [site] = sites;
    if (!site) throw new Error('There are no niches.');
    const pages = readPages(join(root, 'dist', site.folder), site).filter(
      ({ route }) => route.name === 'pages-service',
    );
    const planted = new Map(pages.map(({ language, html }) => [language, longestParagraph(html)]));
    const missed = pages.flatMap(({ language, html }) =>
      [...planted]
        .filter(([other]) => other !== language)
        .filter(([, text]) => {
          const parts = partsOf(html.replace('</main>', `<p>${text}</p></main>`), addressOf(site));
          return parts.filter((part) => otherLanguage(part, language)).length !== 1;
        })
        .map(([other]) => `${other} in ${language}`),
    );
    expect(planted.size).toBe(site.languages.length);
    expect(missed).toEqual([]);
  });

  test('distinguishes Scandinavian languages by words that occur in one of two only', () => {
    const files = readdirSync(join(root, 'locales/da')).filter((file) => file.endsWith('.json'));
    const said = (language: string): Set<string> =>
      new Set(files.flatMap((file) => wordsOf(language, file)).flatMap(words));
    for (const [own, list] of Object.entries(SCANDINAVIAN)) {
      expect([...list].filter((word) => !said(own).has(word))).toEqual([]);
      for (const [other, others] of Object.entries(SCANDINAVIAN))
        expect(
          [...list].filter((word) => !others.has(word) && said(other).has(word)),
          `${own} ${other}`,
        ).toEqual([]);
    }
  });
});
