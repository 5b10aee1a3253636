// Signs of a scam in a message: talk about money, accounts, and ways to be reached elsewhere. Rules, so that they can be explained.
import type { WordChange, WordKind } from '#contract/safety';
import { MESSENGERS, MONEY } from './scam-words.ts';

export const scamSigns = ['money', 'wallet', 'iban', 'phone', 'handle', 'link'] as const;
export type ScamSign = (typeof scamSigns)[number];
/** What a member is told about: asking for money, going elsewhere, or a web address. */
export type ScamTopic = 'money' | 'contact' | 'link';

/** The signs in a text, each once. */
export function signsOf(text: string, words: WordPatterns = BUILT_IN): ScamSign[] {
  const folded = foldWords(text);
  const found: Readonly<Record<ScamSign, boolean>> = {
    money: words.money.test(folded),
    wallet: WALLET.test(text),
    iban: (text.match(IBAN) ?? []).some(isIban),
    phone: (withoutDates(folded.replace(IBAN, ' ')).match(PHONE) ?? []).some(isPhone),
    handle: HANDLE.test(folded) || EMAIL.test(folded) || words.contact.test(folded),
    link: LINK.test(folded.replace(EMAILS, ' ')),
  };
  return scamSigns.filter((sign) => found[sign]);
}

const TOPICS: Readonly<Record<ScamSign, ScamTopic>> = {
  ...{ money: 'money', wallet: 'money', iban: 'money' },
  ...{ phone: 'contact', handle: 'contact', link: 'link' },
};

/** The gravest topic of a text; null for a harmless one. */
export function scamTopic(text: string, words?: WordPatterns): ScamTopic | null {
  const topics = signsOf(text, words).map((sign) => TOPICS[sign]);
  return (['money', 'link', 'contact'] as const).find((topic) => topics.includes(topic)) ?? null;
}

const SCORES: Readonly<Record<ScamSign, number>> = { money: 2, wallet: 3, iban: 3, phone: 2, handle: 2, link: 2 };
/** Of a first message with words that its sender has begun other conversations with; how many there may be. */
const REPEATED = { score: 2, others: 2 } as const;
/** A first message with this score waits for a person where the operator wants it: two signs, or the number of an account. */
export const WAITING_SCORE = 3;

/** How much a first message looks like a scam. `others`: how many conversations its sender has begun with the same words. */
export const scamScore = (signs: readonly ScamSign[], others: number): number =>
  signs.reduce((sum, sign) => sum + SCORES[sign], others >= REPEATED.others ? REPEATED.score : 0);

/** Messages of a conversation in which a number or name to be reached at is early; later it is usual. */
const EARLY_MESSAGES = 20;

/** Whether the reader of a message is asked if it bothers them. */
export const mayBother = (topic: ScamTopic | null, seq: number): boolean =>
  topic !== null && (topic !== 'contact' || seq <= EARLY_MESSAGES);

