// Serves exported sites: pages and files by host, forms with errors, and error pages.
import type { FieldCode } from '#contract/errors';
import { regionalTag } from '#domain/languages';
import { AGE } from '#domain/limits';
import { timeZoneOf } from '#domain/local-day';
import { trackingIn } from '#domain/tracking';
import { waitText } from '#domain/wait-text';
import { FORM_FIELD } from '#html/marks';
import { errorText, type Translator, translatorFor } from '#i18n/translator';
import { momentText } from '#site/formats';
import { tagOf } from '#site/language-tag';
import type { Site } from '#site/load';
import { serveNamed, serveNotFound, servePage, pageAt } from './pages.ts';
import { serveFile } from './answer.ts';
import { listSite, type StaticSite } from './files.ts';
import { fillError, fillForm, showOffer } from './inject.ts';
import { type AddressValues, fillLanguageLinks } from './language-links.ts';
import { propagateTracking } from './propagate-tracking.ts';
import type { FormPage } from '../http/native-forms.ts';

/** Folders of the sites that are being built; each leaves the set when it is ready. */
export type PendingSites = ReadonlySet<string>;

export interface StaticSites {
  /** Answers a GET or HEAD; an unknown address gets the 404 page. `isSecure`: the request came over HTTPS. */
  page(request: Request, site: Site, isSecure?: boolean): Promise<Response>;
  /** The 404 page. */
  missing(request: Request, site: Site): Promise<Response>;
  /** The error page with a status; `code` selects the message in the visitor's language. */
  broken(request: Request, site: Site, status: number, code: string): Promise<Response>;
  readonly form: FormPage;
}

/**
 * Lists the exports of `sites` below `dist`; those that are still being built, at their first request. Throws one
 * sentence when one of them is not built.
 */
export function openStatic(dist: string, sites: readonly Site[], pending: PendingSites = new Set()): StaticSites {
  const listed = new Map<number, StaticSite>();
  const filesOf = (site: Site): StaticSite => {
    const files = listed.get(site.id) ?? listSite(dist, site.folder);
    listed.set(site.id, files);
    return files;
  };
  sites.filter(({ folder }) => !pending.has(folder)).forEach(filesOf);
  return {
    page: (request, site, isSecure = false) =>
      request.method === 'GET' || request.method === 'HEAD'
        ? servePage(request, site, filesOf(site), isSecure)
        : request.method === 'POST' && pageAt(filesOf(site), new URL(request.url).pathname, site)
          ? Promise.resolve(seeOther(request))
          : serveNotFound(request, site, filesOf(site)),
    missing: (request, site) => serveNotFound(request, site, filesOf(site)),
    broken: (request, site, status, code) =>
      serveNamed(request, site, filesOf(site), '/error', {
        status,
        rewrite: (html, language) => {
          const translator = translatorOf(site, language);
          return fillError(html, errorLabel(translator, status), errorText(translator, code));
        },
      }),
    form: async (form) => {
      const { site, language, path, status, code, fields, values, encodings } = form;
      const files = filesOf(site);
      const page = pageAt(files, path, site);
      if (!page) return null;
      const translator = translatorOf(site, language);
      const text = code === null ? '' : errorText(translator, code, variablesOf(form, translator));
      const headers = { 'Accept-Encoding': encodings };
      const request = new Request(`http://${site.siteSettings.domain}${path}`, { headers });
      const source = trackingIn(Object.entries(values));
      return serveFile(request, page.file, files.headers, {
        status,
        policy: page.policy,
        // Cached for the visitor: the back button and a restored tab then show the form instead of an error.
        cacheControl: 'private, no-cache',
        rewrite: (html) => {
          const withValues = fillForm(html, text, fieldTexts(translator, fields), values);
          const filled = fillLanguageLinks(withValues, addressValues(page.route, values), site.codes);
          return propagateTracking(code ? showOffer(filled, code, values[FORM_FIELD.returnTo]) : filled, source);
        },
      });
    },
  };
}

/** Pages whose address names where to return to. */
const RETURNING: readonly string[] = ['login', 'login-mail-do'];

/** A page that is drawn again has the call's address, so its form tells what stood in its own. */
const addressValues = (route: string, { token, to, ...values }: Readonly<Record<string, string>>): AddressValues => ({
  token,
  to: RETURNING.includes(route) ? values[FORM_FIELD.returnTo] : to,
});

/** What the text of a refusal names. */
function variablesOf(
  { site, language, country, minutes, retryAfter, until, rule }: Parameters<FormPage>[0],
  { translate }: Translator,
): Record<string, string | number> {
  const momentHere = (at: string): string =>
    momentText(regionalTag(language, tagOf(site, language), country), new Date(at), timeZoneOf(country ?? '', null));
  return {
    when: waitText(retryAfter ?? 60, language),
    ...(minutes ? { minutes } : {}),
    ...(retryAfter ? { retry_after: retryAfter } : {}),
    ...(until ? { until: momentHere(until) } : {}),
    ...(rule ? { rule: translate(`decisions:rule_${rule}`) } : {}),
  };
}

/** Some providers send the payer back by POST; the page is then fetched by GET. */
function seeOther(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { Location: pathname + search, 'Cache-Control': 'no-store' } });
}

const translatorOf = (site: Site, language: string): Translator => translatorFor(language, site.texts(language));

/** "Error · Status 500" in a language. */
const errorLabel = ({ translate }: Translator, status: number): string =>
  `${translate('shell:error_heading')} · ${translate('shell:error_status', { status })}`;

/** Error texts by field. */
const fieldTexts = (translator: Translator, fields: Readonly<Record<string, FieldCode>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, code]) => [
      field,
      errorText(translator, `field_${code}`, { min_age: AGE.min }),
    ]),
  );
