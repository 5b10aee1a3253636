// Plans the members of a site: for each a country, a gender and sexuality, and a rank in the distribution of ages.
import { seeks } from '#domain/matching';
import { apportion, shuffled, type Random } from './random.ts';
import { countryWeights } from './countries.ts';
import type { SeedSite } from './inputs.ts';

export interface Slot {
  readonly country: string;
  readonly kind: SeedSite['niche']['members']['mix'][number];
  /** 0 for the youngest, 1 for the oldest of the niche. */
  readonly ageRank: number;
}

/** Members planned together: within a block every country and every kind gets its exact share. */
const BLOCK = 400;
/** The minimum of every country before the rest is distributed by weight. */
const LEAST_SHARE = 0.02;
/** Ranks of the ages of demo logins: 0.25, 0.33, 0.41 and 0.49. */
const DEMO_AGES = { from: 0.25, width: 0.24 } as const;
/** More people for each country and gender of a demo login. Some are hidden; others are in the first block. */
const NEIGHBOURS = 72;
/** At least so many people live in each country, so that its visitors meet someone. */
const LEAST_IN_COUNTRY = 30;
const GOLDEN = 0.618_033_988_749_895;

/** Endless slots, planned block by block; `count` only bounds the size of a block. */
function* makeSlots(site: SeedSite, count: number, random: Random): Generator<Slot> {
  const size = Math.min(BLOCK, count);
  const quotas = countryQuotas(site.niche.countries, size);
  let turn = Math.floor(random() * size);
  for (;;) {
    const kinds = kindsInTurn(site.niche.members.mix, size, random);
    const slots: Slot[] = [];
    quotas.forEach(([country, quota]) => {
      for (let index = 0; index < quota; index += 1) {
        const kind = kinds[slots.length];
        turn += 1;
        if (kind) slots.push({ country, kind, ageRank: (turn * GOLDEN) % 1 });
      }
    });
    yield* shuffled(random, slots);
  }
}

function countryQuotas(countries: readonly string[], size: number): (readonly [string, number])[] {
  const least = Math.floor(Math.min(size * LEAST_SHARE, size / countries.length));
  const rest = apportion(
    size - least * countries.length,
    countries.map((country) => countryWeights[country] ?? 1),
  );
  return countries.map((country, index) => [country, least + (rest[index] ?? 0)]);
}

/** The kinds in their exact numbers, each spread evenly over the whole, so that every country gets all of them. */
function kindsInTurn(mix: readonly Slot['kind'][], size: number, random: Random): Slot['kind'][] {
  const parts = apportion(
    size,
    mix.map((kind) => kind.share),
  );
  const placed = mix.flatMap((kind, index) => {
    const part = parts[index] ?? 0;
    return Array.from({ length: part }, (_, nth) => ({ kind, at: (nth + random()) / part }));
  });
  return placed.sort((a, b) => a.at - b.at).map(({ kind }) => kind);
}

/**
 * Converts a rank in the distribution of ages to full years: most people are in the younger half, few at either end.
 */
export function ageAt(rank: number, { min, max }: { readonly min: number; readonly max: number }): number {
  const peak = 0.32;
  const at = rank < peak ? Math.sqrt(rank * peak) : 1 - Math.sqrt((1 - rank) * (1 - peak));
  return min + Math.min(max - min, Math.floor(at * (max - min + 1)));
}

/**
 * The slots of a site: first those of the demo logins, in `demos`, the countries where they live (the home country where
 * the site does not serve one), and of the most frequent kinds, then the others.
 */
export function* slotsWithDemos(
  site: SeedSite,
  count: number,
  demos: readonly string[],
  random: Random,
): Generator<Slot> {
  const stream = makeSlots(site, count, random);
  const block: Slot[] = [];
  for (const slot of stream) {
    block.push(slot);
    if (block.length >= Math.min(BLOCK, count)) break;
  }
  const { countries, members } = site.niche;
  const home = countries.includes('NL') ? 'NL' : (countries[0] ?? 'NL');
  const frequent = [...members.mix].sort((a, b) => b.share - a.share).slice(0, 2);
  const first: Slot[] = [];
  for (const [demo, wished] of demos.slice(0, count).entries()) {
    const country = countries.includes(wished) ? wished : home;
    const kind = frequent[demo % frequent.length];
    const best = block.findIndex((slot) => slot.country === country && slot.kind === kind);
    const index = Math.max(0, best >= 0 ? best : block.findIndex((slot) => slot.country === country));
    const [slot] = block.splice(index, 1);
    // Middle ages, so that a demo login finds people of every age to like.
    if (slot) first.push({ ...slot, country, ageRank: DEMO_AGES.from + (demo % 4) * (DEMO_AGES.width / 3) });
  }
  first.push(...block);
  const homes = demos.map((wished, demo) => ({
    country: countries.includes(wished) ? wished : home,
    kind: frequent[demo % frequent.length],
  }));
  first.push(...neighbours(members.mix, homes));
  yield* first;
  yield* residents(site, first);
  yield* makeSlots(site, count, random);
}

type Kind = Slot['kind'];

/** After the first block: people of the ages and the country of each demo login who suit it, so that its search is never empty. */
function* neighbours(
  mix: readonly Kind[],
  homes: readonly { readonly country: string; readonly kind: Kind | undefined }[],
): Generator<Slot> {
  const done = new Set<string>();
  for (const { country, kind } of homes) {
    if (!kind || done.has(`${country} ${kind.gender}`)) continue;
    done.add(`${country} ${kind.gender}`);
    const suited = mix.filter((other) => suits(kind, other) && suits(other, kind)).sort((a, b) => b.share - a.share);
    for (let nth = 0; nth < NEIGHBOURS; nth += 1) {
      // Every fifth is of a rarer kind.
      const other = (nth % 5 === 4 ? suited[1] : undefined) ?? suited[0];
      if (other) yield { country, kind: other, ageRank: DEMO_AGES.from + (nth / NEIGHBOURS) * DEMO_AGES.width };
    }
  }
}

/** After those: people of the smaller countries, until each has enough, of its most frequent kinds and all ages. */
function* residents({ niche }: SeedSite, first: readonly Slot[]): Generator<Slot> {
  const kinds = [...niche.members.mix].sort((a, b) => b.share - a.share);
  for (const country of niche.countries) {
    const missing = LEAST_IN_COUNTRY - first.filter((slot) => slot.country === country).length;
    for (let nth = 0; nth < missing; nth += 1) {
      const kind = (nth % 5 === 4 ? kinds[2] : undefined) ?? kinds[nth % 2] ?? kinds[0];
      if (kind) yield { country, kind, ageRank: (nth * GOLDEN) % 1 };
    }
  }
}

const suits = (one: Kind, other: Kind): boolean => seeks(one)?.includes(other.gender) ?? false;
