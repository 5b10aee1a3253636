// Finds texts of other languages that are not translated: marked as such, or the English text, or their key.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '#site/texts';
import { filesIn, foldersIn, read } from './files.ts';
import type { Spaces } from './words.ts';

/** Texts that read the same in English, as `locales/<code>/<space>.json key`, with the reason. */
const SAME: Readonly<Record<string, string>> = {};

/** `[nl] Save` or `TRANSLATE: Save`. */
const MARKED = /^\s*(?:\[[\w-]{2,5}\]|TRANSLATE\b)/;
/** Shorter ones can be the same in two languages, such as names. */
const [FEW_WORDS, FEW_LETTERS] = [2, 20];

type Texts = Spaces[string];

export function untranslatedFaults(root: string, codes: readonly string[], same = SAME): string[] {
  const faults = codes
    .filter((code) => code !== 'en')
    .flatMap((code) => [...wordFaults(root, code), ...nicheFaults(root, code), ...pageFaults(root, code)]);
  const listed = faults.filter(({ place }) => place in same).map(({ place }) => place);
  return [
    ...faults.filter(({ place }) => !(place in same)).map(({ place, fault }) => `${place} ${fault}`),
    ...Object.keys(same)
      .filter((place) => !listed.includes(place))
      .map((place) => `scripts/checks/untranslated.ts: "${place}" is listed in SAME but is not the same; remove it.`),
  ];
}

interface Fault {
  readonly place: string;
  readonly fault: string;
}

function wordFaults(root: string, code: string): Fault[] {
  return filesIn(root, `locales/${code}`, ['json'])
    .filter((path) => !path.endsWith('/locale.json'))
    .flatMap((path) => textFaults(path, readTexts(root, path), readTexts(root, path.replace(`/${code}/`, '/en/'))));
}

/** Texts of a niche replace the usual ones: neither its own English texts nor the usual ones may be among them. */
function nicheFaults(root: string, code: string): Fault[] {
  return foldersIn(root, 'niches').flatMap((niche) => {
    const [path, english] = [code, 'en'].map((each) => `niches/${niche}/locales/${each}.json`) as [string, string];
    const own = readTexts<Spaces>(root, english);
    return Object.entries(readTexts<Spaces>(root, path)).flatMap(([space, texts]) =>
      textFaults(`${path} ${space}`, texts, { ...readTexts(root, `locales/en/${space}.json`), ...own[space] }),
    );
  });
}

function textFaults(path: string, texts: Texts, english: Texts): Fault[] {
  const base = new Set(Object.values(english));
  return Object.entries(texts).flatMap(([key, text]) => {
    const place = `${path}: "${key}"`;
    if (MARKED.test(text)) return [{ place, fault: 'is marked as not translated; translate it.' }];
    if (isFew(text)) return [];
    if (base.has(text)) return [{ place, fault: 'is the English text; translate it.' }];
    return isKey(text, key) ? [{ place, fault: 'is its key; translate it.' }] : [];
  });
}

/** Of a long text each line counts, so that half a page of English is found. */
function pageFaults(root: string, code: string): Fault[] {
  return filesIn(root, `locales/${code}/pages`, ['md']).flatMap((path) => {
    const base = new Set(linesOf(root, path.replace(`/${code}/`, '/en/')));
    return linesOf(root, path).flatMap((line, at) => {
      const place = `${path}:${at + 1}:`;
      if (MARKED.test(line)) return [{ place, fault: 'is marked as not translated; translate it.' }];
      return !isFew(line) && base.has(line) ? [{ place, fault: 'is the English text; translate it.' }] : [];
    });
  });
}

const linesOf = (root: string, path: string): string[] =>
  existsSync(join(root, path)) ? read(root, path).split('\n') : [];

const readTexts = <T = Texts>(root: string, path: string): T =>
  (existsSync(join(root, path)) ? readJson(root, path) : {}) as T;

function isFew(text: string): boolean {
  const words = text.replaceAll(/\{\{.*?\}\}|<[^>]*>/g, ' ').match(/[^\s\p{P}\p{S}]*\p{L}[^\s\p{P}\p{S}]*/gu) ?? [];
  return words.length <= FEW_WORDS && words.join(' ').length <= FEW_LETTERS;
}

const isKey = (text: string, key: string): boolean => text.toLowerCase() === key.replaceAll('_', ' ').toLowerCase();
