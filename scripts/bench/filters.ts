// Measures the first page of a search with every combination of filters, without its count and with it, as a member's first look has both.
import { birthDatesFor } from '#domain/age';
import type { OpenDatabase } from '#server/db/index';
import { countFound, type Search } from '#server/modules/members/search';
import { type Figure, percentile } from './figure.ts';
import { first, page, RUNS, timesOf, type Work } from './search-times.ts';
import type { Searches } from './searches.ts';

/** Searches with each combination, the first of which only warm it up. */
const TRIES = 44;
const WARM_UP = 4;
const BUDGET_MS = 3;
/** In a region, of which an index has only the country's members in order. */
const REGION_BUDGET_MS = 6;
/** Counting walks on where few fit, up to as many members as a search examines. */
export const COUNT_BUDGET_MS = 10;

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
  // Few fit, so that the page too walks on.
  [usual('twenty years of age'), ['one year of age', () => birthDatesFor(30, 30, '2026-01-01')]],
];

/** Another one for each viewer, and the same in each run. */
const oneOf = (regions: readonly string[], viewer: string): string =>
  regions[Number.parseInt(viewer.slice(0, 6), 16) % regions.length] ?? '';

const combinations = CHOICES.reduce<readonly (readonly Choice[])[]>(
  (before, choices) => before.flatMap((chosen) => choices.map((choice) => [...chosen, choice])),
  [[]],
);

const withoutCount = page(first);
const withCount: Work = async (db, search) => {
  const read = await withoutCount(db, search);
  return (
    read &&
    (async () => {
      await read();
      await countFound(db, search);
    })
  );
};

export async function filterFigures(database: OpenDatabase, searches: Searches): Promise<Figure[]> {
  const pages = await measureAll(database, searches, withoutCount);
  const counted = await measureAll(database, searches, withCount);
  return [
    worst('search page 1 without its count, every combination of filters', pages.others, BUDGET_MS),
    worst('search page 1 without its count in a region, every combination', pages.inRegion, REGION_BUDGET_MS),
    worst('search page 1 with its count, every combination of filters', counted.others, COUNT_BUDGET_MS),
    worst('search page 1 with its count in a region, every combination', counted.inRegion, COUNT_BUDGET_MS),
  ];
}

interface Measured {
  readonly name: string;
  /** Of the slowest search. */
  readonly ms: number;
}

async function measureAll(database: OpenDatabase, { any, regionsOf }: Searches, work: Work) {
  const measured: Measured[] = [];
  // Of all brands.
  const some = any.filter((_, at) => at % Math.max(1, Math.floor(any.length / TRIES)) === 0);
  for (const chosen of combinations) {
    const searches = some.flatMap((search) => filtered(search, chosen, regionsOf(search)) ?? []);
    const times = await timesOf(database, searches, work, WARM_UP);
    if (times.length > 0) measured.push({ name: chosen.map(([name]) => name).join(', '), ms: Math.max(...times) });
  }
  const inRegion = measured.filter(({ name }) => name.includes(REGION));
  return { inRegion, others: measured.filter((each) => !inRegion.includes(each)) };
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

/** Of so few searches a p99 is the slowest one, so it is called that. */
function worst(what: string, all: readonly Measured[], atMost: number): Figure {
  const [slowest] = all.toSorted((one, other) => other.ms - one.ms);
  if (!slowest) return { what, value: Number.NaN, unit: 'ms', budget: { atMost }, beside: 'nothing was measured' };
  const median = percentile(
    all.map(({ ms }) => ms),
    0.5,
  );
  return {
    ...{ what, value: slowest.ms, unit: `ms the slowest, best of ${RUNS}`, budget: { atMost } },
    beside: `${all.length} combinations, about ${TRIES - WARM_UP} searches each; median of the slowest ${median.toFixed(2)} ms; at ${slowest.name}`,
  };
}
