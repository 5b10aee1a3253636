// The table of pages, from which exports, rewrites, links and tests derive.
import { landers } from './landers.ts';
import { memberLander, memberPage, publicPage, type Route } from './route.ts';

/** Pages of one long text: locales/<language>/pages/<name>.md. */
export const textRoutes = [
  'ban',
  'cookies',
  'faq',
  'privacy',
  'return-policy',
  'safety',
  'service',
  'terms',
  'accessibility',
] as const;

export const routes: readonly Route[] = [
  publicPage('index', '/', { screen: true, listed: true }),
  memberPage('likes', '/likes', { screen: true }),
  memberPage('likes-m-id', '/likes/m/:id', { screen: true }),
  memberPage('likes-type', '/likes/:type', { screen: true }),
  publicPage('account-deleted', '/account-deleted', { screen: true }),
  publicPage('account-reactivate', '/account-reactivate', { screen: true }),
  publicPage('appeal', '/appeal', { screen: true }),
  memberPage('chats', '/chats', { screen: true }),
  memberPage('chats-id', '/chats/:id', { layout: 'chat', screen: true }),
  publicPage('complaints', '/complaints', { screen: true, listed: true }),
  memberPage('complete-signup', '/complete-signup', { screen: true }),
  memberPage('credits', '/credits', { screen: true }),
  memberPage('credits-repeat-order', '/credits/repeat-order', { screen: true }),
  memberPage('credits-id-paymentmethod', '/credits/:id/:paymentmethod?', { screen: true }),
  memberPage('directdebit', '/directdebit', { screen: true }),
  publicPage('lang-config', '/lang-config', { screen: true, listed: true }),
  publicPage('login', '/login', { screen: true, listed: true }),
  publicPage('login-mail', '/login-mail', { screen: true }),
  publicPage('login-mail-do', '/login-mail/do', { screen: true }),
  memberPage('match-finder', '/match-finder', { screen: true }),
  memberPage('members', '/members', { screen: true }),
  memberPage('members-id', '/members/:id', { screen: true }),
  memberPage('members-id-chat', '/members/:id/chat', { layout: 'chat', screen: true }),
  memberLander('members-id-landing', '/members/:id/landing'),
  publicPage('members-id-signup', '/members/:id/signup', { screen: true }),
  memberLander('members-id-landing2-slug', '/members/:id/landing2/:slug?'),
  memberLander('members-id-landing3-slug', '/members/:id/landing3/:slug?'),
  memberPage('notifications', '/notifications', { screen: true }),
  memberPage('settings', '/settings', { screen: true }),
  memberPage('premium', '/premium', { screen: true }),
  publicPage('pricing', '/pricing', { screen: true, listed: true }),
  memberPage('profile', '/profile', { screen: true }),
  publicPage('reset-password', '/reset-password', { screen: true }),
  publicPage('reset-password-do', '/reset-password/do', { screen: true }),
  publicPage('signup', '/signup', { screen: true, listed: true }),
  memberPage('signup-matches', '/signup-matches', { layout: 'empty', screen: true }),
  memberPage('swipe-game', '/swipe-game', { screen: true }),
  memberPage('transactions-id', '/transactions/:id?', { screen: true }),
  publicPage('activate-done', '/activate/done', { screen: true }),
  publicPage('activate-error', '/activate/error', { screen: true }),
  publicPage('mail-change-do', '/mail-change/do', { screen: true }),
  ...landers,
  ...textRoutes.map((name) => publicPage(`pages-${name}`, `/pages/${name}`, { screen: true, listed: true })),
  publicPage('trust', '/trust', { screen: true, listed: true }),
  publicPage('unsubscribe', '/unsubscribe', { screen: true }),
  publicPage('unsubscribe-done', '/unsubscribe/done', { screen: true }),
  publicPage('token', '/:token'),
  publicPage('404', '/404', { screen: true }),
  publicPage('error', '/error', { screen: true }),
];

const byName = new Map(routes.map((route) => [route.name, route]));

/** The route of that name. Throws for an unknown name, so a typo fails the build. */
export function routeOf(name: string): Route {
  const route = byName.get(name);
  if (!route) throw new Error(`There is no route named "${name}" in src/domain/routes.ts.`);
  return route;
}

/** Whether a route has a screen and may be linked to. */
export const hasScreen = (name: string): boolean => routeOf(name).screen === true;

const isParameter = (segment: string): boolean => segment.startsWith(':');
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** Language prefix of a path; the default language has none. */
export const prefixOf = (language: string, defaultLanguage = 'en'): string =>
  language === defaultLanguage ? '' : `/${language}`;

/**
 * The path of a route, e.g. `pathOf('members-id', 'nl', { id })` → `/nl/members/…`. A missing optional parameter is
 * omitted; a missing required one throws.
 */
