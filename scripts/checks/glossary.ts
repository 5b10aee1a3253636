// Check: texts keep to the terms of locales/glossary.md and to the typography of their language.
import { filesIn, foldersIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';

const GLOSSARY = 'locales/glossary.md';
type Texts = Readonly<Record<string, string>>;

/** A name stands here, which may begin with any letter. */
const NAME = String.raw`(?=\{\{(?:name|site|member)\}\})`;
const beforeNames = (words: string): readonly [RegExp, string] => [
  new RegExp(String.raw`(?<!\p{L})(?:${words}) ${NAME}`, 'giu'),
  'another wording: this word changes before a name that begins with a vowel',
];

/** Spaces that typography requires, and words that depend on the next letter, per language, with what to write. */
const TYPOGRAPHY: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  fr: [
    [/(?<=[^\s|]) (?=[;!?»](?!\S*\]\())/g, 'a narrow no-break space (U+202F) before ; ! ? and »'],
    [/(?<=[^\s|]) (?=:(?:\s|$|\*))/g, 'a no-break space (U+00A0) before a colon'],
    [/(?<=«) /g, 'a narrow no-break space (U+202F) after «'],
    beforeNames('de|que|jusque|lorsque|puisque|je|ne|le|la'),
  ],
  es: [beforeNames('y|o')],
  it: [beforeNames('e|o')],
};

export function check(root: string): Report {
  const [terms = [], never = []] = read(root, GLOSSARY).split(/^## /m).slice(1).map(rowsOf);
  const [head = [], ...rows] = terms;
  const english = textsOf(root, 'en');
  const languages = foldersIn(root, 'locales');
  return {
    faults: [
      ...languages.filter((code) => code !== 'en' && !head.includes(code)).map(missingColumn),
      ...head.slice(1).flatMap((code, at) => {
        const stems = rows.map((row): [string, string] => [row[0] ?? '', row[at + 1] ?? '']);
        return termFaults(english, textsOf(root, code), stems, code);
      }),
      ...languages.flatMap((code) => wordingFaults(root, code, never)),
    ],
    note: `${rows.length} terms, ${never.length - 1} words refused`,
  };
}

const missingColumn = (code: string): string => `${GLOSSARY}: has no column for "${code}".`;

/** The cells of a Markdown table, its head first. */
function rowsOf(section: string): readonly (readonly string[])[] {
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[-|: ]+\|$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** `file:key` → text. */
function textsOf(root: string, code: string): Texts {
  return Object.fromEntries(
    filesIn(root, `locales/${code}`, ['json']).flatMap((path) =>
      Object.entries(JSON.parse(read(root, path)) as Texts).map(([key, text]) => [
        `${path.split('/').at(-1) ?? ''}: ${key}`,
        text,
      ]),
    ),
  );
}

function termFaults(english: Texts, own: Texts, stems: readonly [string, string][], code: string): string[] {
  return stems.flatMap(([term, stem]) => {
    const named = new RegExp(`(?<![\\p{L}’])${term}s?(?![\\p{L}’])(?! or debit)`, 'iu');
    const accepted = stem.split('/').map((each) => each.toLowerCase());
    return Object.entries(own)
      .filter(([key, text]) => {
        const source = (english[key] ?? '').replaceAll(/\{\{.*?\}\}/g, '');
        return named.test(source) && !accepted.some((each) => text.toLowerCase().includes(each));
      })
      .map(([key, text]) => `locales/${code}/${key}: "${text}" lacks the term for "${term}" (${stem}).`);
  });
}

function wordingFaults(root: string, code: string, never: readonly (readonly string[])[]): string[] {
  const refused = never.flatMap(([language, word = '', because = '', instead = '']) =>
    language === code ? [{ word: wholeWord(word), advice: `"${word}" (${because}): write ${instead}` }] : [],
  );
  const spaces = (TYPOGRAPHY[code] ?? []).map(([word, advice]) => ({ word, advice: `needs ${advice}` }));
  return textFiles(root, code).flatMap((path) => {
    const text = withoutFrontmatterMarks(read(root, path));
    return [...refused, ...spaces].flatMap(({ word, advice }) =>
      [...text.matchAll(word)].map((match) => `${path}:${lineAt(text, match.index)}: ${advice}.`),
    );
  });
}

const wholeWord = (word: string): RegExp =>
  new RegExp(`(?<!\\p{L})${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'giu');

/** Keys of YAML and JSON are no text; offsets stay. */
const withoutFrontmatterMarks = (text: string): string =>
  text.replaceAll(/^(?:title|description): |^ *"[\w-]+": (?=["{])/gm, (key) => '\u2007'.repeat(key.length));

const textFiles = (root: string, code: string): string[] => [
  ...filesIn(root, `locales/${code}`, ['json', 'md']),
  ...foldersIn(root, 'niches').flatMap((niche) =>
    filesIn(root, `niches/${niche}/locales`, ['json']).filter((path) => path.endsWith(`/${code}.json`)),
  ),
];
