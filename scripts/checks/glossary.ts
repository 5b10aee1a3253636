// Check: texts keep to the terms of locales/glossary.md and to the typography of their language.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LocaleFile } from '#site/niche-file';
import { filesIn, foldersIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';

const GLOSSARY = 'locales/glossary.md';
type Texts = Readonly<Record<string, string>>;
type Spaces = Readonly<Record<string, Texts>>;
/** A text of a language beside the English one, and where it stands. */
interface Pair {
  readonly where: string;
  readonly english: string;
  readonly own: string;
}

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
    [/(?<=[^\s|]) (?=:(?:[\s*"]|\\n|$))/g, 'a no-break space (U+00A0) before a colon'],
    [/(?<=«) /g, 'a narrow no-break space (U+202F) after «'],
    beforeNames('de|que|jusque|lorsque|puisque|je|ne|le|la'),
  ],
  es: [beforeNames('y|o')],
  it: [beforeNames('e|o')],
};

export function check(root: string): Report {
  const [terms = [], never = []] = read(root, GLOSSARY).split(/^## /m).slice(1).map(rowsOf);
  const [head = [], ...rows] = terms;
  const codes = foldersIn(root, 'locales');
  const drafts = codes.filter((code) => isDraft(root, code));
  const languages = codes.filter((code) => !drafts.includes(code));
  return {
    faults: [
      ...languages.filter((code) => code !== 'en' && !head.includes(code)).map(missingColumn),
      ...head.slice(1).flatMap((code, at) => {
        if (drafts.includes(code)) return [];
        const stems = rows.map((row): [string, string] => [row[0] ?? '', row[at + 1] ?? '']);
        return termFaults(pairsOf(root, code), stems);
      }),
      ...languages.flatMap((code) => [...paragraphFaults(root, code), ...wordingFaults(root, code, never)]),
    ],
    note: `${rows.length} terms, ${never.length - 1} words refused`,
  };
}

function isDraft(root: string, code: string): boolean {
  const path = `locales/${code}/locale.json`;
  return existsSync(join(root, path)) && (JSON.parse(read(root, path)) as LocaleFile).draft === true;
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

/** Texts of the product, of its brands and of its long pages. */
function pairsOf(root: string, code: string): Pair[] {
  const english = spacesOf(root, 'en');
  return [
    ...Object.entries(spacesOf(root, code)).flatMap(([space, texts]) =>
      textPairs(texts, english[space] ?? {}, `locales/${code}/${space}.json`),
    ),
    ...foldersIn(root, 'niches').flatMap((niche) => nichePairs(root, niche, code, english)),
    ...filesIn(root, `locales/${code}/pages`, ['md']).flatMap((path) => pagePairs(root, path, code)),
  ];
}

/** Namespace → key → text, as the files of one language say. */
const spacesOf = (root: string, code: string): Spaces =>
  Object.fromEntries(
    filesIn(root, `locales/${code}`, ['json']).map((path) => [
      path.split('/').at(-1)?.replace('.json', '') ?? '',
      JSON.parse(read(root, path)) as Texts,
    ]),
  );

const textPairs = (texts: Texts, english: Texts, where: string): Pair[] =>
  Object.entries(texts).map(([key, own]) => ({ where: `${where}: ${key}`, english: english[key] ?? '', own }));

function nichePairs(root: string, niche: string, code: string, english: Spaces): Pair[] {
  const [path, source] = [code, 'en'].map((each) => `niches/${niche}/locales/${each}.json`) as [string, string];
  if (!existsSync(join(root, path))) return [];
  const said = existsSync(join(root, source)) ? (JSON.parse(read(root, source)) as Spaces) : {};
  return Object.entries(JSON.parse(read(root, path)) as Spaces).flatMap(([space, texts]) =>
    textPairs(texts, { ...english[space], ...said[space] }, `${path}: ${space}`),
  );
}

/** Paragraph by paragraph, since a whole page has every term somewhere. */
function pagePairs(root: string, path: string, code: string): Pair[] {
  const [own, english] = [paragraphs(read(root, path)), englishParagraphs(root, path, code)];
  if (own.length !== english.length) return [];
  return own.map(({ text, line }, at) => ({ where: `${path}:${line}`, english: english[at]?.text ?? '', own: text }));
}

/** Terms of a page can only be compared where it has the paragraphs of the English one. */
function paragraphFaults(root: string, code: string): string[] {
  return filesIn(root, `locales/${code}/pages`, ['md']).flatMap((path) => {
    const [own, english] = [paragraphs(read(root, path)).length, englishParagraphs(root, path, code).length];
    return english === 0 || own === english
      ? []
      : [`${path}: has other paragraphs than English: ${own} instead of ${english}.`];
  });
}

function englishParagraphs(root: string, path: string, code: string) {
  const source = path.replace(`/${code}/`, '/en/');
  return existsSync(join(root, source)) ? paragraphs(read(root, source)) : [];
}

const paragraphs = (page: string): { text: string; line: number }[] =>
  [...page.matchAll(/\S.*(?:\n.*\S.*)*/g)].map(({ 0: text, index }) => ({ text, line: lineAt(page, index) }));

/** Cards, and a person drawn from the side. */
const OTHER_MEANING = /credit or debit|\bin profile/giu;

/** What is read: neither placeholders nor addresses of links. */
const readText = (text: string): string => text.replaceAll(/\{\{.*?\}\}|\]\([^)]*\)/g, '');

function termFaults(pairs: readonly Pair[], stems: readonly [string, string][]): string[] {
  return stems.flatMap(([term, stem]) => {
    const named = new RegExp(`(?<![\\p{L}’])${term}s?(?![\\p{L}’])`, 'iu');
    const accepted = stem.split('/').map((each) => each.toLowerCase());
    return pairs
      .filter(({ english }) => named.test(readText(english).replaceAll(OTHER_MEANING, '')))
      .filter(({ own }) => !accepted.some((each) => readText(own).toLowerCase().includes(each)))
      .map(({ where, own }) => `${where}: "${own}" lacks the term for "${term}" (${stem}).`);
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
