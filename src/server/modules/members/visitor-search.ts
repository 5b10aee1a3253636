// Member search for visitors, limited to previews. Like the one of members it reads pages from an index only, and examines so many at most.
import { type RawBuilder, sql } from 'kysely';
import type { MemberCard, MemberPage, MemberSearch } from '#contract/members';
import { Id } from '#contract/values';
import { ageOn, birthDatesFor } from '#domain/age';
import { SEARCH } from '#domain/limits';
import { searchArea } from '#domain/search-area';
import { visitorFilters } from '#domain/visitor-search';
import { isoDay } from '#domain/iso-day';
import type { Ctx } from '../../context.ts';
import { mainImageOf } from '../../media/photo-urls.ts';
import { profiles } from './member-view.ts';
import { excerpt } from './visitor-members.ts';

/** Pages are ordered by id, and a cursor is the last id: neither reveals anyone's activity. */
export async function searchAsVisitor(ctx: Ctx<'page_gone'>, input: MemberSearch): Promise<MemberPage> {
  const { page = 1, cursor } = input;
  if (cursor !== undefined && !Id.safeParse(cursor).success) throw ctx.refuse('page_gone');
  const search = visitorSearchOf(ctx, input);
  const { ids, next } = await findShownOn(ctx, search, cursor ?? (page - 1) * SEARCH.pageSize);
  if (ids.length === 0 && page > 1 && cursor === undefined) throw ctx.refuse('page_gone');
  return { profiles: await readPreviews(ctx, ids), ...(await countShown(ctx, search)), page, next };
}

/** Null for any. Birth dates are half-open: `after < birth date <= until`. */
interface VisitorSearch {
  readonly gender: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly after: string;
  readonly until: string;
  readonly realOnly: boolean;
  readonly verifiedOnly: boolean;
}

/** Filters of a visitor's search. `two_way` is ignored, as it requires a profile, and so is `sort`. */
function visitorSearchOf(ctx: Ctx<'page_gone'>, input: MemberSearch): VisitorSearch {
  const defaults = visitorFilters(ctx.site.siteSettings.countries, ctx.country);
  const { gender = defaults.gender } = input;
  const { min_age: from = defaults.min_age, max_age: to = defaults.max_age } = input;
  // A reversed range is meant the other way round.
  const [min, max] = from > to ? [to, from] : [from, to];
  return {
    gender: gender === 'any' ? null : gender,
    ...searchArea(input, defaults.country),
    ...birthDatesFor(min, max, isoDay(ctx.now())),
    realOnly: input.real === '1',
    verifiedOnly: input.verified === '1',
  };
}

/**
 * Who fits, in order of id, behind an id if there is one. Where as many as may be were examined, the last row has `is_end`, and `before` is
 * the last who was.
 */
function entriesOf(tenant: number, search: VisitorSearch, behind: string | null): RawBuilder<unknown> {
  const { gender, country, region, after, until, realOnly, verifiedOnly } = search;
  const most = sql.lit(SEARCH.examined);
  const shown = [sql`visible and reachable and (fictional or show_to_visitors) and tenant = ${tenant}`];
  if (country !== null) shown.push(sql`country = ${country}`);
  if (behind !== null) shown.push(sql`id > ${behind}::uuid`);
  const fits = [sql`birth_date > ${after}::date and birth_date <= ${until}::date`];
  if (gender !== null) fits.push(sql`gender = ${gender}`);
  if (region !== null) fits.push(sql`region = ${region}`);
  if (realOnly) fits.push(sql`not fictional`);
  if (verifiedOnly) fits.push(sql`verified`);
  return sql`select id, before, place > ${most} as is_end from (
    select id, gender, birth_date, region, fictional, verified, lag(id) over (order by id) as before,
        row_number() over (order by id) as place
      from profile where ${sql.join(shown, sql` and `)} order by id limit ${sql.lit(SEARCH.examined + 1)}
  ) entry where place > ${most} or (${sql.join(fits, sql` and `)})`;
}

interface Entry {
  readonly id: string;
  readonly before: string | null;
  readonly is_end: boolean;
}

/** The ids of a page, from a place on or behind an id, and the id behind which the next one begins. */
async function findShown({ db, tenant }: Ctx<'page_gone'>, search: VisitorSearch, from: number | string) {
  const offset = typeof from === 'number' ? from : 0;
  const behind = typeof from === 'number' ? null : from;
  const { rows } = await sql<Entry>`${entriesOf(tenant, search, behind)} order by id
    limit ${sql.lit(SEARCH.pageSize + 1)} offset ${sql.lit(offset)}`.execute(db);
  const ids = rows
    .filter(({ is_end: isEnd }) => !isEnd)
    .slice(0, SEARCH.pageSize)
    .map(({ id }) => id);
  const more = rows[ids.length];
  return { ids, next: (more?.is_end ? more.before : more && ids.at(-1)) ?? null };
}

/** A page that shows someone, if there is anyone near. */
async function findShownOn(ctx: Ctx<'page_gone'>, search: VisitorSearch, from: number | string) {
  let found = await findShown(ctx, search, from);
  for (let looks = 1; looks < SEARCH.looks && found.next !== null && found.ids.length === 0; looks += 1)
    found = await findShown(ctx, search, found.next);
  return found;
}

/** Number of matches: exact up to the cap, cap + 1 for more. It is the least number where not all were examined. */
async function countShown({ db, tenant }: Ctx<'page_gone'>, search: VisitorSearch) {
  const { rows } = await sql<{ found: number; stopped: boolean }>`
    select (count(*) filter (where not is_end))::int as found, coalesce(bool_or(is_end), false) as stopped
      from (select is_end from (${entriesOf(tenant, search, null)}) entries limit ${sql.lit(SEARCH.countCap + 1)}) counted`.execute(
    db,
  );
  const { found, stopped } = rows[0] ?? { found: 0, stopped: false };
  return { numResults: found, at_least: stopped || found > SEARCH.countCap };
}

async function readPreviews(
  { db, tenant, site, now }: Ctx<'page_gone'>,
  ids: readonly string[],
): Promise<MemberCard[]> {
  if (ids.length === 0) return [];
  const rows = await profiles(db, tenant)
    .select(['p.id', 'p.name', 'p.birth_date', 'p.country', 'p.city', 'p.about', 'p.fictional', 'p.verified'])
    .select(['f.token', 'f.status', 'f.ai'])
    .where('p.id', 'in', ids)
    .orderBy('p.id')
    .execute();
  const today = isoDay(now());
  return rows.map(({ about, birth_date, token, status, ai, ...row }): MemberCard => ({
    ...row,
    age: ageOn(birth_date, today),
    gender: 'other',
    region: null,
    line: excerpt(about, site) ?? '',
    activity: 'other',
    main_image: mainImageOf({ token, status, ai }),
  }));
}
