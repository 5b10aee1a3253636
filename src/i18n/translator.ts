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

const made = new WeakMap<Texts, Translator>();

/** The translator of one language's texts, made once. */
export function translatorFor(language: string, texts: Texts): Translator {
  const known = made.get(texts) ?? makeTranslator(language, texts);
  made.set(texts, known);
  return known;
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
  const find: Translate = (key, variables = {}) => {
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
  const plain = new Map<string, string>();
  const translate: Translate = (key, variables) => {
    if (variables) return find(key, variables);
    const text = plain.get(key) ?? find(key);
    plain.set(key, text);
    return text;
  };
  return { translate, has };
}

/** The text for an error code; the general one when the code has none. */
export const errorText = ({ translate, has }: Translator, code: string, variables?: Variables): string =>
  translate(has(`errors:${code}`) ? `errors:${code}` : 'errors:internal', variables);
