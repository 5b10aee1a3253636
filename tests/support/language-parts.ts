// Splits exported pages into visible parts, and detects the language of each.
import { franc } from 'franc';

/** The detector's names of the site's languages. */
const DETECTED: Readonly<Record<string, string>> = {
  ...{ da: 'dan', de: 'deu', en: 'eng', es: 'spa', fi: 'fin', fr: 'fra' },
  ...{ it: 'ita', nb: 'nob', nl: 'nld', pl: 'pol', sv: 'swe' },
};
/** The detector confuses these in a paragraph. A word in the list of only one of them decides. */
export const SCANDINAVIAN: Readonly<Record<string, ReadonlySet<string>>> = {
  da: new Set('af dig efter giver hvad ind jer mig noget nogen nogle nu op os ud uden vores'.split(' ')),
  nb: new Set('av blir deg dere etter hva inn mellom meg noe noen opp oss ut uten vår våre å'.split(' ')),
  sv: new Set('att av blir dig efter för från inte mig något någon nu och oss ut vad vår är'.split(' ')),
};
/** The fewest characters for a detection. */
export const FEWEST = 200;
/** Shorter pieces are labels, names and figures; they count only in the whole of a page. */
const SHORTEST_SENTENCE = 40;

const INLINE = /<\/?(?:a|abbr|b|bdi|br|cite|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|u|wbr)(?:\s[^>]*)?>/g;

/** The body without elements whose text is not in the page's language. */
const bodyOf = (html: string): string =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<(script|style|svg|head)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<(\w+)[^>]*\slang="[^"]*"[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replace(/<p class="trader"[\s\S]*?<\/p>/g, ' ')
    .replace(/<option\b[^>]*>[^<]*/g, ' ');

const readable = (text: string): string =>
  text
    .replace(/&#?\w+;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const textsIn = (html: string): string[] =>
  html
    .split(/<[^>]+>/)
    .map(readable)
    .filter((text) => /\p{L}{3}/u.test(text));

/** The visible text of a page in its language, piece by piece. */
export const visible = (html: string): string[] => textsIn(bodyOf(html));

/**
 * Its sentences, without `names`, as parts long enough for a detection: a long paragraph is one, shorter ones are
 * combined.
 */
export function partsOf(html: string, names: readonly string[]): string[] {
  const blocks = textsIn(bodyOf(html).replace(INLINE, ' '))
    .map((text) => names.reduce((left, name) => left.replaceAll(name, ''), text))
    .filter((text) => text.length >= SHORTEST_SENTENCE);
  const long = blocks.filter((text) => text.length >= FEWEST);
  const joined: string[] = [];
  for (const text of blocks.filter((text) => text.length < FEWEST)) {
    const last = joined.at(-1) ?? '';
    if (last.length < FEWEST) joined.splice(-1, 1, `${last} ${text}`.trim());
    else joined.push(text);
  }
  return [...long, ...joined.filter((text) => text.length >= FEWEST)];
}

/** The longest paragraph of a page. */
export const longestParagraph = (html: string): string =>
  [...html.matchAll(/<p>([\s\S]*?)<\/p>/g)]
    .map(([, text = '']) => readable(text.replace(/<[^>]+>/g, ' ')))
    .reduce((longest, text) => (text.length > longest.length ? text : longest), '');

export const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

const known = new Map<string, string | null>();
/** The language of a text if it is not `language`, else undefined; cached, since many pages share texts. */
export function otherLanguage(text: string, language: string): string | null {
  const key = `${language} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = judge(text, language);
  known.set(key, found);
  return found;
}

function judge(text: string, language: string): string | null {
  const found = franc(text, { only: Object.values(DETECTED) });
  const detected = Object.keys(DETECTED).find((code) => DETECTED[code] === found) ?? found;
  if (!SCANDINAVIAN[language] || !SCANDINAVIAN[detected]) return detected === language ? null : detected;
  const others = Object.keys(SCANDINAVIAN).filter((code) => code !== language);
  return others.find((other) => countOf(text, other, language) > countOf(text, language, other)) ?? null;
}

/** The number of words of a text that occur in only one of two languages. */
const countOf = (text: string, language: string, other: string): number =>
  words(text).filter((word) => SCANDINAVIAN[language]?.has(word) && !SCANDINAVIAN[other]?.has(word)).length;
