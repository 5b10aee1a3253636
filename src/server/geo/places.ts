// Regions and towns of the served countries, and the town nearest to a point.
import { readFile } from 'node:fs/promises';
import { fold } from './fold.ts';

interface City {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
}

interface Region {
  readonly id: string;
  readonly name: string;
}

interface Place {
  readonly country: string;
  readonly region: Region;
  readonly city: City;
}

export interface Places {
  regionsOf(country: string): readonly Region[];
  /** Largest towns first. */
  citiesOf(country: string, regionId: string): readonly City[];
  /** Without a region, the town with the highest rank in its own region. */
  cityByName(country: string, name: string, regionId?: string): Place | null;
  nearest(lat: number, lon: number): Place | null;
}

type CityRow = readonly [name: string, lat: number, lon: number, ...aliases: string[]];
interface CountryTable {
  readonly country: string;
  readonly regions: readonly { readonly id: string; readonly name: string; readonly cities: readonly CityRow[] }[];
}

// A greater distance from every known town means another country or the open sea.
const MAX_DISTANCE_KM = 150;
const KM_PER_DEGREE = 111.2;

async function readTable(country: string): Promise<CountryTable> {
  if (!/^[A-Z]{2}$/.test(country)) throw new Error(`not a country code: ${country}`);
  const text = await readFile(new URL(`./places/${country}.json`, import.meta.url), 'utf8');
  return JSON.parse(text) as CountryTable;
}

function squaredKm(city: City, lat: number, lon: number): number {
  const lonDifference = ((city.lon - lon + 540) % 360) - 180;
  const east = lonDifference * Math.cos((lat * Math.PI) / 180);
  return ((city.lat - lat) ** 2 + east ** 2) * KM_PER_DEGREE ** 2;
}

function nearestOf(places: readonly Place[], lat: number, lon: number): Place | null {
  let best: Place | null = null;
  let bestSquaredDistance = MAX_DISTANCE_KM ** 2;
  for (const place of places) {
    const squaredDistance = squaredKm(place.city, lat, lon);
    if (squaredDistance < bestSquaredDistance) [best, bestSquaredDistance] = [place, squaredDistance];
  }
  return best;
}

/** Reads the tables of `countries` (codes) from places/. Throws when one is missing. */
export async function loadPlaces(countries: readonly string[]): Promise<Places> {
  const regions = new Map<string, Region[]>();
  const cities = new Map<string, City[]>();
  const names = new Map<string, Place>();
  const all: Place[] = [];
  for (const table of await Promise.all(countries.map(readTable))) {
    const { country } = table;
    const listed = table.regions.map(({ id, name }) => ({ id, name }));
    regions.set(country, listed);
    const named: [string, number, Place][] = [];
    table.regions.forEach((source, index) => {
      const region = listed[index] ?? source;
      const towns = source.cities.map(([name, lat, lon]) => ({ name, lat, lon }));
      cities.set(`${country} ${source.id}`, towns);
      source.cities.forEach(([, , , ...aliases], rank) => {
        const city = towns[rank];
        if (!city) return;
        const place = { country, region, city };
        all.push(place);
        named.push(...[city.name, ...aliases].map((word): [string, number, Place] => [fold(word), rank, place]));
      });
    });
    // Two towns may share a name; the one with the higher rank in its own region wins.
    for (const [word, , place] of named.sort((a, b) => a[1] - b[1])) {
      for (const key of [`${country} ${word}`, `${place.region.id} ${word}`]) {
        if (!names.has(key)) names.set(key, place);
      }
    }
  }
  return {
    regionsOf: (country) => regions.get(country) ?? [],
    citiesOf: (country, regionId) => cities.get(`${country} ${regionId}`) ?? [],
    cityByName: (country, name, regionId) => names.get(`${regionId ?? country} ${fold(name)}`) ?? null,
    nearest: (lat, lon) => (Number.isFinite(lat) && Number.isFinite(lon) ? nearestOf(all, lat, lon) : null),
  };
}
