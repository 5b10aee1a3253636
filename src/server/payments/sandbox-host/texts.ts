// Texts and formats of the sandbox's page in the payer's language.
import * as z from 'zod/mini';
import { translatorFor, type Variables } from '#i18n/translator';
import { readJson, readLanguages } from '#site/texts';

export interface Wording {
  readonly language: string;
  translate(key: string, variables?: Variables): string;
  /** Whether there is a text for a key. */
  has(key: string): boolean;
  /** Formats money in the language; `amount` is in minor units. */
  money(amount: number, currency: string): string;
}

const Words = z.record(z.string(), z.string());

/** The texts of a language, or the English ones. */
export function wordingOf(root: string, language: string): Wording {
  const languages = readLanguages(root);
  const { code, tag } = languages.find((each) => each.code === language) ?? { code: 'en', tag: 'en' };
  const sandbox = z.parse(Words, readJson(root, `locales/${code}/sandbox.json`));
  const { translate, has } = translatorFor(code, { sandbox });
  return {
    language: code,
    has: (key) => has(`sandbox:${key}`),
    translate: (key, variables) => translate(`sandbox:${key}`, variables),
    money(amount, currency) {
      const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
      return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
  };
}