export function pathOf(name: string, language = 'en', parameters: Record<string, string> = {}): string {
  const pattern = routeOf(name).path;
  const path = prefixOf(language) + (pattern.includes(':') ? fillPath(name, pattern, parameters) : pattern);
  return path === '/' ? path : path.replace(/\/$/, '');
}

function fillPath(name: string, pattern: string, parameters: Record<string, string>): string {
  const parts = segmentsOf(pattern).flatMap((segment) => {
    if (!isParameter(segment)) return [segment];
    const value = parameters[segment.replace(/[:?]/g, '')];
    if (value) return [encodeURIComponent(value)];
    if (segment.endsWith('?')) return [];
    throw new Error(`The address of "${name}" needs ${segment}.`);
  });
  return `/${parts.join('/')}`;
}

/** A campaign's slug. Some campaigns have their own page; others use the page without a slug. */
const SLUG = ':slug?';
/** Whether first-time visitors arrive at a route, from advertisements or search engines. */
export const isEntrance = (route: Route): boolean => route.layout === 'lander' || route.name === 'index';

/** Whether a route's path may end in a campaign's slug. */
export const hasSlug = (route: Route): boolean => route.path.endsWith(SLUG);

/** Placeholder of a parameter in the path of a shell. */
export const SHELL_PARAMETER = '_';

/** Last segment of a campaign's exported page. */
export const campaignSegment = (slug: string): string => `_${slug}`;

/**
 * The exported shell of a route without its language: parameters become `_`, e.g. `/members/_`. A campaign's page is
 * beside it, e.g. `/landers/video/_evening`: its path differs from its public address because some hosts apply rewrites
 * before files.
 */
export function shellOf(route: Route, slug?: string): string {
  const parts = segmentsOf(route.path).flatMap((segment) =>
    segment === SLUG ? (slug ? [campaignSegment(slug)] : []) : [isParameter(segment) ? SHELL_PARAMETER : segment],
  );
  return `/${parts.join('/')}`;
}

/**
 * The file of an exported page, below dist/<niche>: `/nl/login` → `nl/login.html`. Hosts answer an address without a
 * slash from such a file; from `nl/login/index.html` they would redirect to the folder.
 */
export const pageFile = (path: string): string => `${path.replace(/^\/|\/$/g, '') || 'index'}.html`;

/** The exported pages that may answer an address, best match first. */
export const shellsOf = ({ route, parameters }: Pick<RouteMatch, 'route' | 'parameters'>): string[] =>
  hasSlug(route) && parameters['slug'] ? [shellOf(route, parameters['slug']), shellOf(route)] : [shellOf(route)];

/** Routes with parameters, most specific first. */
export function parameterRoutes(): Route[] {
  return routes
    .filter((route) => route.screen && segmentsOf(route.path).some(isParameter))
    .sort((a, b) => fixedSegments(b) - fixedSegments(a) || b.path.length - a.path.length);
}
const fixedSegments = (route: Route): number =>
  segmentsOf(route.path).filter((segment) => !isParameter(segment)).length;

/** Matches the route's path without its language prefix, with one group per parameter. */
function patternOf(route: Route): RegExp {
  const source = segmentsOf(route.path)
    .map((segment) => (!isParameter(segment) ? `/${segment}` : segment.endsWith('?') ? '(?:/([^/]+))?' : '/([^/]+)'))
    .join('');
  return new RegExp(`^${source || '/'}/?$`);
}

/** A parsed address. `language` is a code such as `nb`; `parameters` are decoded. */
export interface RouteMatch {
  readonly route: Route;
  readonly language: string;
  readonly parameters: Record<string, string>;
}

/** Parses an address; null when no screen matches. */
export function matchPath(pathname: string, languages: readonly string[]): RouteMatch | null {
  const [first = ''] = segmentsOf(pathname);
  const hasPrefix = languages.includes(first) && first !== 'en';
  const rest = hasPrefix ? pathname.slice(first.length + 1) || '/' : pathname;
  const exact = routes.find((route) => route.screen && !route.path.includes(':') && patternOf(route).test(rest));
  const route = exact ?? parameterRoutes().find((candidate) => patternOf(candidate).test(rest));
  if (!route) return null;
  const values = patternOf(route).exec(rest) ?? [];
  const names = segmentsOf(route.path).filter(isParameter);
  const parameters = Object.fromEntries(
    names.flatMap((name, at) =>
      values[at + 1] ? [[name.replace(/[:?]/g, ''), safeDecode(values[at + 1] ?? '')]] : [],
    ),
  );
  return { route, language: hasPrefix ? first : 'en', parameters };
}

/** Routes of the footer in the spec's order, with the accessibility statement added. */
export const footerRoutes = [
  'pages-terms',
  'pages-privacy',
  'pages-cookies',
  'pages-ban',
  'pricing',
  'complaints',
  'pages-return-policy',
  'pages-faq',
  'pages-service',
  'trust',
  'pages-accessibility',
] as const;

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
