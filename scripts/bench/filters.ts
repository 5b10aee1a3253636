// Measures the first page of a search with every combination of filters.
import type { OpenDatabase } from '#server/db/index';
import type { Search } from '#server/modules/members/search';
import { type Figure, percentile } from './figure.ts';
import { first, page, timesOf } from './search-times.ts';
import type { Searches } from './searches.ts';

/** Searches with each combination, the first of which only warm it up. */
const TRIES = 44;
const WARM_UP = 4;
const BUDGET_MS = 3;
/** In a region, of which an index has only the country's members in order. */
const REGION_BUDGET_MS = 6;

/** A filter by its name, and what it changes; null where a search cannot have it. */
type Choice = readonly [name: string, change: (search: Search, regions: readonly string[]) => Partial<Search> | null];
const usual = (name: string): Choice => [name, () => ({})];

const REGION = 'a region';
const CHOICES: readonly (readonly Choice[])[] = [
  [usual('one gender'), ['both genders', () => ({ genders: ['female', 'male'] })]],
  [
    usual('a country'),
    [REGION, ({ viewer }, regions) => (regions.length > 0 ? { region: oneOf(regions, viewer) } : null)],
    ['anywhere', () => ({ country: null })],
  ],
  [usual('all'), ['real members', () => ({ realOnly: true })]],
  [usual('any photo'), ['verified photos', () => ({ verifiedOnly: true })]],
  [usual('two-way'), ['one-way', () => ({ soughtBy: null })]],
  [usual('by activity'), ['newest first', () => ({ order: 'newest' as const })]],
];

/** Another one for each viewer, and the same in each run. */
const oneOf = (regions: readonly string[], viewer: string): string =>
  regions[Number.parseInt(viewer.slice(0, 6), 16) % regions.length] ?? '';

const combinations = CHOICES.reduce<readonly (readonly Choice[])[]>(
  (before, choices) => before.flatMap((chosen) => choices.map((choice) => [...chosen, choice])),
  [[]],
);

export async function filterFigures(database: OpenDatabase, { any, regionsOf }: Searches): Promise<Figure[]> {
  const measured: { readonly name: string; readonly p99: number }[] = [];
  // Of all brands.
  const some = any.filter((_, at) => at % Math.max(1, Math.floor(any.length / TRIES)) === 0);
  for (const chosen of combinations) {
    const searches = some.flatMap((search) => filtered(search, chosen, regionsOf(search)) ?? []);
    const times = await timesOf(database, searches, page(first), WARM_UP);
    if (times.length > 0)
      measured.push({ name: chosen.map(([name]) => name).join(', '), p99: percentile(times, 0.99) });
  }
  const inRegion = measured.filter(({ name }) => name.includes(REGION));
  const others = measured.filter((each) => !inRegion.includes(each));
  return [
    worst('search page 1, every combination of filters', others, BUDGET_MS),
    worst('search page 1 in a region, every combination of filters', inRegion, REGION_BUDGET_MS),
  ];
}

function filtered(search: Search, chosen: readonly Choice[], regions: readonly string[]): Search | null {
  let changed = search;
  for (const [, change] of chosen) {
    const changes = change(search, regions);
    if (!changes) return null;
    changed = { ...changed, ...changes };
  }
  return changed;
}

function worst(what: string, all: readonly { name: string; p99: number }[], atMost: number): Figure {
  const [slowest] = all.toSorted((one, other) => other.p99 - one.p99);
  if (!slowest) return { what, value: Number.NaN, unit: 'ms', budget: { atMost }, beside: 'nothing was measured' };
  const median = percentile(
    all.map(({ p99 }) => p99),
    0.5,
  );
  return {
    ...{ what, value: slowest.p99, unit: 'ms p99 of the slowest', budget: { atMost } },
    beside: `${all.length} combinations, about ${TRIES - WARM_UP} searches each; median ${median.toFixed(2)} ms; the slowest: ${slowest.name}`,
  };
}
