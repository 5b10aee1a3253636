// Chooses where a member lives: real towns only, larger ones more often.
import type { Places } from '#server/geo/places';
import { crowded } from './countries.ts';
import type { Random } from './random.ts';

export interface Town {
  readonly region: string;
  readonly city: string;
}

/** All towns of a country, each with the cumulative weight. */
interface TownTable {
  readonly towns: readonly Town[];
  readonly sums: readonly number[];
}

/** A chooser that caches the table of each country. */
export function townChooser(places: Places): (country: string, random: Random) => Town {
  const tables = new Map<string, TownTable>();
  return (country, random) => {
    const table = tables.get(country) ?? makeTable(places, country);
    tables.set(country, table);
    return find(table, random());
  };
}

/** How fast the size of towns decreases with their rank in a region. */
const STEEPNESS = 1.3;

/** A region with more towns in the list has more people; within a region the size decreases with the rank. */
function makeTable(places: Places, country: string): TownTable {
  const towns: Town[] = [];
  const sums: number[] = [];
  let sum = 0;
  for (const region of places.regionsOf(country)) {
    const cities = places.citiesOf(country, region.id);
    const people = cities.length ** 2 * (crowded[region.id] ?? 1);
    const ranks = cities.reduce((all, _, rank) => all + (rank + 1) ** -STEEPNESS, 0);
    cities.forEach((city, rank) => {
      sum += (people * (rank + 1) ** -STEEPNESS) / ranks;
      towns.push({ region: region.id, city: city.name });
      sums.push(sum);
    });
  }
  if (towns.length === 0) throw new Error(`No towns are known for the country ${country}.`);
  return { towns, sums };
}

function find({ towns, sums }: TownTable, chance: number): Town {
  const wanted = chance * (sums.at(-1) ?? 0);
  let low = 0;
  let high = towns.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > wanted) high = middle;
    else low = middle + 1;
  }
  const town = towns[low];
  if (!town) throw new RangeError('no town');
  return town;
}
