// Member search for visitors, limited to previews.
import { sql } from 'kysely';
import type { MemberCard, MemberPage, MemberSearch } from '#contract/members';
import { Id } from '#contract/values';
import { ageOn, birthDatesFor } from '#domain/age';
import { SEARCH } from '#domain/limits';
import { searchArea } from '#domain/search-area';
import { visitorFilters } from '#domain/visitor-search';
import { isoDay } from '#domain/iso-day';
import type { Ctx } from '../../context.ts';
import { mainImageOf } from '../../media/photo-urls.ts';
import { excerpt, shownToVisitors } from './visitor-members.ts';

/** Pages are ordered by id, and a cursor is the last id: neither reveals anyone's activity. */
export async function searchAsVisitor(ctx: Ctx<'page_gone'>, input: MemberSearch): Promise<MemberPage> {
  const matching = matchingProfiles(ctx, input);
  const { page = 1, cursor } = input;
  if (cursor !== undefined && !Id.safeParse(cursor).success) throw ctx.refuse('page_gone');
  const rows = await (
    cursor === undefined ? matching.offset((page - 1) * SEARCH.pageSize) : matching.where('p.id', '>', cursor)
  )
    .select(['p.id', 'p.name', 'p.birth_date', 'p.country', 'p.city', 'p.about', 'p.fictional', 'p.verified'])
    .select(['f.token', 'f.status', 'f.ai'])
    .limit(SEARCH.pageSize + 1)
    .execute();
  if (rows.length === 0 && page > 1 && cursor === undefined) throw ctx.refuse('page_gone');
  const today = isoDay(ctx.now());
  const profiles = rows
    .slice(0, SEARCH.pageSize)
    .map(({ about, birth_date, token, status, ai, ...row }): MemberCard => ({
      ...row,
      age: ageOn(birth_date, today),
      gender: 'other',
      region: null,
      line: excerpt(about, ctx.site) ?? '',
      activity: 'other',
      main_image: mainImageOf({ token, status, ai }),
    }));
  const next = rows.length > SEARCH.pageSize ? (profiles.at(-1)?.id ?? null) : null;
  const numResults = await countCapped(ctx, matching);
  return { profiles, numResults, at_least: numResults > SEARCH.countCap, page, next };
}

/** Filters of a visitor's search. `two_way` is ignored, as it requires a profile, and so is `sort`. */
function matchingProfiles(ctx: Ctx<'page_gone'>, input: MemberSearch) {
  const defaults = visitorFilters(ctx.site.siteSettings.countries, ctx.country);
  const { gender = defaults.gender, real, verified } = input;
  const { country, region } = searchArea(input, defaults.country);
  const { min_age: from = defaults.min_age, max_age: to = defaults.max_age } = input;
  // A reversed range is meant the other way round.
  const [min, max] = from > to ? [to, from] : [from, to];
  const { after, until } = birthDatesFor(min, max, isoDay(ctx.now()));
  return shownToVisitors(ctx.db, ctx.tenant)
    .where('p.birth_date', '>', after)
    .where('p.birth_date', '<=', until)
    .$if(country !== null, (all) => all.where('p.country', '=', country ?? ''))
    .$if(gender !== 'any', (all) => all.where('p.gender', '=', gender))
    .$if(region !== null, (all) => all.where('p.region', '=', region ?? ''))
    .$if(real === '1', (all) => all.where('p.fictional', '=', false))
    .$if(verified === '1', (all) => all.where('p.verified', '=', true));
}

/** Number of matches: exact up to the cap, cap + 1 for more. */
async function countCapped({ db }: Ctx<'page_gone'>, matching: ReturnType<typeof matchingProfiles>): Promise<number> {
  const capped = matching
    .clearOrderBy()
    .select('p.id')
    .limit(SEARCH.countCap + 1)
    .as('some');
  const { found } = await db
    .selectFrom(capped)
    .select(sql<number>`count(*)::int`.as('found'))
    .executeTakeFirstOrThrow();
  return found;
}
