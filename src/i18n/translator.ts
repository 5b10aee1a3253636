// The only importer of i18next: translates for pages, islands, mails and server-side forms.
import i18next, { type i18n } from 'i18next';

/** Texts by namespace and key. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
export type Variables = Readonly<Record<string, string | number>>;
/**
 * Translates `namespace:key` and fills its `{{variables}}`; `count` selects the plural form. Throws when the text is
 * missing.
 */
export type Translate = (key: string, variables?: Variables) => string;

export interface Translator {
  readonly translate: Translate;
  readonly has: (key: string) => boolean;
}

const translators = new WeakMap<Texts, Translator>();

/** The translator of one language's texts, cached. */
export function translatorFor(language: string, texts: Texts): Translator {
  const translator = translators.get(texts) ?? makeTranslator(language, texts);
  translators.set(texts, translator);
  return translator;
}

function makeTranslator(language: string, texts: Texts): Translator {
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
  const translateOrThrow: Translate = (key, variables = {}) => {
    const { count } = variables;
    // Variables may contain user input: they only replace placeholders and are never i18next options. A `count` that is
    // already formatted selects no plural form.
    const options = { replace: isolated(variables), nest: false, ...(typeof count === 'number' ? { count } : {}) };
    const text = instance.t(key, options);
    // Failing is better than showing a bare key: tests then find it.
    if (text === key || text === key.split(':')[1]) throw new Error(`There is no text "${key}" in "${language}".`);
    return text;
  };
  // Texts without variables are requested repeatedly on every page and render.
  const cache = new Map<string, string>();
  const translate: Translate = (key, variables) => {
    if (variables) return translateOrThrow(key, variables);
    const text = cache.get(key) ?? translateOrThrow(key);
    cache.set(key, text);
    return text;
  };
  return { translate, has };
}

/** Letters that are written from right to left: Hebrew, Arabic and their kin. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name written from right to left would change the order of the words around it: Unicode isolates keep it apart. */
const isolated = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [
      key,
      typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );

/** The text of an error code, or the general error text when the code has none. */
export const errorText = ({ translate, has }: Translator, code: string, variables?: Variables): string =>
  translate(has(`errors:${code}`) ? `errors:${code}` : 'errors:internal', variables);
