// Every exported page speaks its own language, and only that: by a language detector, and by what it shares with the English page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { franc } from 'franc';
import { describe, expect, test } from 'vitest';
import { loadSites } from '#site/load';
import { readPages, type BuiltPage } from '#scripts/build/pages';

const root = process.cwd();
const sites = loadSites(root);

/** The detector's names of our languages. */
const DETECTED: Readonly<Record<string, string>> = {
  ...{ da: 'dan', de: 'deu', en: 'eng', es: 'spa', fi: 'fin', fr: 'fra' },
  ...{ it: 'ita', nb: 'nob', nl: 'nld', pl: 'pol', sv: 'swe' },
};
/** Too little text to tell a language by. */
const FEWEST = 250;
/** Written alike in several languages: names, addresses, numbers. */
const LONGEST_NAME = 28;

/** What a reader sees of a page in its language, piece by piece. */
function visible(html: string): string[] {
  const body = html
    .slice(html.indexOf('<body'))
    .replace(/<(script|style|svg|head)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<(\w+)[^>]*\slang="[^"]*"[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replace(/<p class="trader"[\s\S]*?<\/p>/g, ' ')
    .replace(/<option\b[^>]*>[^<]*/g, ' ');
  return body
    .split(/<[^>]+>/)
    .map((text) =>
      text
        .replace(/&#?\w+;/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => /\p{L}{3}/u.test(text));
}

/** Pages that say one of two things, by whether one is logged in or brings a token, hold both headings and show one. */
const headingsOf = (route: string): number => (/signup$|^activate-done$/.test(route) ? 2 : 1);

const key = ({ route, slug, file }: BuiltPage): string =>
  route.name === 'token' ? file.replace(/^[a-z]{2}\//, '') : `${route.name} ${slug ?? ''}`;

describe.each(sites.map((site) => site.folder))('%s', (folder) => {
  const site = sites.find((each) => each.folder === folder);
  if (!site) throw new Error(folder);
  const pages = readPages(join(root, 'dist', folder), site);
  const english = new Map(pages.filter(({ language }) => language === 'en').map((page) => [key(page), page]));
  const names = new Set([site.name, ...site.niche.previews.flatMap(({ name, city }) => [name, city])]);

  test('SI2: a language detector finds the page’s own language', () => {
    const wrong = pages.flatMap((page) => {
      const text = visible(page.html).join('. ');
      if (text.length < FEWEST) return [];
      const found = franc(text, { only: Object.values(DETECTED) });
      // The two are so close that a short text can be either.
      const isScandinavian = ['dan', 'nob'].includes(found) && ['da', 'nb'].includes(page.language);
      return found === DETECTED[page.language] || isScandinavian ? [] : [`${page.file}: ${found}`];
    });
    expect(wrong).toEqual([]);
  });

  test('SI2: no page holds a sentence of the English one', () => {
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

  test('every page has one heading of the first level, no missing word and no empty placeholder', () => {
    const faults = pages.flatMap(({ file, html, route }) => [
      ...((html.match(/<h1[\s>]/g) ?? []).length === headingsOf(route.name) || html.includes('astro-island')
        ? []
        : [`${file}: h1`]),
      ...(
        visible(html)
          .join('\n')
          .match(/\b[a-z-]+:[a-z]+_[a-z_0-9]+\b|\{\{\w*\}\}|\bundefined\b/g) ?? []
      ).map((key) => `${file}: ${key}`),
    ]);
    expect(faults).toEqual([]);
  });
});

test('each language is told from every other by the detector', () => {
  for (const [code, name] of Object.entries(DETECTED)) {
    const words = JSON.parse(readFileSync(join(root, 'locales', code, 'landers.json'), 'utf8')) as Record<
      string,
      string
    >;
    const found = franc(Object.values(words).join('. '), { only: Object.values(DETECTED) });
    expect(found).toBe(name);
  }
});
