// Loads and validates sites from niches/ and locales/.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CompanyInfo, SiteSettings } from '#contract/site';
import { languageOf } from '#domain/languages';
import { LANGUAGE } from '#domain/limits';
import type { PriceList } from '#domain/prices';
import { parseFile, SiteError } from './parse-file.ts';
import { NicheFile } from './niche-file.ts';
import { readPrices } from './prices-file.ts';
import { makeSiteSettings } from './site-settings.ts';
import { readJson, readLanguages, readTexts, type LanguageInfo, type Texts } from './texts.ts';

/** One brand. */
export interface Site {
  readonly folder: string;
  readonly id: number;
  readonly name: string;
  readonly niche: NicheFile;
  readonly siteSettings: SiteSettings;
  readonly company: CompanyInfo;
  readonly prices: PriceList;
  readonly languages: readonly LanguageInfo[];
  /** Those that visitors are offered: all but drafts. */
  readonly published: readonly LanguageInfo[];
  /** Language codes, e.g. `nl`. */
  readonly codes: readonly string[];
  /** The texts of one language, cached. */
  texts(language: string): Texts;
}

export function nicheFolders(root: string): string[] {
  return readdirSync(join(root, 'niches'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** Throws a SiteError when a file is invalid or the folder does not exist. */
export function loadSite(root: string, folder: string): Site {
  if (!existsSync(join(root, 'niches', folder))) {
    throw new SiteError(`There is no niche "${folder}"; niches/ has: ${nicheFolders(root).join(', ')}.`);
  }
  const path = `niches/${folder}/niche.json`;
  const niche = parseFile(NicheFile, readJson(root, path), path);
  const languages = readLanguages(root);
  const textsByLanguage = new Map<string, Texts>();
  const texts = (language: string): Texts => {
    const known = textsByLanguage.get(language) ?? readTexts(root, folder, language);
    textsByLanguage.set(language, known);
    return known;
  };
  const codes = languages.map(({ code }) => code);
  const own = languageOf(niche.domain_language, codes) ?? LANGUAGE.default;
  const prices = readPrices(root, folder);
  const siteSettings = makeSiteSettings(root, folder, { niche, prices, words: texts(own) });
  return {
    folder,
    id: niche.id,
    name: niche.name,
    niche,
    siteSettings,
    company: niche.company,
    prices,
    languages,
    published: languages.filter(({ draft }) => !draft),
    codes,
    texts,
  };
}

/** Loads all sites in the order of their ids. Throws when two niches share an id or a domain. */
export function loadSites(root: string): Site[] {
  const sites = nicheFolders(root)
    .map((folder) => loadSite(root, folder))
    .sort((a, b) => a.id - b.id);
  for (const site of sites) {
    const twin = sites.find(
      (other) => other !== site && (other.id === site.id || other.siteSettings.domain === site.siteSettings.domain),
    );
    if (twin)
      throw new SiteError(
        `niches/${site.folder}/niche.json: "id" or "domain" is the same as in niches/${twin.folder}.`,
      );
  }
  return sites;
}
