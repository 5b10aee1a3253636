// The one doorway to i18next: the words of one language, for pages, islands, mails and what the server fills in.
import i18next, { type i18n } from 'i18next';

/** Texts by namespace and key. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
export type Variables = Readonly<Record<string, string | number>>;
/** Looks a text up by `namespace:key` and fills its `{{variables}}`; `count` chooses the plural form. A missing text throws. */
export type Translate = (key: string, variables?: Variables) => string;

export interface Translator {
  readonly translate: Translate;
  readonly has: (key: string) => boolean;
}

const translators = new WeakMap<Texts, Translator>();

/** The translator of one language's texts, made once. */
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
    // Variables may be what somebody typed: they only replace placeholders, and are no options of i18next. A count that is already
    // formatted chooses no form.
    const options = { replace: variables, nest: false, ...(typeof count === 'number' ? { count } : {}) };
    const text = instance.t(key, options);
    // A page that showed a bare key would be worse than one that fails in its test.
    if (text === key || text === key.split(':')[1]) throw new Error(`There is no text "${key}" in "${language}".`);
    return text;
  };
  // Most texts have nothing to fill in, and are asked for again on every page and with every change of a screen.
  const cache = new Map<string, string>();
  const translate: Translate = (key, variables) => {
    if (variables) return translateOrThrow(key, variables);
    const text = cache.get(key) ?? translateOrThrow(key);
    cache.set(key, text);
    return text;
  };
  return { translate, has };
}

/** The text for an error code; the general one when the code has none. */
export const errorText = ({ translate, has }: Translator, code: string, variables?: Variables): string =>
  translate(has(`errors:${code}`) ? `errors:${code}` : 'errors:internal', variables);
