// The one doorway to i18next: words and formats of one language, for pages at build time and islands in the browser.
import i18next, { type i18n } from 'i18next';
import { dateTag } from '#domain/languages';
import { readPage, type PageData } from './page.ts';

export type Variables = Readonly<Record<string, string | number>>;
/** Looks a text up by `namespace:key` and fills its `{{variables}}`; `count` chooses the plural form. */
export type Translate = (key: string, variables?: Variables) => string;

interface Speech {
  readonly translate: Translate;
  readonly has: (key: string) => boolean;
}

const made = new WeakMap<PageData['texts'], Speech>();

/** The translate function of one language's texts, made once; a missing text throws, so no page ever shows a bare key. */
export function speech(language: string, texts: PageData['texts']): Speech {
  const known = made.get(texts) ?? makeSpeech(language, texts);
  made.set(texts, known);
  return known;
}

function makeSpeech(language: string, texts: PageData['texts']): Speech {
  const instance: i18n = i18next.createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: texts },
    initAsync: false,
    fallbackLng: false,
    nsSeparator: ':',
    keySeparator: false,
    interpolation: { escapeValue: false },
  });
  const has = (key: string): boolean => instance.exists(key) || instance.exists(key, { count: 1 });
  const looked: Translate = (key, variables) => {
    const text = instance.t(key, { ...variables });
    if (text === key || text === key.split(':')[1]) throw new Error(`There is no text "${key}" in "${language}".`);
    return text;
  };
  // Most texts have nothing to fill in, and are asked for again on every page and with every change of a screen.
  const plain = new Map<string, string>();
  const translate: Translate = (key, variables) => {
    if (variables) return looked(key, variables);
    const text = plain.get(key) ?? looked(key);
    plain.set(key, text);
    return text;
  };
  return { translate, has };
}

let current: { page: PageData; speech: Speech } | null = null;

/** Reads the words of the page again; call it whenever another page has been swapped in. */
export function loadTexts(): void {
  const page = readPage();
  current = { page, speech: speech(page.language, page.texts) };
}

function here(): { page: PageData; speech: Speech } {
  if (!current) loadTexts();
  if (!current) throw new Error('The page carries no words.');
  return current;
}

/** The page's language, e.g. `nb`. */
export const languageNow = (): string => here().page.language;
/** A text of the current page. */
export const t: Translate = (key, variables) => here().speech.translate(key, variables);
/** Whether the current page carries a text. */
export const hasText = (key: string): boolean => here().speech.has(key);
/** A number as the page's language writes it. */
export const formatNumber = (value: number): string => new Intl.NumberFormat(here().page.tag).format(value);
/** Money as the page's language writes it; `amount` is in minor units, as many as the currency has. */
export function formatMoney({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const format = new Intl.NumberFormat(here().page.tag, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
/** A day as the page's language writes it (Dutch where the language has no format, spec §1). */
export const formatDay = (moment: string): string =>
  new Intl.DateTimeFormat(dateTag(here().page.tag), { dateStyle: 'long' }).format(new Date(moment));
/** A moment as the page's language writes it, in the parts asked for, e.g. hours and minutes. */
export const formatMoment = (moment: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(dateTag(here().page.tag), parts).format(new Date(moment));
/** A country's name in the page's language; its code when the page has none. */
export const countryName = (code: string): string => here().page.countries[code] ?? code;
/** The text for an error code; the general one when the code is new to us. */
export const errorText = (code: string, variables?: Variables): string =>
  t(hasText(`errors:${code}`) ? `errors:${code}` : 'errors:internal', variables);
