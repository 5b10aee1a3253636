// Writes what hosts of plain files read from an export, `_redirects` and `_headers`, within what the strictest of them takes.
import { LANGUAGE } from '../../src/domain/limits.ts';
import { prefixOf } from '../../src/domain/routes.ts';
import { SiteError } from '../../src/site/friendly.ts';
import type { Site } from '../../src/site/load.ts';
import type { BuiltPage } from './pages.ts';
import { type Policies, publicPolicyOf, securityHeaders } from './policy.ts';
import { shortRewrites } from './rewrites.ts';

/** What such a file may hold (Cloudflare Pages, 2026); what is beyond is left out by the host, without a word to visitors. */
const MOST = { rules: 100, characters: 2000 } as const;

/** The beginnings of addresses that name a language, e.g. `/nl`. */
export const prefixesOf = (site: Site): string[] => site.codes.map((code) => prefixOf(code)).filter(Boolean);

/** Addresses of id pages and their campaigns, and the 404 page of each language. A folder without its slash would be led to its own address. */
export function redirectsFile(site: Site): string {
  const rewrites = shortRewrites(site.niche.campaigns.map(({ slug }) => slug));
  return withinLimits(site, '_redirects', [
    ...rewrites.map(({ from, to }) => `${from} ${to}/ 200`),
    ...prefixesOf(site).map((prefix) => `${prefix}/* ${prefix}/404.html 404`),
  ]);
}

/** No two rules with a policy fit one address: a browser would obey both. */
export function headersFile(site: Site, pages: readonly BuiltPage[], policies: Policies, immutable: string): string {
  // Two pages stand at whatever address somebody asked for, never at their own.
  const asked = pages.filter(({ route }) => route.name !== '404' && route.name !== 'error');
  const areas = [...areasOf(asked)].flatMap(([area, its]) => {
    const isMembers = its[0]?.route.world === 'members';
    const policy = isMembers ? policies.members : publicPolicyOf(its);
    return addressesOf(area, site).map((address) => block(address, { 'Content-Security-Policy': policy }));
  });
  return withinLimits(site, '_headers', [
    block('/*', securityHeaders),
    ...areas,
    ...['/_astro/*', '/assets/*'].map((path) => block(path, { 'Cache-Control': immutable })),
  ]);
}

const block = (path: string, headers: Readonly<Record<string, string>>): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

function withinLimits(site: Site, file: string, rules: readonly string[]): string {
  const long = rules.flatMap((rule) => rule.split('\n')).find((line) => line.length > MOST.characters);
  if (long) throw new SiteError(`${site.folder}: a line of ${file} has ${long.length} characters; hosts take 2,000.`);
  if (rules.length > MOST.rules)
    throw new SiteError(`${site.folder}: ${file} has ${rules.length} rules; hosts take ${MOST.rules}.`);
  return `${rules.join('\n')}\n`;
}

/**
 * Pages by the shortest addresses that tell them apart, without a language: a first segment with all below it (`/landers*`), unless both
 * worlds have pages there; then each page of the members area alone, and public ones with their ends (`/members/:id/landing*`).
 */
function areasOf(pages: readonly BuiltPage[]): Map<string, BuiltPage[]> {
  const segmentOf = (page: BuiltPage): string => `/${pathOf(page).split('/')[1] ?? ''}`;
  const worlds = Map.groupBy(pages, segmentOf);
  const isMixed = (page: BuiltPage): boolean =>
    new Set(worlds.get(segmentOf(page))?.map(({ route }) => route.world)).size > 1;
  const ownArea = (page: BuiltPage): string => {
    if (pathOf(page) === '/') return '/';
    if (!isMixed(page)) return `${segmentOf(page)}*`;
    return page.route.world === 'members' ? pathOf(page) : `${pathOf(page)}*`;
  };
  const open = [...new Set(pages.map(ownArea))].filter((area) => area.endsWith('*')).sort();
  return Map.groupBy(pages, (page) => {
    const own = ownArea(page);
    return open.find((area) => own.endsWith('*') && own.startsWith(area.slice(0, -1))) ?? own;
  });
}

/** A page's address in the default language without an optional end, e.g. `/members/:id/landing2`. */
const pathOf = ({ route, file, language }: BuiltPage): string =>
  route.name === 'token'
    ? `/${file.replace(/\/index\.html$/, '')}`.replace(language === LANGUAGE.default ? '' : prefixOf(language), '')
    : route.path.replace(/\/:\w+\?$/, '');

/** An area's addresses in all languages, with and without a slash where nothing follows. */
function addressesOf(area: string, site: Site): string[] {
  if (area === '/') return ['/', ...prefixesOf(site).flatMap((prefix) => [prefix, `${prefix}/`])];
  const all = [area, `/:lang${area}`];
  return area.endsWith('*') ? all : all.flatMap((address) => [address, `${address}/`]);
}
