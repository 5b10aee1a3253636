// Check: every language has all texts of English, with the same placeholders and its own plural forms, translated unless it is a draft.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SiteError } from '#site/parse-file';
import { readJson, readLanguages, type LanguageInfo } from '#site/texts';
import { campaignFaults, withCampaigns } from './campaigns.ts';
import { filesIn, foldersIn, read } from './files.ts';
import type { Report } from './report.ts';
import { untranslatedFaults } from './untranslated.ts';
import { compareWords, FIXED_PRICE, namesMoney, type Spaces } from './words.ts';

export function check(root: string): Report {
  try {
    const languages = readLanguages(root);
    const drafts = languages.filter(({ draft }) => draft);
    return {
      faults: allFaults(root, languages),
      ...(drafts.length > 0 ? { note: `drafts: ${drafts.map(({ code }) => code).join(', ')}` } : {}),
    };
  } catch (error) {
    if (error instanceof SiteError) return { faults: [error.message] };
    throw error;
  }
}

function allFaults(root: string, languages: readonly LanguageInfo[]): string[] {
  const published = languages.filter(({ draft }) => !draft);
  const words = new Map(languages.map(({ code }) => [code, baseWords(root, code)]));
  const wordsIn = (code: string): Spaces => words.get(code) ?? {};
  const english = wordsIn('en');
  return [
    ...languages.flatMap(({ code, tag }) => tagFaults(code, tag)),
    ...languages.flatMap((language) =>
      compareWords(wordsIn(language.code), english, language.tag, `locales/${language.code}`),
    ),
    ...languages.flatMap(({ code }) => pageFaults(root, code)),
    ...[...filesIn(root, 'locales', ['md']), ...filesIn(root, 'niches', ['md'])]
      .filter((path) => path.includes('/pages/') && namesMoney(read(root, path)))
      .map((path) => `${path}: ${FIXED_PRICE}`),
    ...foldersIn(root, 'niches').flatMap((niche) => [
      ...nicheFaults(root, niche, languages, english),
      ...campaignFaults(root, niche, published, (code) => wordsIn(code)['campaigns'] ?? {}),
      ...domainFaults(root, niche, languages),
    ]),
    ...countryFaults(root, languages),
    ...untranslatedFaults(
      root,
      published.map(({ code }) => code),
    ),
  ];
}

function tagFaults(code: string, tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag
      ? []
      : [`locales/${code}/locale.json: "tag" should be written ${Intl.getCanonicalLocales(tag)[0]}.`];
  } catch {
    return [`locales/${code}/locale.json: "tag" is no language tag: ${tag}.`];
  }
}

/** Namespace → key → text, as the files of one language say. */
function baseWords(root: string, code: string): Spaces {
  const files = filesIn(root, `locales/${code}`, ['json']).filter(
    // Staff read English.
    (path) => !path.endsWith('/locale.json') && !path.startsWith(`locales/${code}/staff/`),
  );
  return Object.fromEntries(
    files.map((path) => [path.split('/').at(-1)?.replace('.json', '') ?? '', readJson(root, path) as Spaces[string]]),
  );
}

function pageFaults(root: string, code: string): string[] {
  const pages = (language: string): string[] =>
    filesIn(root, `locales/${language}/pages`, ['md']).map((path) => path.split('/').at(-1) ?? '');
  const [wanted, found] = [pages('en'), pages(code)];
  return [
    ...wanted
      .filter((page) => !found.includes(page))
      .map((page) => `locales/${code}/pages/${page}: is missing; English has it.`),
    ...found
      .filter((page) => !wanted.includes(page))
      .map((page) => `locales/${code}/pages/${page}: English has no such page.`),
  ];
}

/** A niche may replace texts of English, but add only those of its campaigns. */
function nicheFaults(root: string, niche: string, languages: readonly LanguageInfo[], english: Spaces): string[] {
  const base = withCampaigns(root, niche, english);
  return filesIn(root, `niches/${niche}/locales`, ['json']).flatMap((path) => {
    const code = path.split('/').at(-1)?.replace('.json', '') ?? '';
    const language = languages.find((each) => each.code === code);
    if (!language) return [`${path}: there is no folder locales/${code}.`];
    return compareWords(readJson(root, path) as Spaces, base, language.tag, path, 'some');
  });
}

/** Visitors without a choice would be led to it. */
function domainFaults(root: string, niche: string, languages: readonly LanguageInfo[]): string[] {
  const path = `niches/${niche}/niche.json`;
  if (!existsSync(join(root, path))) return [];
  const { domain_language: wanted = '' } = readJson(root, path) as { domain_language?: string };
  return languages
    .filter(({ code, draft }) => draft && code === wanted.slice(0, 2))
    .map(({ code }) => `${path}: "domain_language" is "${code}", which is a draft; publish it or name another.`);
}

function countryFaults(root: string, languages: readonly LanguageInfo[]): string[] {
  const path = 'locales/countries.json';
  if (!existsSync(join(root, path))) return [`${path}: the file is missing.`];
  const countries = Object.entries(readJson(root, path) as Record<string, string[]>);
  const unknown = countries.flatMap(([country, codes]) =>
    codes
      .filter((code) => !languages.some((each) => each.code === code))
      .map((code) => `${path}: ${country} names "${code}", but there is no folder locales/${code}.`),
  );
  const unnamed = languages
    .filter(({ code, draft }) => !draft && !countries.some(([, codes]) => codes.includes(code)))
    .map(({ code }) => `${path}: no country has the language "${code}"; add it to those where it is read.`);
  return [...unknown, ...unnamed];
}
