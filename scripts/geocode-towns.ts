// Converts the hand-written town lists into coordinate tables; needs the package @countrystatecity/countries installed
// for the run.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { fold } from '../src/server/geo/fold.ts';

interface Candidate {
  readonly lat: number;
  readonly lon: number;
  readonly state: string;
}
interface Town {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly fixed: Candidate | undefined;
}
interface Region {
  readonly id: string;
  readonly name: string;
  readonly towns: readonly Town[];
}
interface PackageCity {
  readonly name: string;
  readonly state_code: string;
  readonly latitude: string;
  readonly longitude: string;
}

const folder = new URL('../src/server/geo/places/', import.meta.url);
const data = join(dirname(createRequire(import.meta.url).resolve('@countrystatecity/countries')), 'data');

function parseTown(text: string, region: string): Town {
  const [names = '', at] = text.trim().split('@');
  const [name = '', ...aliases] = names.split('=');
  const [lat, lon] = (at ?? '').split(':').map(Number);
  return { name, aliases, fixed: at && lat && lon ? { lat, lon, state: region } : undefined };
}

function parseSource(country: string): Region[] {
  const blocks = readFileSync(new URL(`sources/${country}.txt`, folder), 'utf8')
    .split(/^# /m)
    .slice(1);
  return blocks.map((block) => {
    const [head = '', ...lines] = block.trim().split('\n');
    const [id = '', ...words] = head.split(' ');
    const towns = lines.join(', ').split(/,\s+/).filter(Boolean);
    return { id, name: words.join(' '), towns: towns.map((town) => parseTown(town, id)) };
  });
}

function packageTowns(country: string): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  const root = join(data, readdirSync(data).find((name) => name.endsWith(`-${country}`)) ?? '');
  for (const entry of readdirSync(root, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    const cities = JSON.parse(readFileSync(join(root, entry.name, 'cities.json'), 'utf8')) as PackageCity[];
    for (const city of cities) {
      const at = { lat: Number(city.latitude), lon: Number(city.longitude), state: `${country}-${city.state_code}` };
      const key = fold(city.name);
      found.set(key, [...(found.get(key) ?? []), at]);
    }
  }
  return found;
}

function distance(a: Candidate, b: Candidate): number {
  return Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180)) * 111;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function candidatesOf(town: Town, region: string, index: Map<string, Candidate[]>): Candidate[] {
  if (town.fixed) return [town.fixed];
  for (const name of [town.name, ...town.aliases]) {
    const all = index.get(fold(name)) ?? [];
    const inside = all.filter((one) => one.state === region);
    if (inside.length > 0) return inside;
    if (all.length > 0) return all;
  }
  return [];
}

function locate(region: Region, index: Map<string, Candidate[]>): (readonly [Town, Candidate])[] {
  const options = region.towns.map((town) => [town, candidatesOf(town, region.id, index)] as const);
  const sure = options.flatMap(([, found]) => (found.length === 1 ? found : []));
  const centre = { lat: median(sure.map((one) => one.lat)), lon: median(sure.map((one) => one.lon)), state: region.id };
  const placed = options.flatMap(([town, found]) => {
    const best = [...found].sort((a, b) => distance(a, centre) - distance(b, centre))[0];
    if (!best) console.error(`missing  ${region.id} ${town.name}`);
    return best ? [[town, best] as const] : [];
  });
  const usual = median(placed.map(([, at]) => distance(at, centre)));
  for (const [town, at] of placed) {
    const away = distance(at, centre);
    if (!town.fixed && away > Math.max(60, usual * 6)) {
      console.error(`far away ${region.id} ${town.name} ${String(Math.round(away))} km ${at.state}`);
    }
  }
  return placed;
}

for (const source of readdirSync(new URL('sources/', folder))) {
  const country = source.slice(0, 2);
  const index = packageTowns(country);
  const regions = parseSource(country).map((region) => ({
    id: region.id,
    name: region.name,
    cities: locate(region, index).map(([town, at]) => [
      town.name,
      Number(at.lat.toFixed(3)),
      Number(at.lon.toFixed(3)),
      ...town.aliases,
    ]),
  }));
  const file = new URL(`${country}.json`, folder);
  writeFileSync(file, await format(JSON.stringify({ country, regions }), { parser: 'json', printWidth: 120 }));
}
