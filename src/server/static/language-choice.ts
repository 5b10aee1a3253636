// Redirects addresses without a language, and stores the choice of the default language for browsers without
// JavaScript.
import { redirectLanguage } from '#domain/languages';
import { LANGUAGE } from '#domain/limits';
import type { Site } from '#site/load';
import { firstFields } from '../http/parse-pairs.ts';
import { languageCookie } from '../http/language-cookie.ts';

/** Redirects an address of the default language to another one; null when it should be served. */
export function redirectByLanguage(request: Request, site: Site, isSecure: boolean): Response | null {
  const { pathname, search } = new URL(request.url);
  const query = new URLSearchParams(firstFields(search));
  // A path with two slashes would name another host.
  if (query.get(LANGUAGE.cookie) === LANGUAGE.default && !pathname.startsWith('//')) {
    // A prefetched page was not chosen. A refused prefetch is requested again on navigation.
    if (request.headers.get('Sec-Purpose')?.includes('prefetch')) return respond(503);
    query.delete(LANGUAGE.cookie);
    const rest = query.size > 0 ? `?${query.toString()}` : '';
    return respond(302, { Location: pathname + rest, 'Set-Cookie': languageCookie(LANGUAGE.default, isSecure) });
  }
  const language = languageByCookie(request, site);
  if (language === LANGUAGE.default) return null;
  return respond(302, { Location: `/${language}${pathname === '/' ? '' : pathname}${search}`, Vary: 'Cookie' });
}

/** The cookie's language, else the domain's. */
export function languageByCookie(request: Request, site: Site): string {
  return redirectLanguage(cookieLanguage(request), site.siteSettings.domain_language, site.codes) ?? LANGUAGE.default;
}

const respond = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: { 'Cache-Control': 'no-store', ...headers } });

function cookieLanguage(request: Request): string | null {
  const start = `${LANGUAGE.cookie}=`;
  const pair = (request.headers.get('Cookie') ?? '').split('; ').find((each) => each.startsWith(start));
  return pair ? pair.slice(start.length) : null;
}
