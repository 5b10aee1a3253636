// The member search: reads a page from the index only, then joins its 24 rows (measured; see the bench). It examines so many members at most,
// so that a search which few fit never walks through a whole country.
import { sql, type RawBuilder } from 'kysely';
import { SEARCH } from '#domain/limits';
import { sexualities } from '#contract/values';
import { whoSeeks } from '#domain/matching';
import type { SearchOrder } from '#contract/members';
import type { Db } from '../../db/index.ts';

/** Search filters. Birth dates are half-open: `after < birth date <= until`. */
export interface Search {
  readonly tenant: number;
  readonly viewer: string;
  readonly genders: readonly string[];
  /** Null for anywhere. */
  readonly country: string | null;
  readonly region: string | null;
  readonly after: string;
  readonly until: string;
  readonly realOnly: boolean;
  readonly verifiedOnly?: boolean;
  /** The viewer's gender for two-way matching; null for one-way. */
  readonly soughtBy: string | null;
  readonly order: SearchOrder;
  /** When they signed up. */
  readonly joined?: { readonly after: Date; readonly until: Date };
  /** A query of the ids of members who are left out besides. */
  readonly except?: RawBuilder<unknown>;
}
/** A place in the order of a search. */
export interface SearchHit {
  readonly id: string;
  readonly at: Date;
}
/** Where the next page begins, which its first member may have left meanwhile. */
export type Cursor = SearchHit;
/** How many fit; the least number with `at_least`. */
export interface Found {
  readonly numResults: number;
  readonly at_least: boolean;
}
type From = { readonly cursor: Cursor } | { readonly offset: number };
interface Page {
  readonly hits: readonly SearchHit[];
  readonly next: Cursor | null;
}

const ORDERED_BY = { activity: sql.ref('last_active'), newest: sql.ref('joined_at') } as const;

/** The members of one gender that a search looks at, as an index has them together. */
function groupOf({ tenant, country, joined, verifiedOnly }: Search, gender: string): RawBuilder<unknown> {
  const conditions = [sql`visible and reachable and tenant = ${tenant} and gender = ${gender}`];
  if (verifiedOnly) conditions.push(sql`verified`);
  if (country !== null) conditions.push(sql`country = ${country}`);
  if (joined)
    conditions.push(sql`id in (select id from account where tenant = ${tenant}
      and coalesce(confirmed_at, signup_at) > ${joined.after}::timestamptz
      and coalesce(confirmed_at, signup_at) <= ${joined.until}::timestamptz)`);
  return sql.join(conditions, sql` and `);
}

/** Who of such a group fits. */
function filtersOf(search: Search, gender: string): RawBuilder<unknown> {
  const { tenant, viewer, region, after, until, realOnly, soughtBy, except } = search;
  const conditions = [
    sql`birth_date > ${after}::date and birth_date <= ${until}::date and id <> ${viewer}`,
    sql`id not in (select blocked from block where tenant = ${tenant} and blocker = ${viewer}
      union all select blocker from block where tenant = ${tenant} and blocked = ${viewer})`,
  ];
  if (except) conditions.push(sql`id not in (${except})`);
  if (region) conditions.push(sql`region = ${region}`);
  if (realOnly) conditions.push(sql`not fictional`);
  const excludedSexualities = soughtBy ? sexualitiesNotSeeking(soughtBy, gender) : [];
  if (excludedSexualities.length > 0) conditions.push(sql`sexuality not in (${sql.join(excludedSexualities)})`);
  return sql.join(conditions, sql` and `);
}

/** Sexualities of `gender` that do not look for `sought`. Unknown sexualities are not excluded (decisions B21). */
export function sexualitiesNotSeeking(sought: string, gender: string): string[] {
  const seeking = whoSeeks(sought).filter((pair) => pair.gender === gender);
  return sexualities.filter((sexuality) => !seeking.some((pair) => pair.sexuality === sexuality));
}

