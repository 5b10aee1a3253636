// The word a country uses for its regions, such as "province" or "canton".
/** Words for regions; each has a text in every language (requirement ME5). */
export type RegionWord = 'province' | 'state' | 'region' | 'canton' | 'county' | 'voivodeship';

const words: Readonly<Record<string, RegionWord>> = {
  US: 'state',
  CA: 'province',
  GB: 'region',
  IE: 'county',
  AU: 'state',
  NZ: 'region',
  NL: 'province',
  BE: 'province',
  FR: 'region',
  IT: 'region',
  ES: 'province',
  DE: 'state',
  AT: 'state',
  PL: 'voivodeship',
  CH: 'canton',
  DK: 'region',
  FI: 'region',
  NO: 'county',
  SE: 'county',
};

/** The word for the regions of a country (ISO 3166-1 code, e.g. `NL`); `region` when it is not listed. */
export function regionWord(country: string): RegionWord {
  return words[country] ?? 'region';
}

/** Countries whose states have a word of their own in several languages, such as "Bundesland" beside "Bundesstaat". */
const lands: readonly string[] = ['DE', 'AT'];

/** The end of the key of the text for a country's regions, `members:region_…`. */
export const regionTextKey = (country: string): string => (lands.includes(country) ? 'land' : regionWord(country));
