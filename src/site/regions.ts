// The regions that forms offer on pages of a language: those of the countries that speak it, home country first.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseFile } from './parse-file.ts';
import type { Site } from './load.ts';
import { countryNames, homeCountry } from './pages.ts';
import { readJson } from './texts.ts';

const Region = z.object({ id: z.string(), name: z.string() });
const Table = z.object({ regions: z.array(Region) });
const Speakers = z.record(z.string(), z.array(z.string()));

export interface CountryRegions {
  readonly country: string;
  /** The country's name in the page's language. */
  readonly name: string;
  readonly regions: readonly z.infer<typeof Region>[];
}

/** Limited to the page's language: the regions of all countries would be larger than the page. */
export function regionsFor(site: Site, language: string, tag: string): CountryRegions[] {
  const root = process.cwd();
  const speakers = parseFile(Speakers, readJson(root, 'locales/countries.json'), 'locales/countries.json');
  const names = countryNames(site, tag);
  const home = homeCountry(site, tag);
  return site.siteSettings.countries
    .filter((country) => country === home || speakers[country]?.includes(language))
    .map((country) => ({ country, name: names[country] ?? country, regions: readRegions(root, country, tag) }))
    .sort((a, b) => Number(b.country === home) - Number(a.country === home) || a.name.localeCompare(b.name, tag));
}

function readRegions(root: string, country: string, tag: string): CountryRegions['regions'] {
  const path = join('src', 'server', 'geo', 'places', `${country}.json`);
  const { regions } = parseFile(Table, readJson(root, path), path);
  return regions.toSorted((a, b) => a.name.localeCompare(b.name, tag));
}