/** Lower case without accents and invisible signs; words with a gap after every letter are joined. */
const foldWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(/[’‘´`]/g, "'")
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/(?<![\p{L}\p{Nd}])(?:\p{L}[ ._*-]){3,}\p{L}(?![\p{L}\p{Nd}])/gu, (letters) =>
      letters.replace(/[ ._*-]/g, ''),
    );

const patternOf = (words: readonly string[]): RegExp =>
  words.length === 0 ? /(?!)/u : new RegExp(`(?<![\\p{L}\\p{Nd}])(?:${words.map(literal).join('|')})`, 'u');
const literal = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' ', '\\s+');

export type WordPatterns = Readonly<Record<WordKind, RegExp>>;

/** Our words, with the language of each; `all` for those of no language. */
export const OUR_WORDS: readonly { readonly kind: WordKind; readonly language: string; readonly word: string }[] = [
  ...Object.entries(MONEY).flatMap(([language, words]) =>
    words.map((word) => ({ kind: 'money' as const, language, word })),
  ),
  ...MESSENGERS.map((word) => ({ kind: 'contact' as const, language: 'all', word })),
];

/** A word as the banks hold it. */
export const bankWord = (typed: string): string => foldWords(typed).trim().replace(/\s+/g, ' ');

/** The banks with what operators have changed. */
export function wordPatterns(changes: readonly WordChange[]): WordPatterns {
  const bank = (kind: WordKind): RegExp => {
    const words = new Set(OUR_WORDS.filter((each) => each.kind === kind).map(({ word }) => word));
    for (const { word, is_off: isOff } of changes.filter((each) => each.kind === kind))
      if (isOff) words.delete(word);
      else words.add(word);
    return patternOf([...words]);
  };
  return { money: bank('money'), contact: bank('contact') };
}

const BUILT_IN = wordPatterns([]);

/** Bitcoin, Ethereum and Tron. */
const WALLET = /\b(?:bc1[02-9ac-hj-np-z]{11,71}|0x[0-9a-fA-F]{40}|[13T][1-9A-HJ-NP-Za-km-z]{25,34})\b/;

const IBAN = /\b[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,3})?\b/g;

/** The check digits of ISO 13616. Words that follow may have been read as a part of it. */
function isIban(found: string): boolean {
  const plain = found.replace(/[ -]/g, '').toUpperCase();
  const lengths = Array.from({ length: Math.max(0, plain.length - 14) }, (_, at) => plain.length - at);
  return lengths.some((length) => hasCheckDigits(plain.slice(0, length)));
}

function hasCheckDigits(iban: string): boolean {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Three groups with one sign between them, as `24.12.2026` or `24. 12. 2026`; and the Danish `24/12-26`. More groups of a kind are no date. */
const DATE = /(?<!\d)(\d{1,4})([./-] ?)(\d{1,2})\2(\d{1,4})(?!\d|\2\d)/g;
const DANISH_DATE = /(?<!\d)(\d{1,2})\/(\d{1,2})-(?:\d{4}|\d{2})(?!\d)/g;
const TIME = /(?<!\d\.?)(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\.?\d)/g;

/** Dates and times have many digits too. */
const withoutDates = (text: string): string =>
  text
    .replace(DATE, (found, first: string, sign: string, second: string, third: string, at: number) => {
      const isPart = text.endsWith(sign, at) && /\d/.test(text[at - sign.length - 1] ?? '');
      return !isPart && isDate(first, second, third) ? ' x ' : found;
    })
    .replace(DANISH_DATE, (found, day: string, month: string) => (isDate(day, month, '2000') ? ' x ' : found))
    .replace(TIME, ' x ');

/** The year is first or last; day and month have either order. */
function isDate(first: string, second: string, third: string): boolean {
  const [a, b, year] = first.length === 4 ? [third, second, first] : [first, second, third];
  const [one, two] = [Number(a), Number(b)];
  const isDay = (each: number): boolean => each >= 1 && each <= 31;
  return isDay(one) && isDay(two) && Math.min(one, two) <= 12 && (year.length === 2 || year.length === 4);
}
const PHONE = /(?<![\p{L}\p{Nd}])\+?\d(?:[ ().\/-]{0,2}\d){7,14}(?!\d)/gu;
/** As Danes and Norwegians write the eight digits of theirs, which begin with neither 0 nor 1. */
const NORDIC = /^[2-9](?:\d([ .-])\d\d\1\d\d\1\d\d|\d\d \d\d \d{3}|\d{7})$/;
const isNordic = (found: string): boolean => {
  const part = (from: number, to?: number): string => found.slice(from, to);
  const isDay = isDate(part(0, 4), part(4, 6), part(6)) || isDate(part(0, 2), part(2, 4), part(4));
  return NORDIC.test(found) && !isDay && !found.endsWith('000');
};

/** A long number is one when it begins as one, has nine digits, or the groups of one. */
const isPhone = (found: string): boolean =>
  /^(?:\+|0)/.test(found) || found.replace(/\D/g, '').length >= 9 || isNordic(found);

const HANDLE = /(?<![\p{L}\p{Nd}])@[\p{L}\p{Nd}_.]{3,}/u;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,}/;
/** Not every ending: a missing space after a full stop makes words look like an address. */
const LINK =
  /https?:|www\.|(?<![\p{L}\p{Nd}])[\p{L}\p{Nd}-]{2,63}\.(?:com|net|org|info|biz|app|link|xyz|site|online|shop|club|live|vip|top|win|ru|cc|gg)(?![\p{L}\p{Nd}])|(?<![\p{L}\p{Nd}])[\p{L}\p{Nd}-]{1,63}\.[a-z]{2,6}\/\S/u;
const EMAILS = new RegExp(EMAIL, 'g');
