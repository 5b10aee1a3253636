// Words and formats of the current page's language, for islands in the browser.
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

/** Reads the words of the page again; call it whenever another page has been swapped in. */
export function loadTexts(): void {
  const page = readPage();
  current = { page, translator: translatorFor(page.language, page.texts) };
}

function here(): { page: PageData; translator: Translator } {
  if (!current) loadTexts();
  if (!current) throw new Error('The page carries no words.');
  return current;
}

/** The page's language, e.g. `nb`. */
export const languageNow = (): string => here().page.language;
/** A text of the current page. */
export const t: Translate = (key, variables) => here().translator.translate(key, variables);
/** Whether the current page carries a text. */
export const hasText = (key: string): boolean => here().translator.has(key);
/** A number as the page's language writes it. */
export const formatNumber = (value: number): string => new Intl.NumberFormat(here().page.tag).format(value);
/** Money as the page's language writes it; `amount` is in minor units, as many as the currency has. */
export function formatMoney({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const format = new Intl.NumberFormat(here().page.tag, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
/** A day as the page's language writes it (Dutch where the language has no format, requirement SI7). */
export const formatDay = (moment: string): string =>
  new Intl.DateTimeFormat(dateTag(here().page.tag), { dateStyle: 'long' }).format(new Date(moment));
/** A moment as the page's language writes it, in the parts asked for, e.g. hours and minutes. */
export const formatMoment = (moment: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(dateTag(here().page.tag), parts).format(new Date(moment));
/** A country's name in the page's language; its code when the page has none. */
export const countryName = (code: string): string => here().page.countries[code] ?? code;
/** The text for an error code, the general one when the code is new to us; `seconds` says when trying again makes sense. */
export function errorText(code: string, variables: Variables = {}): string {
  const when = waitText(Number(variables['seconds']) || 60, here().page.tag);
  return textOfError(here().translator, code, { when, ...variables });
}
