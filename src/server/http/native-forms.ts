// Answers native form posts: a redirect on success, the form with errors on refusal.
import type { FieldCode } from '#contract/errors';
import { languageOf } from '#domain/languages';
import { LANGUAGE } from '#domain/limits';
import { signupChoices } from '#domain/orientation';
import { pathOf } from '#domain/routes';
import { type Tracking, trackingIn } from '#domain/tracking';
import { CONFIRMED, FORM_FIELD } from '#html/marks';
import type { Site } from '#site/load';
import { type Answer, refusalAnswer, toResponse } from './responses.ts';
import { languageInCookies, localizeAddress } from './language-cookie.ts';
import { type Code, type Refusal, STATUS } from './refusal.ts';
import { safeReturn } from './safe-return.ts';
import type { Call } from './call.ts';
import type { RequestInfo } from './request-info.ts';

/** Renders the built page at `path` with errors and input; null when there is no such page. */
export type FormPage = (form: {
  readonly site: Site;
  readonly language: string;
  readonly path: string;
  readonly status: number;
  /** The error code; null for a form that continues on its next page. */
  readonly code: string | null;
  readonly fields: Readonly<Record<string, FieldCode>>;
  /** The submitted values, without passwords. */
  readonly values: Readonly<Record<string, string>>;
  readonly minutes?: number;
  readonly retryAfter?: number;
  readonly until?: string;
  readonly rule?: string;
  /** The visitor's `Accept-Encoding`. */
  readonly encodings: string;
  /** The visitor's country, if known. */
  readonly country: string | null;
}) => Promise<Response | null>;

/** Fields of a form that are not input: where to go after success, and the form's page. */
export const FORM_METADATA: readonly string[] = Object.values(FORM_FIELD);

/** The page of a form and the traffic source, from the form or else from the page's address. */
interface FormLocation {
  readonly path: string;
  readonly language: string;
  readonly source: Tracking;
}

/**
 * Locates a form's page: the form's own field, since a rendered page has the call's address; else the referrer; else
 * the default page of such forms.
 */
function locationOf(request: RequestInfo, call: string, form: Readonly<Record<string, string>>): FormLocation {
  const from = URL.parse(request.header('referer') ?? '');
  const isPage = from?.origin === request.origin && !from.pathname.startsWith('/api/');
  const defaultRoute = FORM_PAGES[call]?.defaultRoute ?? 'login';
  const defaultPath = isPage ? from.pathname : pathOf(defaultRoute, request.language());
  const safePath = safeReturn(form[FORM_FIELD.page], request.origin);
  const formPage = safePath ? URL.parse(safePath, request.origin) : null;
  const path = formPage?.pathname ?? defaultPath;
  const first = path.split('/')[1] ?? '';
  const isPrefix = request.site.codes.includes(first);
  const queryPairs = [...(formPage?.searchParams ?? []), ...(isPage ? from.searchParams : [])];
  const source = trackingIn([...Object.entries(form), ...queryPairs]);
  return { path, language: isPrefix ? first : 'en', source };
}

/**
 * By call: the route after success and its query, rendered with the input when `rendersNext` is set; the form's default route;
 * routes of refusals with their own page.
 */
const FORM_PAGES: Readonly<
  Record<
    string,
    {
      readonly successRoute: string;
      readonly successQuery?: string;
      readonly defaultRoute: string;
      readonly rendersNext?: true;
      readonly refusalRoutes?: Partial<Record<Code, string>>;
    }
  >
> = {
  'account.complain': { successRoute: 'complaints', defaultRoute: 'complaints' },
  'appeals.send': { successRoute: 'appeal', defaultRoute: 'complaints' },
  'auth.requestReset': { successRoute: 'reset-password', defaultRoute: 'reset-password' },
  'auth.resetPassword': { successRoute: 'members', defaultRoute: 'reset-password' },
  'leaving.reactivate': { successRoute: 'account-reactivate', defaultRoute: 'login' },
  'settings.finishEmailChange': { successRoute: 'mail-change-do', defaultRoute: 'login' },
  'auth.login': { successRoute: 'members', defaultRoute: 'login' },
  'auth.requestLoginMail': { successRoute: 'login-mail', defaultRoute: 'login-mail' },
  'auth.loginByMail': { successRoute: 'members', defaultRoute: 'login-mail' },
  'notifications.unsubscribe': { successRoute: 'unsubscribe-done', defaultRoute: 'unsubscribe' },
  'signup.begin': { successRoute: 'signup', defaultRoute: 'signup', rendersNext: true },
  'signup.join': { successRoute: 'complete-signup', defaultRoute: 'signup' },
  'signup.activate': {
    successRoute: 'activate-done',
    successQuery: `?${CONFIRMED}=1`,
    defaultRoute: 'login',
    refusalRoutes: { link_expired: 'activate-error' },
  },
};

/** Redirects a navigation to a form's API address, which a rendered form has, to the form's default page. */
export function redirectFormGet(request: RequestInfo, calls: readonly Call[]): Response | null {
  const route = calls.flatMap(({ name }) => FORM_PAGES[name]?.defaultRoute ?? [])[0];
  if (!route || request.header('sec-fetch-mode') !== 'navigate') return null;
  const answer: Answer = { status: 303, body: null, headers: { location: pathOf(route, request.language()) } };
  return toResponse(answer, request.requestId, request.cookies);
}

