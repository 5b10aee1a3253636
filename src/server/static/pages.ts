// Finds the file of an address: redirect by language, exact file, page, shell of a parameter page, or the 404 page.
import { signup } from '#contract/signup';
import { genders, Id } from '#contract/values';
import { LANGUAGE } from '#domain/limits';
import { CHANGE_PASSWORD } from '#domain/well-known';
import { matchPath, pageFile, prefixOf, type RouteMatch, routeOf, shellsOf } from '#domain/routes';
import { CONFIRMED, FORM_FIELD } from '#html/marks';
import type { Site } from '#site/load';
import { firstFields } from '../http/parse-pairs.ts';
import { serveFile, type AnswerOptions } from './answer.ts';
import type { StaticFile, StaticSite } from './files.ts';
import { propagateTracking, trackingInQuery } from './propagate-tracking.ts';
import { fillValues } from './inject.ts';
import { languageByCookie, redirectByLanguage } from './language-choice.ts';
import { fillLanguageLinks } from './language-links.ts';

/** Answers a GET or HEAD for a page or file of `site`; `isSecure`: the request came over HTTPS. */
export async function servePage(request: Request, site: Site, files: StaticSite, isSecure: boolean): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { codes } = site;
  if (pathname === CHANGE_PASSWORD.from)
    return new Response(null, { status: 303, headers: { Location: CHANGE_PASSWORD.to, 'Cache-Control': 'no-cache' } });
  const file = files.files.get(pathname);
  if (file && !pathname.endsWith('.html')) return serveFile(request, file, files.headers);
  const match = matchPath(pathname, codes) ?? matchOwnPage(pathname, codes, files);
  const redirect = match?.language === LANGUAGE.default ? redirectByLanguage(request, site, isSecure) : null;
  if (redirect) return redirect;
  const page = match && match.route.name !== '404' && match.route.name !== 'error' ? matchedFile(files, match) : null;
  if (page && match) {
    const policy = policyOf(files, page, match.route.world);
    const formValues =
      match.route.world === 'public' ? formValuesOf(match, pathname, new URLSearchParams(firstFields(search))) : null;
    const tracking = match.route.world === 'public' ? trackingInQuery(search) : null;
    if (!formValues && !tracking) return serveFile(request, page, files.headers, { policy });
    const rewritten = (html: string): string => (formValues ? fillPage(html, formValues, codes) : html);
    const rewrite = (html: string): string =>
      tracking ? propagateTracking(rewritten(html), tracking) : rewritten(html);
    const answer = await serveFile(request, page, files.headers, { policy, rewrite });
    // The token must not leak in the referrer to other sites.
    if (formValues?.['token']) answer.headers.set('Referrer-Policy', 'strict-origin');
    return answer;
  }
  return serveNotFound(request, site, files);
}

/** Pages of mailed links, and the one where they start afresh. */
const TOKEN_ROUTES: readonly string[] = [
  'account-reactivate',
  'activate-done',
  'login-mail-do',
  'mail-change-do',
  'reset-password-do',
  'signup',
  'unsubscribe',
];

/**
 * Values of an address for the page's form: the member and path of a member's page; the gender on the signup page; the
 * token of a mailed link, which only the form's POST consumes; the page to return to after a login by mail; that an address is confirmed.
 */
function formValuesOf(
  { route, parameters }: RouteMatch,
  path: string,
  query: URLSearchParams,
): Record<string, string> | null {
  const id = route.name.startsWith('members-id-') ? Id.safeParse(parameters['id']) : null;
  if (id) return id.success ? { member: id.data, [FORM_FIELD.page]: path } : null;
  const [gender, token] = [query.get('gender'), query.get('token')];
  const to = route.name.startsWith('login-mail') ? query.get('to') : null;
  if (route.name === 'login-mail') return to ? { to } : null;
  const isToken = TOKEN_ROUTES.includes(route.name) && token && signup.activate.input.safeParse({ token }).success;
  const isGender = route.name === 'signup' && gender && genders.some((each) => each === gender);
  const isConfirmed = route.name === 'activate-done' && query.has(CONFIRMED);
  const values = {
    ...(isToken ? { token } : {}),
    ...(isToken && to ? { [FORM_FIELD.returnTo]: to } : {}),
    ...(isGender ? { gender } : {}),
    ...(isConfirmed ? { [CONFIRMED]: '1' } : {}),
  };
  return Object.keys(values).length > 0 ? values : null;
}

