// The words and formats of the sandbox's page, in the payer's language.
import * as z from 'zod/mini';
import { readJson, readLanguages } from '#site/texts';
import { fillIn, type Variables } from '../../words.ts';

export interface Speech {
  readonly language: string;
  say(key: string, variables?: Variables): string;
  /** Whether there are words for a key. */
  has(key: string): boolean;
  /** Money as the language writes it; `amount` is in minor units. */
  money(amount: number, currency: string): string;
}

const Words = z.record(z.string(), z.string());

/** The words of a language; English for one there is none of. */
export function speechOf(root: string, language: string): Speech {
  const languages = readLanguages(root);
  const { code, tag } = languages.find((each) => each.code === language) ?? { code: 'en', tag: 'en' };
  const words = z.parse(Words, readJson(root, `locales/${code}/sandbox.json`));
  return {
    language: code,
    has: (key) => key in words,
    say(key, variables = {}) {
      const text = words[key];
      if (text === undefined) throw new Error(`locales/${code}/sandbox.json has no "${key}".`);
      return fillIn(text, variables);
    },
    money(amount, currency) {
      const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
      return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
  };
}
