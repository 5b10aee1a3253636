// Makes the searches of the benchmark from existing members: any site, gender, country and twenty years of age.
import { sql } from 'kysely';
import { birthDatesFor } from '#domain/age';
import type { Db, OpenDatabase } from '#server/db/index';
import { findPage, type Search } from '#server/modules/members/search';
import { pick, seeded, type Random } from '../seed/random.ts';

const MAX_BLOCKS = 60;
const BAND = 20;
/** Searchers of a site; each has up to MAX_BLOCKS blocks, half of them the other way. */
const SEARCHERS = 50;

export interface Searches {
  readonly any: readonly Search[];
  /** Searches, out of as many again, that find at least `deepest` members. */
  readonly deep: readonly Search[];
  /** The regions of a search's country in which its brand has members. */
  readonly regionsOf: (search: Search) => readonly string[];
}

/** `count` searches for each of `tenants`; the same members yield the same searches. */
export async function makeSearches(
  database: OpenDatabase,
  tenants: readonly number[],
  count: number,
  deepest: number,
): Promise<Searches> {
  const random = seeded(1);
  const any: Search[] = [];
  const deep: Search[] = [];
  const regions = new Map<string, string[]>();
  for (const tenant of tenants) {
    const made = await database.inTenant(tenant, async (db) => {
      const people = await peopleOf(db);
      await block(db, tenant, people, random);
      const wide = { min: 18, max: 99 };
      const searches = Array.from({ length: count * 2 }, (_, at) =>
        searchOf(tenant, people, random, at < count ? bandOf(random) : wide),
      );
      const deep: Search[] = [];
      for (const search of searches)
        if ((await findPage(db, search, { offset: deepest - 1 })).hits.length > 0) deep.push(search);
      for (const { country, region } of people.regions)
        regions.set(`${tenant} ${country}`, [...(regions.get(`${tenant} ${country}`) ?? []), region]);
      return { searches, deep };
    });
    any.push(...made.searches.slice(0, count));
    deep.push(...made.deep.slice(0, count));
  }
  return { any, deep, regionsOf: ({ tenant, country }) => regions.get(`${tenant} ${country}`) ?? [] };
}

interface People {
  readonly groups: readonly { readonly gender: string; readonly country: string }[];
  readonly regions: readonly { readonly country: string; readonly region: string }[];
  readonly searchers: readonly string[];
  readonly others: readonly string[];
}

async function peopleOf(db: Db): Promise<People> {
  const groups = await sql<{ gender: string; country: string }>`select gender, country from profile
    where gender in ('female', 'male') group by 1, 2 order by 1, 2`.execute(db);
  const regions = await sql<{ country: string; region: string }>`select country, region from profile
    where region is not null group by 1, 2 order by 1, 2`.execute(db);
  const ids = await sql<{ id: string }>`select id from profile order by last_active desc, id limit 2000`.execute(db);
  const all = ids.rows.map(({ id }) => id);
  return {
    ...{ groups: groups.rows, regions: regions.rows },
    ...{ searchers: all.slice(0, SEARCHERS), others: all.slice(SEARCHERS) },
  };
}

async function block(db: Db, tenant: number, { searchers, others }: People, random: Random): Promise<void> {
  const blocks = searchers.flatMap((searcher) =>
    Array.from({ length: Math.floor(random() * MAX_BLOCKS) }, (_, at) => {
      const other = pick(random, others);
      return at % 2 === 0
        ? { tenant, blocker: searcher, blocked: other }
        : { tenant, blocker: other, blocked: searcher };
    }),
  );
  await db
    .insertInto('block')
    .values(blocks)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function bandOf(random: Random): { min: number; max: number } {
  const min = 18 + Math.floor(random() * 40);
  return { min, max: min + BAND };
}

function searchOf(tenant: number, people: People, random: Random, ages: { min: number; max: number }): Search {
  const { gender, country } = pick(random, people.groups);
  return {
    tenant,
    viewer: pick(random, people.searchers),
    genders: [gender],
    country,
    region: null,
    ...birthDatesFor(ages.min, ages.max, '2026-01-01'),
    order: 'activity',
    realOnly: false,
    soughtBy: gender === 'female' ? 'male' : 'female',
  };
}
