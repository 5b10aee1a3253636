// The head of every exported page: title, description, address, languages; and no missing text in any attribute.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pathOf } from '#domain/routes';
import { loadSites, type Site } from '#site/load';
import { absoluteUrl } from '#site/pages';
import type { BuiltPage } from '#scripts/build/pages';
import { readPages } from '../support/exported-pages.ts';
import { readable } from '../support/lander-pages.ts';
import { leftInPage } from '../support/unfilled.ts';

const root = process.cwd();
const found = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map((match) => match[1] ?? '');
const head = (html: string): string => html.slice(0, html.indexOf('</head>'));
const titles = (page: BuiltPage): string[] => found(head(page.html), /<title>([^<]*)<\/title>/g).map(readable);
const descriptions = (page: BuiltPage): string[] =>
  found(head(page.html), /<meta name="description" content="([^"]*)"/g);
const canonicals = (page: BuiltPage): string[] => found(page.html, /<link rel="canonical" href="([^"]*)"/g);
/** `language address` of each version that a page lists. */
const versions = (page: BuiltPage): string[] =>
  [...page.html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(
    ([, language, address]) => `${language} ${address}`,
  );

/** The versions that every listed page of a route declares. */
function wantedVersions({ published, ...site }: Site, route: string): string[] {
  const at = (code: string): string => absoluteUrl(site as Site, pathOf(route, code));
  return [
    ...published.map(({ code, tag }) => `${code === tag.slice(0, 2) ? code : tag} ${at(code)}`),
    `x-default ${at('en')}`,
  ];
}

describe.each(loadSites(root).map((site) => [site.folder, site] as const))('%s', (folder, site) => {
  const pages = readPages(join(root, 'dist', folder), site);
  const published = site.published.map(({ code }) => code);
  const listed = pages.filter(({ route, slug, language }) => route.listed && !slug && published.includes(language));

  test('SI21: every page has one title with the brand and one description, both not empty', () => {
    const faults = pages.flatMap((page) => {
      const [[title = '', ...otherTitles], [description = '', ...others]] = [titles(page), descriptions(page)];
      return [
        ...(otherTitles.length === 0 && /\p{L}.* · .*\p{L}/u.test(title) ? [] : [`${page.file}: title`]),
        ...(title.split(' · ').includes(site.name) ? [] : [`${page.file}: brand`]),
        ...(others.length === 0 && description.length > 20 ? [] : [`${page.file}: description`]),
      ];
    });
    expect(faults).toEqual([]);
  });

  test('members pages preload the display face before their styles use it, public pages never do', () => {
    const right =
      /<link rel="preload" href="\/fonts\/display\.woff2" as="font" type="font\/woff2" crossorigin>[^]*<link rel="stylesheet"/;
    const asks = (page: BuiltPage): boolean => right.test(head(page.html));
    expect(pages.filter((page) => asks(page) !== (page.route.world === 'members')).map(({ file }) => file)).toEqual([]);
  });

  test('no two listed pages of a language have the same title', () => {
    const known = new Map<string, string>();
    const doubles = listed.flatMap((page) => {
      const title = `${page.language} ${titles(page)[0]}`;
      const before = known.get(title);
      known.set(title, page.file);
      return before ? [`${before}, ${page.file}: ${title}`] : [];
    });
    expect(doubles).toEqual([]);
  });

  test('SI2: a listed page has its own canonical address and lists the same versions as each of them, itself included', () => {
    for (const page of listed) {
      const own = absoluteUrl(site, pathOf(page.route.name, page.language));
      expect(canonicals(page), page.file).toEqual([own]);
      expect(versions(page).toSorted(), page.file).toEqual(wantedVersions(site, page.route.name).toSorted());
      expect(versions(page).some((version) => version.endsWith(` ${own}`))).toBe(true);
    }
    const twins = new Map<string, number>();
    for (const { route } of listed) twins.set(route.name, (twins.get(route.name) ?? 0) + 1);
    expect([...new Set(twins.values())]).toEqual([published.length]);
  });

  test('an unlisted page declares no address and no versions', () => {
    const claims = pages.filter(
      (page) => !listed.includes(page) && canonicals(page).length + versions(page).length > 0,
    );
    expect(claims.map(({ file }) => file)).toEqual([]);
  });

  test('SI35: the keyboard of a phone makes every page smaller, and no page hides behind its notch', () => {
    const wanted = /<meta name="viewport" content="[^"]*viewport-fit=cover, interactive-widget=resizes-content"/;
    expect(pages.filter(({ html }) => !wanted.test(html)).map(({ file }) => file)).toEqual([]);
  });

  test('no page shows a key, a placeholder or an empty value, even in an attribute', () => {
    const spaces = Object.keys(site.texts('en'));
    const faults = pages.flatMap(({ file, html }) => leftInPage(html, spaces).map((text) => `${file}: ${text}`));
    expect(faults).toEqual([]);
  });
});
