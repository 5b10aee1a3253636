// Who may be shown: search with any filters, swipe game, match finder, signup, similar members, likes and what visitors see, against a
// naive model, in random worlds.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LikeNews, Likes } from '#contract/likes';
import type { Ctx } from '#server/context';
import type { Db } from '#server/db/index';
import { finderHandlers } from '#server/modules/finder/index';
import { likeHandlers } from '#server/modules/likes/index';
import { memberHandlers } from '#server/modules/members/index';
import { swipeHandlers } from '#server/modules/swipe/index';
import { SIMILAR } from '#domain/limits';
import { birthDate, fullWorld, shownIn, type Surface, type World, worlds } from '../support/random-worlds.ts';
import { figure, siteAt, startTestServer, type TestServer, usualDatabase } from '../support/server.ts';

const site = siteAt(0);
const foreign = siteAt(1);
const surfaces = ['search', 'filtered', 'swipe', 'finder', 'signup', 'similar', 'likes', 'visitors'] as const;
let server: TestServer & { close(): Promise<void> };
beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
});
afterAll(() => server.close());

class Undo extends Error {}
class Refused extends Error {}

/** Builds the world in a transaction that is undone, and answers what `look` finds. */
async function within<T>(world: World, now: Date, look: (ctx: Ctx, ids: readonly string[]) => Promise<T>): Promise<T> {
  const ids = world.members.map(() => crypto.randomUUID());
  let found: { readonly value: T } | null = null;
  await server.database
    .inTenant(site.id, async (db) => {
      await insertMembers(db, world, ids, now);
      await insertRelations(db, world, ids, now);
      found = { value: await look(ctxOf(db, ids[0] ?? '', now), ids) };
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  if (!found) throw new Error('Nothing was found.');
  return (found as { readonly value: T }).value;
}

/** What the handlers take from the context of a call. */
const ctxOf = (db: Db, id: string, now: Date): Ctx => {
  const account = { id, consented: true };
  const refuse = (code: string): Error => new Refused(code);
  return { db, site, tenant: site.id, account, member: () => account, now: () => now, refuse } as unknown as Ctx;
};

async function insertMembers(db: Db, world: World, ids: readonly string[], now: Date): Promise<void> {
  for (const brand of [foreign, site]) {
    const own = world.members
      .map((member, at) => ({ ...member, id: ids[at] ?? '' }))
      .filter(({ isForeign }) => isForeign === (brand === foreign));
    if (own.length === 0) continue;
    await setTenant(db, brand.id);
    await db
      .insertInto('account')
      .values(
        own.map(({ id, status }) => ({
          ...{ tenant: brand.id, id, email: `${id}@example.test`, email_key: id, password_hash: 'x', status },
          ...{ language: 'en', signup_at: now, accepted_terms_at: now, consented_at: now },
        })),
      )
      .execute();
    await db
      .insertInto('profile')
      .values(
        own.map(({ id, isPreviewed, ...member }) => {
          const { gender, sexuality, country, region, fictional, verified, visible, profile_status } = member;
          return {
            ...{ tenant: brand.id, id, name: 'Robin', gender, sexuality, country, region, visible },
            ...{ fictional, verified },
            ...{ birth_date: birthDate({ ...member, isPreviewed }, now), show_to_visitors: isPreviewed },
            ...{ status: profile_status, last_active: now, main_photo: null },
          };
        }),
      )
      .execute();
  }
  await setTenant(db, site.id);
}

const setTenant = (db: Db, tenant: number) => sql`select set_config('app.tenant', ${String(tenant)}, true)`.execute(db);

async function insertRelations(db: Db, world: World, ids: readonly string[], now: Date): Promise<void> {
  const isOwn = (at: number): boolean => world.members[at]?.isForeign === false;
  for (const { kind, from, to, liked, hoursAgo } of world.relations) {
    if (from === to || !isOwn(from) || !isOwn(to)) continue;
    const at = new Date(now.getTime() - hoursAgo * 3_600_000);
    const [one, two] = [ids[from] ?? '', ids[to] ?? ''];
    if (kind === 'block')
      await db.insertInto('block').values({ tenant: site.id, blocker: one, blocked: two }).execute();
    if (kind === 'like')
      await db.insertInto('member_like').values({ tenant: site.id, liker: one, liked: two, at }).execute();
    if (kind === 'swipe')
      await db
        .insertInto('swipe')
        .values({ tenant: site.id, account: one, profile: two, liked, at, counts_until: null })
        .execute();
  }
}

interface Answer {
  readonly profiles: readonly { readonly id: string }[];
  readonly numResults?: number;
}
type Handler = (ctx: Ctx, input: unknown) => Promise<Answer>;
const { search, similar } = memberHandlers() as unknown as Record<'search' | 'similar', Handler>;
const { matches, atSignup } = finderHandlers() as unknown as Record<'matches' | 'atSignup', Handler>;
const { deck } = swipeHandlers() as unknown as Record<'deck', Handler>;
const { list, news } = likeHandlers() as unknown as {
  list: (ctx: Ctx) => Promise<Likes>;
  news: (ctx: Ctx) => Promise<LikeNews>;
};

/** Everyone on a surface. A number of results that tells of others is a fault, too. */
const readers: Readonly<Record<Surface, (ctx: Ctx, world: World, ids: readonly string[]) => Promise<string[]>>> = {
  search: async (ctx) => counted(await search(ctx, {})),
  filtered: async (ctx, { filters }) => counted(await search(ctx, filters)),
  visitors: async (ctx) => counted(await search({ ...ctx, account: null } as never as Ctx, { country: 'NL' })),
  swipe: async (ctx) => counted(await deck(ctx, {})),
  finder: async (ctx, { ages }) => counted(await matches(ctx, { answers: { place: 'region', ages } })),
  signup: async (ctx) => counted(await atSignup(ctx, {})),
  similar: async (ctx, _, ids) => {
    const pages: Answer[] = [];
    for (let page = 1; (page - 1) * SIMILAR.pageSize < (pages[0]?.numResults ?? 1); page += 1)
      pages.push(await similar(ctx, { id: ids[1], page }));
    return counted({ profiles: pages.flatMap(({ profiles }) => profiles), numResults: pages[0]?.numResults ?? 0 });
  },
  likes: async (ctx) => {
    const { profiles, liked_by, matches, totals } = await list(ctx);
    const idsOf = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id);
    expect(totals).toEqual({ received: liked_by.length, sent: profiles.length, matches: matches.length });
    expect(idsOf(matches).sort()).toEqual(idsOf(liked_by.filter(({ match }) => match)).sort());
    // No like has been seen.
    const { latest, new_likes: count } = await news(ctx);
    expect([idsOf(latest), count]).toEqual([idsOf(liked_by), liked_by.length]);
    return [...new Set(idsOf([...profiles, ...liked_by]))];
  },
};

function counted({ profiles, numResults = profiles.length }: Answer): string[] {
  expect(numResults).toBe(profiles.length);
  return profiles.map(({ id }) => id);
}

/** The places of those on a surface; null for a refusal. */
async function placesOn(surface: Surface, ctx: Ctx, world: World, ids: readonly string[]): Promise<number[] | null> {
  try {
    return (await readers[surface](ctx, world, ids)).map((id) => ids.indexOf(id)).sort();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

test(
  'DB14 ME3 ME11 ME28 ME29 LI15 ME27 SG5 ME9 LI6: in random worlds each surface shows exactly who may be shown',
  async () => {
    // Noon, so that the day is the same in the test and in the server.
    const now = new Date(`${server.now().toISOString().slice(0, 10)}T12:00:00Z`);
    const { ages: limits } = site.niche.members;
    const shown = { search: 0, filtered: 0, swipe: 0, finder: 0, signup: 0, similar: 0, likes: 0, visitors: 0 };
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const found = await within(world, now, async (ctx, ids) => {
          const places: Partial<Record<Surface, number[] | null>> = {};
          for (const surface of surfaces) places[surface] = await placesOn(surface, ctx, world, ids);
          return places;
        });
        const expected = Object.fromEntries(surfaces.map((each) => [each, shownIn(world, each, limits)]));
        for (const each of surfaces) shown[each] += expected[each]?.length ?? 0;
        expect(found).toEqual(expected);
      }),
      { numRuns: figure(10_000, 60), examples: [[fullWorld]] },
    );
    for (const count of Object.values(shown)) expect(count).toBeGreaterThan(3);
  },
  figure(3_600_000, 300_000),
);