/** Who of a gender fits, in order. Where as many as may be were examined, a row with `is_end` is the first that was not. */
function entriesOf(search: Search, gender: string, from: From): RawBuilder<unknown> {
  const at = ORDERED_BY[search.order];
  const most = sql.lit(SEARCH.examined);
  const begin =
    'cursor' in from
      ? sql` and (${at}, id) <= (${from.cursor.at.toISOString()}::timestamptz, ${from.cursor.id}::uuid)`
      : sql``;
  // The index of all countries has no regions.
  const columns = search.region ? sql`birth_date, sexuality, fictional, region` : sql`birth_date, sexuality, fictional`;
  return sql`select id, ${at} as at, place > ${most} as is_end from (
    select id, ${at}, ${columns}, row_number() over (order by ${at} desc, id desc) as place
      from profile where ${groupOf(search, gender)}${begin} order by ${at} desc, id desc limit ${sql.lit(SEARCH.examined + 1)}
  ) entry where place > ${most} or (${filtersOf(search, gender)})`;
}

/** One page in the search's order, and where the next one begins, if there is one. One branch per gender keeps the index order. */
export async function findPage(db: Db, search: Search, from: From, size: number = SEARCH.pageSize): Promise<Page> {
  const offset = 'offset' in from ? from.offset : 0;
  const branches = search.genders.map(
    (gender) => sql`(${entriesOf(search, gender, from)} order by at desc, id desc limit ${sql.lit(offset + size + 1)})`,
  );
  // Behind the end of one gender, the other's would come too early.
  const { rows } = await sql<SearchHit & { readonly is_end: boolean }>`
    select id, at, is_end from (
      select id, at, is_end, count(*) filter (where is_end) over (order by at desc, id desc rows unbounded preceding) as ends
        from (${sql.join(branches, sql` union all `)}) found
    ) merged where ends = 0 or (ends = 1 and is_end) order by at desc, id desc limit ${sql.lit(size + 1)} offset ${sql.lit(offset)}`.execute(
    db,
  );
  const end = rows.findIndex(({ is_end }) => is_end);
  const hits = rows.slice(0, end === -1 ? size : Math.min(end, size)).map(({ id, at }) => ({ id, at }));
  const next = rows[hits.length];
  return { hits, next: next ? { id: next.id, at: next.at } : null };
}

/** A page, behind what one look examines too while it holds no more than `enough`. */
async function lookOn(db: Db, search: Search, from: From, size: number, enough: number): Promise<Page> {
  let { hits, next } = await findPage(db, search, from, size);
  for (let looks = 1; looks < SEARCH.looks && next && hits.length <= enough; looks += 1) {
    const more = await findPage(db, search, { cursor: next }, size - hits.length);
    hits = [...hits, ...more.hits];
    next = more.next;
  }
  return { hits, next };
}

/** As many as wanted, since those who ask have no next page. */
export const findSome = async (db: Db, search: Search, size: number): Promise<readonly SearchHit[]> =>
  (await lookOn(db, search, { offset: 0 }, size, size - 1)).hits;

/** A page that holds someone, if there is anyone near. */
export const findPageWithSomeone = (db: Db, search: Search, from: From): Promise<Page> =>
  lookOn(db, search, from, SEARCH.pageSize, 0);

/** Which of these members the search finds, on any page. */
export async function foundAmong(db: Db, search: Search, ids: readonly string[]): Promise<string[]> {
  const branches = search.genders.map(
    (gender) =>
      sql`(select id from profile where ${groupOf(search, gender)} and ${filtersOf(search, gender)} and id in (${sql.join(ids)}))`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(branches, sql` union all `)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Number of matches: exact up to the cap, cap + 1 for more. It is the least number where not all members were examined. */
export async function countFound(db: Db, search: Search): Promise<Found> {
  const max = sql.lit(SEARCH.countCap + 1);
  const branches = search.genders.map(
    (gender) => sql`(select is_end from (${entriesOf(search, gender, { offset: 0 })}) entries limit ${max})`,
  );
  const { rows } = await sql<{ found: number; stopped: boolean }>`
    select (count(*) filter (where not is_end))::int as found, coalesce(bool_or(is_end), false) as stopped
      from (select is_end from (${sql.join(branches, sql` union all `)}) a limit ${max}) b`.execute(db);
  const { found, stopped } = rows[0] ?? { found: 0, stopped: false };
  return { numResults: found, at_least: stopped || found > SEARCH.countCap };
}
