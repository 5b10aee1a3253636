// Links and resources of every exported page and style sheet: existing files, pages and anchors, and never another
// host.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { matchPath, pageFile, prefixOf, shellsOf } from '#domain/routes';
import { loadSites } from '#site/load';
import { customPages } from '#site/long-texts';
import type { BuiltPage } from '#scripts/build/pages';
import { readPages } from '../support/exported-pages.ts';

const dist = join(process.cwd(), 'dist');
/** Names of XML vocabularies, which no browser requests. */
const VOCABULARIES = ['www.w3.org', 'schema.org'];

const decoded = (text: string): string => text.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
/** The resources of a style sheet. */
const inStyles = (css: string): string[] =>
  [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map((match) => match[1] ?? '');
/** The links and resources of a page, including those of its own styles. */
function addressesIn({ html }: BuiltPage): string[] {
  const named = [...html.matchAll(/\s(?:href|src|poster|action|formaction)="([^"]*)"/g)].map((match) => match[1] ?? '');
  const sets = [...html.matchAll(/\s(?:image)?srcset="([^"]*)"/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map((each) => each.trim().split(/\s/)[0] ?? ''),
  );
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].flatMap((match) => inStyles(match[1] ?? ''));
  return [...named, ...sets, ...styles].map(decoded).filter((address) => !/^(data|mailto|tel|about):/.test(address));
}
/** The anchors that the island of the settings draws. */
const SETTINGS = new Set(
  [...readFileSync('src/features/settings/sections.ts', 'utf8').matchAll(/\bid: '([\w-]+)'/g)].map(([, id]) => id),
);
const idsIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1] ?? ''));

describe.each(loadSites(process.cwd()).map((site) => [site.folder, site] as const))('%s', (folder, site) => {
  const pages = readPages(join(dist, folder), site);
  const codes = site.languages.map(({ code }) => code);
  const home = `https://${site.siteSettings.domain}`;
  const fileNames = readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' });
  const files = new Set(fileNames.map((name) => `/${name}`));
  const ids = new Map(pages.map(({ file, html }) => [file, idsIn(html)]));

  /** The exported page that answers an address, if there is one. */
  const pageAt = (path: string): string | undefined => {
    const match = matchPath(path, codes);
    const shells = match ? shellsOf(match).map((shell) => prefixOf(match.language) + shell) : [];
    const own = customPages(site).some((token) => path.endsWith(`/${token}`)) ? [path] : [];
    return [...shells, ...own].map(pageFile).find((file) => ids.has(file));
  };

  test('every link and resource of a page exists, and so does its anchor', () => {
    const dead = pages.flatMap((page) =>
      addressesIn(page).flatMap((address) => {
        const [path = '', place] = address.replace(home, '').split('#');
        const [bare = ''] = path.split('?');
        if (bare.startsWith('/api/')) return [];
        const isFile = /\.[a-z0-9]+$/.test(bare) && files.has(bare);
        const target = bare === '' ? page.file : pageAt(bare);
        const isDrawn = /\/settings$/.test(bare) && SETTINGS.has(place);
        const isThere = isFile || (target !== undefined && (!place || isDrawn || ids.get(target)?.has(place)));
        return isThere ? [] : [`${page.file}: ${address}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  test('every resource of a style sheet exists', () => {
    const sheets = fileNames.filter((name) => name.endsWith('.css'));
    expect(sheets.length).toBeGreaterThan(1);
    const dead = sheets.flatMap((sheet) =>
      inStyles(readFileSync(join(dist, folder, sheet), 'utf8'))
        .filter((address) => !address.startsWith('data:'))
        .filter((address) => !files.has(resolve('/', dirname(sheet), address)))
        .map((address) => `${sheet}: ${address}`),
    );
    expect(dead).toEqual([]);
  });

  test('SA6: no page, style sheet or picture names another host', () => {
    const texts = fileNames.filter((name) => /\.(html|css|svg|vtt|webmanifest)$/.test(name));
    const foreign = texts.flatMap((name) => {
      const text = readFileSync(join(dist, folder, name), 'utf8');
      const hosts = [...text.matchAll(/(?:https?:|[="'(])\\?\/\\?\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi)].map(
        (match) => match[1] ?? '',
      );
      return hosts
        .filter((host) => host !== site.siteSettings.domain && !VOCABULARIES.includes(host))
        .map((host) => `${name}: ${host}`);
    });
    expect(foreign).toEqual([]);
  });
});
