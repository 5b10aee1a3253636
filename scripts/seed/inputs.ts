// Loads the inputs that members are made from once for all sites: words, towns, faces and places.
import { readFileSync } from 'node:fs';
import { loadPlaces, type Places } from '#server/geo/places';
import type { Site } from '#site/load';
import type { Face } from './faces.ts';
import { readWords, type WordList } from './words.ts';

/** The part of a site that its members depend on. */
export interface SeedSite {
  readonly id: number;
  readonly niche: Pick<Site['niche'], 'countries' | 'members'>;
  readonly prices: Site['prices'];
}

export interface SeedInputs {
  /** Country → its languages, the usual one first. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
  /** Language → its words; English is the fallback for a language without words. */
  readonly words: ReadonlyMap<string, WordList>;
  readonly places: Places;
  readonly cast: readonly Face[];
  /** Base names of the pictures without people. */
  readonly scenes: readonly string[];
  /** The moment that the members' last activity is relative to. */
  readonly now: Date;
}

export async function loadInputs(sites: readonly SeedSite[], now: Date): Promise<SeedInputs> {
  const languages = readJson('locales/countries.json') as Record<string, string[]>;
  const { people, places: scenes } = readJson('demo/cast.json') as { people: Face[]; places: string[] };
  const countries = [...new Set(sites.flatMap((site) => site.niche.countries))];
  const words = new Map<string, WordList>();
  for (const language of new Set(['en', ...countries.flatMap((country) => languages[country] ?? [])])) {
    const list = readWords(language);
    if (list) words.set(language, list);
  }
  return { languages, words, places: await loadPlaces(countries), cast: people, scenes, now };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