/** The page with values in its form, and those of its address in its links to other languages. */
function fillPage(html: string, formValues: Record<string, string>, codes: readonly string[]): string {
  const { token, to = formValues[FORM_FIELD.returnTo], [CONFIRMED]: confirmed } = formValues;
  return fillLanguageLinks(fillValues(html, formValues), { token, to, confirmed }, codes);
}

/** The 404 page in the language of the address, else of the cookie. */
export function serveNotFound(request: Request, site: Site, files: StaticSite): Promise<Response> {
  return serveNamed(request, site, files, '/404', { status: 404 });
}

export interface NamedOptions {
  readonly status: number;
  /** Rewrites the page; `language` is the page's language. */
  readonly rewrite?: (html: string, language: string) => string;
}

/** A public page in the visitor's language, with a status and optionally rewritten. */
export async function serveNamed(
  request: Request,
  site: Site,
  files: StaticSite,
  path: string,
  options: NamedOptions,
): Promise<Response> {
  const language = languageOfRequest(request, site);
  const page = exportedFile(files, language, path);
  if (!page) return new Response(null, { status: options.status });
  const { rewrite = (html) => html, status } = options;
  const tracking = trackingInQuery(new URL(request.url).search);
  const rewritten = (html: string): string =>
    tracking ? propagateTracking(rewrite(html, language), tracking) : rewrite(html, language);
  const rewriteOptions: AnswerOptions = tracking || options.rewrite ? { rewrite: rewritten } : {};
  return serveFile(request, page, files.headers, {
    status,
    policy: policyOf(files, page, 'public'),
    ...rewriteOptions,
  });
}

interface Page {
  readonly file: StaticFile;
  readonly policy: string;
  readonly route: string;
}

/** The exported page of an address with its policy, or null. */
export function pageAt(files: StaticSite, path: string, site: Site): Page | null {
  const match = matchPath(path, site.codes);
  const file = match && matchedFile(files, match);
  return file ? { file, policy: policyOf(files, file, match.route.world), route: match.route.name } : null;
}

/** The language of the address, else of the cookie, else of the domain. */
function languageOfRequest(request: Request, site: Site): string {
  const first = new URL(request.url).pathname.split('/')[1] ?? '';
  if (site.codes.includes(first)) return first;
  return languageByCookie(request, site);
}

/** An operator's own page: an exported page with a one-word path and no route of its own. */
function matchOwnPage(pathname: string, codes: readonly string[], files: StaticSite): RouteMatch | null {
  const [, prefix, token = ''] = /^(?:\/([a-z]{2}))?\/([a-z][a-z0-9-]*)\/?$/.exec(pathname) ?? [];
  if (prefix && (!codes.includes(prefix) || prefix === LANGUAGE.default)) return null;
  const match = { route: routeOf('token'), language: prefix ?? LANGUAGE.default, parameters: { token } };
  return token && matchedFile(files, match) ? match : null;
}

const pathsOf = (match: RouteMatch): string[] =>
  match.route.name === 'token' ? [`/${match.parameters['token']}`] : shellsOf(match);
const matchedFile = (files: StaticSite, match: RouteMatch): StaticFile | null =>
  pathsOf(match).reduce<StaticFile | null>((file, path) => file ?? exportedFile(files, match.language, path), null);
/** A rollback may make a release live in which each page still has a folder: `login/index.html`. */
function exportedFile({ files }: StaticSite, language: string, path: string): StaticFile | null {
  const file = `/${pageFile(prefixOf(language) + path)}`;
  return files.get(file) ?? files.get(file.replace(/\.html$/, '/index.html')) ?? null;
}

const policyOf = (files: StaticSite, page: StaticFile, world: string): string =>
  world === 'members'
    ? files.headers.policies.members
    : (files.headers.policies.pages[page.path.slice(1)] ?? files.headers.policies.public);
