// Writes `_redirects` and `_headers` for static hosts, within the limits of the strictest host.
import { HSTS } from '../../src/domain/hsts.ts';
import { LANGUAGE } from '../../src/domain/limits.ts';
import { prefixOf } from '../../src/domain/routes.ts';
import { CHANGE_PASSWORD } from '../../src/domain/well-known.ts';
import { SiteError } from '../../src/site/parse-file.ts';
import type { Site } from '../../src/site/load.ts';
import type { PagePlace } from './pages.ts';
import { isAsked, PERMISSIONS, type PolicedPage, type Policies, publicPolicyOf, securityHeaders } from './policy.ts';
import { shortRewrites } from './rewrites.ts';

/** Limits of Cloudflare Pages (2026) for rules with placeholders and lines; it silently ignores everything beyond them. */
const LIMITS = { rules: 100, characters: 2000 } as const;

/** The language prefixes of addresses, e.g. `/nl`. */
export const prefixesOf = (site: Site): string[] => site.codes.map((code) => prefixOf(code)).filter(Boolean);

/**
 * Addresses of id pages and their campaigns. Cloudflare finds the nearest 404.html itself, and takes no rule with that
 * status; Netlify has those in a file of its own (cdn.ts).
 */
export function redirectsFile(site: Site): string {
  const rewrites = shortRewrites(site.niche.campaigns.map(({ slug }) => slug));
  const { from: known, to: page } = CHANGE_PASSWORD;
  // Cloudflare looks up those without placeholders if they come first.
  const [fixed = [], others = []] = [false, true].map((has) =>
    rewrites.filter(({ from }) => from.includes(':') === has),
  );
  const rules = [`${known} ${page} 303`, ...[...fixed, ...others].map(({ from, to }) => `${from} ${to} 200`)];
  warnOf(site, '_redirects', rules);
  return `${rules.join('\n')}\n`;
}

/** No two rules with a policy match one address: a browser would apply both. */
export function headersFile(site: Site, pages: readonly PolicedPage[], policies: Policies, immutable: string): string {
  const areas = [...areasOf(pages.filter((page) => !isAsked(page)))].flatMap(([area, its]) => {
    const isMembers = its[0]?.route.world === 'members';
    const stray = its.find(({ route }) => (route.world === 'members') !== isMembers);
    if (stray)
      throw new SiteError(`niches/${site.folder}/pages: "${stray.file}" begins like ${area}, which is for members.`);
    const policy = isMembers ? policies.members : publicPolicyOf(its);
    const headers = {
      'Content-Security-Policy': policy,
      'Permissions-Policy': PERMISSIONS[isMembers ? 'members' : 'public'],
    };
    return addressesOf(area, site).map((address) => block(address, headers));
  });
  const hashed = ['/_astro/*', '/assets/*'].map((path) => block(path, { 'Cache-Control': immutable }));
  const rules = [block('/*', { ...securityHeaders, [HSTS.name]: HSTS.value }), ...areas, ...hashed];
  warnOf(site, '_headers', rules);
  return `${rules.join('\n')}\n`;
}

const block = (path: string, headers: Readonly<Record<string, string>>): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

/** Warns of what Cloudflare Pages would ignore; other hosts take more. */
function warnOf(site: Site, file: string, rules: readonly string[]): void {
  const longest = Math.max(...rules.flatMap((rule) => rule.split('\n')).map(({ length }) => length));
  if (rules.length > LIMITS.rules || longest > LIMITS.characters)
    console.warn(
      `${site.name}: ${file} has ${rules.length} rules and lines of up to ${longest} characters; Cloudflare Pages takes ${LIMITS.rules} and ${LIMITS.characters}.`,
    );
}

/**
 * Pages by the shortest patterns that tell them apart, without a language: a first segment with all below it
 * (`/landers*`), unless both worlds have pages there. Then each page of the members area has its own pattern, and
 * public ones are matched by their ends (`/members/:id/landing*`).
 */
function areasOf(pages: readonly PolicedPage[]): Map<string, PolicedPage[]> {
  const segmentOf = (page: PagePlace): string => `/${pathOf(page).split('/')[1] ?? ''}`;
  const worlds = Map.groupBy(pages, segmentOf);
  const isMixed = (page: PagePlace): boolean =>
    new Set(worlds.get(segmentOf(page))?.map(({ route }) => route.world)).size > 1;
  // `/signup*` would be `/signup-matches` too.
  const isBeginning = (page: PagePlace): boolean =>
    [...worlds].some(
      ([segment, [other]]) =>
        segment !== segmentOf(page) &&
        segment.startsWith(segmentOf(page)) &&
        other?.route.world !== page.route.world &&
        other?.route.name !== 'token',
    );
  const ownArea = (page: PagePlace): string => {
    if (pathOf(page) === '/') return '/';
    if (isBeginning(page)) return pathOf(page);
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
const pathOf = ({ route, file, language }: PagePlace): string =>
  route.name === 'token'
    ? `/${file.replace(/\.html$/, '')}`.replace(language === LANGUAGE.default ? '' : prefixOf(language), '')
    : route.path.replace(/\/:\w+\?$/, '');

/** An area's addresses in all languages. */
const addressesOf = (area: string, site: Site): string[] =>
  area === '/' ? ['/', ...prefixesOf(site)] : [area, `/:lang${area}`];
