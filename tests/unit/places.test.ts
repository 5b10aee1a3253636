// Every country has the regions and towns its people look for, lookups find the right ones, and people of landers live in such towns.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSites } from '../../src/site/load.ts';
import { loadPlaces, type Places } from '../../src/server/geo/places.ts';
import { regionWord } from '../../src/domain/region-words.ts';

const countries = 'US CA GB IE AU NZ NL BE FR IT ES DE AT PL CH DK FI NO SE'.split(' ');
const regionCounts = [51, 13, 12, 26, 8, 16, 12, 11, 13, 20, 52, 16, 9, 16, 26, 5, 19, 15, 21];

const known: [country: string, town: string, region: string][] = [
  ['NL', 'Amsterdam', 'NL-NH'],
  ['NL', 'Utrecht', 'NL-UT'],
  ['NL', 'Zwolle', 'NL-OV'],
  ['BE', 'Gent', 'BE-VOV'],
  ['BE', 'Antwerpen', 'BE-VAN'],
  ['DE', 'Köln', 'DE-NW'],
  ['FI', 'Tampere', 'FI-11'],
  ['NO', 'Trondheim', 'NO-50'],
  ['SE', 'Göteborg', 'SE-O'],
  ['PL', 'Łódź', 'PL-10'],
  ['FR', 'Saint-Étienne', 'FR-ARA'],
  ['IT', 'Bologna', 'IT-45'],
  ['ES', 'València', 'ES-V'],
  ['DK', 'Odense', 'DK-83'],
  ['GB', 'Leeds', 'GB-YH'],
  ['IE', 'Cork', 'IE-CO'],
  ['AT', 'Linz', 'AT-4'],
  ['CH', 'Lausanne', 'CH-VD'],
  ['CA', 'Halifax', 'CA-NS'],
  ['NZ', 'Dunedin', 'NZ-OTA'],
  ['AU', 'Geelong', 'AU-VIC'],
  ['US', 'Chicago', 'US-IL'],
];

let places: Places;
beforeAll(async () => {
  places = await loadPlaces(countries);
});

describe('tables', () => {
  it.each(countries.map((country, index) => [country, regionCounts[index]] as const))('%s', (country, count) => {
    const regions = places.regionsOf(country);
    expect(regions).toHaveLength(count ?? 0);
    expect(new Set(regions.map((region) => region.id)).size).toBe(count);
    for (const region of regions) {
      expect(region.id.startsWith(`${country}-`)).toBe(true);
      const cities = places.citiesOf(country, region.id);
      expect(cities.length, region.id).toBeGreaterThan(0);
      expect(cities.length, region.id).toBeLessThanOrEqual(120);
      expect(new Set(cities.map((city) => city.name)).size, region.id).toBe(cities.length);
      for (const { name, lat, lon } of cities) {
        expect(name, region.id).toMatch(/^[\p{L}'’]/u);
        expect(Math.abs(lat) > 25 || country === 'US' || country === 'AU' || country === 'ES', name).toBe(true);
        expect(Math.abs(lat) <= 72 && Math.abs(lon) <= 180, name).toBe(true);
      }
    }
  });
});

describe('lookups', () => {
  it.each(known)('%s has %s in %s', (country, town, region) => {
    const found = places.cityByName(country, town);
    expect(found?.city.name).toBe(town);
    expect(found?.region.id).toBe(region);
    expect(places.nearest(found?.city.lat ?? 0, found?.city.lon ?? 0)?.city.name).toBe(town);
  });

  it('reads other spellings', () => {
    expect(places.cityByName('DE', 'cologne')?.city.name).toBe('Köln');
    expect(places.cityByName('FI', 'ABO')?.city.name).toBe('Turku');
    expect(places.cityByName('BE', 'Gand')?.city.name).toBe('Gent');
    expect(places.cityByName('PL', 'lodz')?.city.name).toBe('Łódź');
    expect(places.cityByName('NL', 'Atlantis')).toBeNull();
  });

  it('prefers the larger of two towns with one name', () => {
    expect(places.cityByName('US', 'Portland', 'US-OR')?.region.id).toBe('US-OR');
    expect(places.cityByName('US', 'Columbus')?.region.id).toBe('US-OH');
    expect(places.cityByName('GB', 'Richmond')?.region.id).toBe('GB-LND');
  });

  it('finds the town near a point, and none at sea', () => {
    expect(places.nearest(52.52, 13.4)?.region.id).toBe('DE-BE');
    expect(places.nearest(43.65, 7.2)?.country).toBe('FR');
    expect(places.nearest(0, -30)).toBeNull();
    expect(places.nearest(Number.NaN, 4)).toBeNull();
  });

  it('knows nothing about a country that was not loaded', () => {
    expect(places.regionsOf('JP')).toEqual([]);
    expect(places.citiesOf('NL', 'NL-XX')).toEqual([]);
  });

  it('rejects what is not a country code', async () => {
    await expect(loadPlaces(['../x'])).rejects.toThrow();
  });
});

/** Language → the countries where it is read. */
const readIn = (language: string): string[] =>
  Object.entries(JSON.parse(readFileSync('locales/countries.json', 'utf8')) as Record<string, string[]>)
    .filter(([, languages]) => languages.includes(language))
    .map(([country]) => country);

it.each(loadSites(process.cwd()))('SI2: people on the landers of $folder live where the language is read', (site) => {
  for (const { code } of site.languages) {
    const towns = [1, 2, 3, 4].map((at) => site.texts(code)['landers']?.[`city_${at}`] ?? '');
    const strange = towns.filter((town) => !readIn(code).some((country) => places.cityByName(country, town)));
    expect([code, strange, new Set(towns).size]).toEqual([code, [], 4]);
  }
});

describe('regionWord', () => {
  it.each([
    ['NL', 'province'],
    ['US', 'state'],
    ['CH', 'canton'],
    ['PL', 'voivodeship'],
    ['IE', 'county'],
    ['FR', 'region'],
    ['XX', 'region'],
  ])('%s', (country, word) => {
    expect(regionWord(country)).toBe(word);
  });
});
