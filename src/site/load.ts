// Reads niches/ and locales/ from disk into validated sites; the folder listings are the only lists there are.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CompanyInfo, Settings } from '#contract/site';
import { languageOf } from '#domain/languages';
import { LANGUAGE } from '#domain/limits';
import { parseFile, SiteError } from './friendly.ts';
import { NicheFile } from './niche-file.ts';
import { makeSettings } from './settings.ts';
import { readJson, readLanguages, readTexts, type LanguageInfo, type Texts } from './texts.ts';

/** One brand: its data, its settings, its languages, and its words by language code. */
export interface Site {
  readonly folder: string;
  readonly id: number;
  readonly name: string;
  readonly niche: NicheFile;
  readonly settings: Settings;
  readonly company: CompanyInfo;
  readonly languages: readonly LanguageInfo[];
  /** The codes of its languages, e.g. `nl`. */
  readonly codes: readonly string[];
  /** Words of one language; the languages are read once and kept. */
  texts(language: string): Texts;
}

/** The niche folders there are, as the file system lists them. */
export function nicheFolders(root: string): string[] {
  return readdirSync(join(root, 'niches'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** Loads one site. Throws a SiteError with one sentence when a file of it is wrong or there is no such folder. */
export function loadSite(root: string, folder: string): Site {
  if (!existsSync(join(root, 'niches', folder))) {
    throw new SiteError(`There is no niche "${folder}"; niches/ has: ${nicheFolders(root).join(', ')}.`);
  }
  const path = `niches/${folder}/niche.json`;
  const niche = parseFile(NicheFile, readJson(root, path), path);
  const languages = readLanguages(root);
  const kept = new Map<string, Texts>();
  const texts = (language: string): Texts => {
    const known = kept.get(language) ?? readTexts(root, folder, language);
    kept.set(language, known);
    return known;
  };
  const codes = languages.map(({ code }) => code);
  const own = languageOf(niche.domain_language, codes) ?? LANGUAGE.default;
  const settings = makeSettings(root, folder, niche, texts(own));
  return { folder, id: niche.id, name: niche.name, niche, settings, company: niche.company, languages, codes, texts };
}

/** Loads all sites by their numbers. Two niches with the same number or domain are refused. */
export function loadSites(root: string): Site[] {
  const sites = nicheFolders(root)
    .map((folder) => loadSite(root, folder))
    .sort((a, b) => a.id - b.id);
  for (const site of sites) {
    const twin = sites.find(
      (other) => other !== site && (other.id === site.id || other.settings.domain === site.settings.domain),
    );
    if (twin)
      throw new SiteError(
        `niches/${site.folder}/niche.json: "id" or "domain" is the same as in niches/${twin.folder}.`,
      );
  }
  return sites;
}
