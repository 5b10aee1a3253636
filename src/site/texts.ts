// Reads the words of every language from locales/, with a niche's own words laid over them.
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { LocaleFile, NicheWords, Words } from './niche-file.ts';
import { parseFile, parseJson, SiteError } from './friendly.ts';

/** Namespace → key → text, for one language of one site. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
export interface LanguageInfo extends LocaleFile {
  readonly code: string;
}

/** The languages there are: the folders of locales/, English first, then by code. */
export function readLanguages(root: string): LanguageInfo[] {
  const codes = readdirSync(join(root, 'locales'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b, 'en'));
  if (codes[0] !== 'en') throw new SiteError('locales/en: is missing; English is the default language.');
  return codes.map((code) => ({
    code,
    ...parseFile(LocaleFile, readJson(root, `locales/${code}/locale.json`), `locales/${code}/locale.json`),
  }));
}

/** Country → the languages read there, the most likely first (requirements SI31, SI32, SI33). */
export const countryLanguages = (root: string): Readonly<Record<string, readonly string[]>> =>
  parseFile(
    z.record(z.string(), z.array(z.string())),
    readJson(root, 'locales/countries.json'),
    'locales/countries.json',
  );

/** The words of one language, with the words that `niche` says differently. A text missing there is the English one. */
export function readTexts(root: string, niche: string, language: string): Texts {
  const texts: Record<string, Record<string, string>> = {};
  for (const code of language === 'en' ? ['en'] : ['en', language]) {
    for (const file of namespaceFiles(root, code)) {
      const path = `locales/${code}/${file}`;
      const space = file.replace('.json', '');
      texts[space] = { ...texts[space], ...parseFile(Words, readJson(root, path), path) };
    }
    layOver(texts, root, `niches/${niche}/locales/${code}.json`);
  }
  return texts;
}

function layOver(texts: Record<string, Record<string, string>>, root: string, path: string): void {
  if (!existsSync(join(root, path))) return;
  for (const [space, words] of Object.entries(parseFile(NicheWords, readJson(root, path), path))) {
    texts[space] = { ...texts[space], ...words };
  }
}

const namespaceFiles = (root: string, code: string): string[] =>
  readdirSync(join(root, 'locales', code))
    .filter((file) => file.endsWith('.json') && file !== 'locale.json')
    .sort();

export function readJson(root: string, path: string): unknown {
  const file = join(root, path);
  if (!existsSync(file)) throw new SiteError(`${path}: the file is missing.`);
  // Node makes a text of bytes in a quarter of the time it takes to read the file as one.
  return parseJson(readFileSync(file).toString(), path);
}
