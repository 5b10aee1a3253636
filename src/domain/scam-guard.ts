// Signs of a scam in a message: talk about money, accounts, and ways to be reached elsewhere. Rules, so that they can be explained.
import { MESSENGERS, MONEY } from './scam-words.ts';

export const scamSigns = ['money', 'wallet', 'iban', 'phone', 'handle', 'link'] as const;
export type ScamSign = (typeof scamSigns)[number];
/** What a member is told about: asking for money, going elsewhere, or a web address. */
export type ScamTopic = 'money' | 'contact' | 'link';

/** The signs in a text, each once. */
export function signsOf(text: string): ScamSign[] {
  const folded = foldWords(text);
  const found: Readonly<Record<ScamSign, boolean>> = {
    money: MONEY_WORDS.test(folded),
    wallet: WALLET.test(text),
    iban: (text.match(IBAN) ?? []).some(isIban),
    phone: (withoutDates(folded.replace(IBAN, ' ')).match(PHONE) ?? []).some(isPhone),
    handle: HANDLE.test(folded) || EMAIL.test(folded) || MESSENGER_WORDS.test(folded),
    link: LINK.test(folded.replace(EMAILS, ' ')),
  };
  return scamSigns.filter((sign) => found[sign]);
}

const TOPICS: Readonly<Record<ScamSign, ScamTopic>> = {
  ...{ money: 'money', wallet: 'money', iban: 'money' },
  ...{ phone: 'contact', handle: 'contact', link: 'link' },
};

/** The gravest topic of a text; null for a harmless one. */
export function scamTopic(text: string): ScamTopic | null {
  const topics = signsOf(text).map((sign) => TOPICS[sign]);
  return (['money', 'link', 'contact'] as const).find((topic) => topics.includes(topic)) ?? null;
}

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

const wordsPattern = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{Nd}])(?:${words.map((word) => word.replaceAll(' ', '\\s+')).join('|')})`, 'u');
const MONEY_WORDS = wordsPattern(Object.values(MONEY).flat());
const MESSENGER_WORDS = wordsPattern(MESSENGERS);

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

/** Dates and times have many digits too. */
const withoutDates = (text: string): string =>
  text.replace(/\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b\d{1,2}[:.]\d{2}\b(?!\d)/g, ' x ');
const PHONE = /(?<![\p{L}\p{Nd}])\+?\d(?:[ ().\/-]{0,2}\d){7,14}(?!\d)/gu;
/** A long number is one when it begins as one, or has nine digits. */
const isPhone = (found: string): boolean => /^(?:\+|0)/.test(found) || found.replace(/\D/g, '').length >= 9;

const HANDLE = /(?<![\p{L}\p{Nd}])@[\p{L}\p{Nd}_.]{3,}/u;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,}/;
/** Not every ending: a missing space after a full stop makes words look like an address. */
const LINK =
  /https?:|www\.|(?<![\p{L}\p{Nd}])[\p{L}\p{Nd}-]{2,63}\.(?:com|net|org|info|biz|app|link|xyz|site|online|shop|club|live|vip|top|win|ru|cc|gg)(?![\p{L}\p{Nd}])|(?<![\p{L}\p{Nd}])[\p{L}\p{Nd}-]{1,63}\.[a-z]{2,6}\/\S/u;
const EMAILS = new RegExp(EMAIL, 'g');