/** Calls that set the language of the account. */
const LOGINS: readonly string[] = ['auth.login', 'auth.loginByMail'];

/** Redirects in the language that the response sets. */
export function redirectAfterForm(
  request: RequestInfo,
  call: string,
  form: Readonly<Record<string, string>>,
): Response {
  const { language, source } = locationOf(request, call, form);
  const destination =
    safeReturn(form[FORM_FIELD.returnTo], request.origin) ??
    pathOf(FORM_PAGES[call]?.successRoute ?? 'members', language) + (FORM_PAGES[call]?.successQuery ?? '');
  // Visitors may still sign up after a complaint.
  const target = call === 'account.complain' ? withSource(destination, source) : destination;
  if (LOGINS.includes(call) && !isDefaultLanguage(request, language)) dropOtherLanguage(request, language);
  const chosen = languageInCookies(request.cookies);
  const location = chosen ? localizeAddress(target, chosen, request.site.codes) : target;
  const answer: Answer = { status: 303, body: null, headers: { location } };
  return toResponse(answer, request.requestId, request.cookies);
}

/** A same-site address with a traffic source in its query. */
function withSource(address: string, source: Tracking): string {
  const [, path = '', search, hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  const query = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), ...source });
  return `${path}${query.size > 0 ? `?${query.toString()}` : ''}${hash}`;
}

/** Whether a page's language is the default, which implies no choice by the user. */
const isDefaultLanguage = ({ site }: RequestInfo, language: string): boolean =>
  language === LANGUAGE.default || language === languageOf(site.siteSettings.domain_language, site.codes);

/** An address with a language takes precedence over the account's language (decisions B20). */
function dropOtherLanguage(request: RequestInfo, language: string): void {
  const remaining = request.cookies.filter((cookie) => (languageInCookies([cookie]) ?? language) === language);
  request.cookies.splice(0, request.cookies.length, ...remaining);
}

/** Renders the next page of a multi-page form with the input so far; nothing is stored. */
export async function renderNextStep(
  request: RequestInfo,
  call: string,
  form: Readonly<Record<string, string>>,
  renderPage: FormPage | null,
): Promise<Response | null> {
  const next = FORM_PAGES[call];
  if (!next?.rendersNext || !renderPage) return null;
  const { language, source } = locationOf(request, call, form);
  const path = pathOf(next.successRoute, language);
  const values = {
    ...withValidSeeks(withCountryOfRegion(form, request.site), request.site),
    ...source,
    [FORM_FIELD.page]: path,
  };
  const page = await renderPage({
    ...visitorFields(request),
    language,
    path,
    status: 200,
    code: null,
    fields: {},
    values,
  });
  page?.headers.set('x-request-id', request.requestId);
  return page;
}

/** Fields of a rendered page that depend on the request only. */
const visitorFields = ({
  site,
  country,
  header,
}: RequestInfo): Pick<Parameters<FormPage>[0], 'site' | 'country' | 'encodings'> => ({
  site,
  country,
  encodings: header('accept-encoding') ?? '',
});

/** A region implies its country (`NL-UT`). Without JavaScript the two choices are independent. */
function withCountryOfRegion(form: Readonly<Record<string, string>>, site: Site): Readonly<Record<string, string>> {
  const country = form['region']?.split('-')[0] ?? '';
  return site.siteSettings.countries.includes(country) ? { ...form, country } : form;
}

/** Removes a sought gender that the site does not offer: without JavaScript a hidden choice is still sent. */
function withValidSeeks(form: Readonly<Record<string, string>>, site: Site): Readonly<Record<string, string>> {
  const isFitting = signupChoices(site.niche.members.mix).seeks.some(
    ({ value, of }) => value === form['seeks'] && of.some((gender) => gender === form['gender']),
  );
  if (isFitting || !form['gender']) return form;
  return Object.fromEntries(Object.entries(form).filter(([name]) => name !== 'seeks'));
}

export async function renderRefusedForm(
  request: RequestInfo,
  call: string,
  refusal: Refusal,
  submitted: Readonly<Record<string, string>>,
  renderPage: FormPage | null,
): Promise<Response> {
  const { fields = {}, minutes, retryAfter, until, rule } = refusal.detail;
  const { path, language, source } = locationOf(request, call, submitted);
  const refusalRoute = FORM_PAGES[call]?.refusalRoutes?.[refusal.code];
  const remaining = Object.entries(submitted).filter(([name]) => !name.includes('password'));
  // The rendered page has the call's address, so it gets its own address and traffic source here.
  const values = { ...Object.fromEntries(remaining), ...source, [FORM_FIELD.page]: withSource(path, source) };
  const page = await renderPage?.({
    ...visitorFields(request),
    path,
    language,
    ...(refusalRoute ? { path: pathOf(refusalRoute, language) } : {}),
    status: STATUS[refusal.code],
    code: refusal.code,
    fields,
    values,
    ...(minutes === undefined ? {} : { minutes }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(until === undefined ? {} : { until }),
    ...(rule === undefined ? {} : { rule }),
  });
  if (!page) return toResponse(refusalAnswer(refusal, request.requestId), request.requestId, request.cookies);
  page.headers.set('x-request-id', request.requestId);
  if (retryAfter !== undefined) page.headers.set('retry-after', String(retryAfter));
  return page;
}
