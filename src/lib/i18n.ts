// Texts and formats in the current page's language, for islands.
import { dateTag } from '#domain/languages';
import { waitText } from '#domain/wait-text';
import {
  errorText as textOfError,
  type Translate,
  translatorFor,
  type Translator,
  type Variables,
} from '#i18n/translator';
import { readPage, type PageData } from './page.ts';

let current: { page: PageData; translator: Translator } | null = null;

/** To be called after each navigation. */
export function loadTexts(): void {
  const page = readPage();
  current = { page, translator: translatorFor(page.language, page.texts) };
}

function loadedPage(): { page: PageData; translator: Translator } {
  if (!current) loadTexts();
  if (!current) throw new Error('The page carries no words.');
  return current;
}

/** The page's language, e.g. `nb`. */
export const currentLanguage = (): string => loadedPage().page.language;
export const t: Translate = (key, variables) => loadedPage().translator.translate(key, variables);
export const hasText = (key: string): boolean => loadedPage().translator.has(key);
export const formatNumber = (value: number): string => new Intl.NumberFormat(loadedPage().page.tag).format(value);
/** A percentage such as 25, with at most two decimals. */
export const formatPercent = (percent: number): string =>
  new Intl.NumberFormat(loadedPage().page.tag, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);
/** `amount` is in the currency's minor units. */
export function formatMoney({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const format = new Intl.NumberFormat(loadedPage().page.tag, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
/** A day in the page's language (Dutch where the language has no format, requirement SI7). */
export const formatDay = (moment: string): string =>
  new Intl.DateTimeFormat(dateTag(loadedPage().page.tag), { dateStyle: 'long' }).format(new Date(moment));
export const formatMoment = (moment: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(dateTag(loadedPage().page.tag), parts).format(new Date(moment));
/** Falls back to the code if the page has no name. */
export const countryName = (code: string): string => loadedPage().page.countries[code] ?? code;
/**
 * The text for an error code, or the general text for an unknown one; `seconds` is the time until a retry makes sense, `until` the end of
 * what is in the way (ISO 8601).
 */
export function errorText(code: string, { until, ...variables }: Variables = {}): string {
  const when = waitText(Number(variables['seconds']) || 60, loadedPage().page.tag);
  const end = until ? { until: formatMoment(String(until), { dateStyle: 'long', timeStyle: 'short' }) } : {};
  return textOfError(loadedPage().translator, code, { when, ...end, ...variables });
}
