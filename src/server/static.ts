// Serves the exported sites: pages and files by host, filled-in forms, and error pages.
import type { FieldCode } from '#contract/errors';
import { AGE } from '#domain/limits';
import { trackingIn } from '#domain/tracking';
import type { Site } from '#site/load';
import { answerNamed, answerMissing, answerPage, pageAt } from './static/pages.ts';
import { answerFile } from './static/answer.ts';
import { listSite, type StaticSite } from './static/files.ts';
import { fillError, fillForm } from './static/inject.ts';
import { propagateTracking } from './static/propagate-tracking.ts';
import type { FormPage } from './forms.ts';
import { type Variables, wordOf } from './words.ts';

export interface StaticSites {
  /** Answers a GET or HEAD of a page or file; anything unknown is the 404 page. `isSecure` says whether it came over HTTPS. */
  page(request: Request, site: Site, isSecure?: boolean): Promise<Response>;
  /** The 404 page. */
  missing(request: Request, site: Site): Promise<Response>;
  /** The error page with a status; `code` chooses the message, in the visitor's language. */
  broken(request: Request, site: Site, status: number, code: string): Promise<Response>;
  readonly form: FormPage;
}

/** Lists the exports of `sites` below `dist`. Throws one sentence when one of them is not built. */
export function openStatic(dist: string, sites: readonly Site[]): StaticSites {
  const listed = new Map(sites.map((site) => [site.id, listSite(dist, site.folder)]));
  const filesOf = (site: Site): StaticSite => {
    const files = listed.get(site.id);
    if (!files) throw new Error(`The site ${site.folder} was not listed.`);
    return files;
  };
  return {
    page: (request, site, isSecure = false) =>
      request.method === 'GET' || request.method === 'HEAD'
        ? answerPage(request, site, filesOf(site), isSecure)
        : answerMissing(request, site, filesOf(site)),
    missing: (request, site) => answerMissing(request, site, filesOf(site)),
    broken: (request, site, status, code) =>
      answerNamed(request, site, filesOf(site), '/error', {
        status,
        rewrite: (html, language) =>
          fillError(html, errorLabel(site, language, status), errorText(site, language, code, {})),
      }),
    form: async ({ site, language, path, status, code, fields, values, minutes, retryAfter, encodings }) => {
      const files = filesOf(site);
      const page = pageAt(files, path, site);
      if (!page) return null;
      const variables = { ...(minutes ? { minutes } : {}), ...(retryAfter ? { retry_after: retryAfter } : {}) };
      const text = code === null ? '' : errorText(site, language, code, variables);
      const headers = { 'Accept-Encoding': encodings };
      const request = new Request(`http://${site.settings.domain}${path}`, { headers });
      const source = trackingIn(Object.entries(values));
      return answerFile(request, page.file, files.headers, {
        status,
        policy: page.policy,
        // Whoever reads the terms and comes back, or whose phone put the tab away, finds the form: a browser that kept nothing shows an error.
        keeping: 'private, no-cache',
        rewrite: (html) => propagateTracking(fillForm(html, text, fieldTexts(site, language, fields), values), source),
      });
    },
  };
}

/** "Error · Status 500" in a language. */
function errorLabel(site: Site, language: string, status: number): string {
  const word = (key: string): string => wordOf(site, language, 'shell', key, { status }) ?? '';
  return `${word('error_heading')} · ${word('error_status')}`;
}

/** A text for an error code in a language; the general one when the code has none. */
const errorText = (site: Site, language: string, code: string, variables: Variables): string =>
  wordOf(site, language, 'errors', code, variables) ?? wordOf(site, language, 'errors', 'internal') ?? '';

/** The texts of refused fields, by field. */
const fieldTexts = (
  site: Site,
  language: string,
  fields: Readonly<Record<string, FieldCode>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, code]) => [
      field,
      errorText(site, language, `field_${code}`, { min_age: AGE.min }),
    ]),
  );
