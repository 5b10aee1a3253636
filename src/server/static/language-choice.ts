// Where an address without a language leads, and the choice of the default language by a browser without a script.
import { redirectLanguage } from '#domain/languages';
import { LANGUAGE } from '#domain/limits';
import type { Site } from '#site/load';
import { firstFields } from '../http/parse-pairs.ts';
import { languageCookie } from '../http/language-cookie.ts';

/** Leads a request for an address of the default language elsewhere; null when it is right there. */
export function redirectByLanguage(request: Request, site: Site, isSecure: boolean): Response | null {
  const { pathname, search } = new URL(request.url);
  const query = new URLSearchParams(firstFields(search));
  // Two slashes would name a host.
  if (query.get(LANGUAGE.cookie) === LANGUAGE.default && !pathname.startsWith('//')) {
    // A page fetched ahead was not chosen, and one that is refused is asked for anew.
    if (request.headers.get('Sec-Purpose')?.includes('prefetch')) return respond(503);
    query.delete(LANGUAGE.cookie);
    const rest = query.size > 0 ? `?${query.toString()}` : '';
    return respond(302, { Location: pathname + rest, 'Set-Cookie': languageCookie(LANGUAGE.default, isSecure) });
  }
  const language = languageByCookie(request, site);
  if (language === LANGUAGE.default) return null;
  return respond(302, { Location: `/${language}${pathname === '/' ? '' : pathname}${search}`, Vary: 'Cookie' });
}

/** The language of the cookie, else the domain's. */
export function languageByCookie(request: Request, site: Site): string {
  return redirectLanguage(cookieLanguage(request), site.settings.domain_language, site.codes) ?? LANGUAGE.default;
}

const respond = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: { 'Cache-Control': 'no-store', ...headers } });

function cookieLanguage(request: Request): string | null {
  const start = `${LANGUAGE.cookie}=`;
  const pair = (request.headers.get('Cookie') ?? '').split('; ').find((each) => each.startsWith(start));
  return pair ? pair.slice(start.length) : null;
}
