// The member search: reads a page from the index only, then joins its 24 rows (measured; see the bench).
import { sql, type RawBuilder } from 'kysely';
import { SEARCH } from '#domain/limits';
import { sexualities } from '#contract/values';
import { whoSeeks } from '#domain/matching';
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
  /** The viewer's gender for two-way matching; null for one-way. */
  readonly soughtBy: string | null;
  /** When they signed up. */
  readonly joined?: { readonly after: Date; readonly until: Date };
  /** A query of the ids of members who are left out besides. */
  readonly except?: RawBuilder<unknown>;
}
export interface Cursor {
  readonly at: Date;
  readonly id: string;
}
export interface SearchHit {
  readonly id: string;
  readonly last_active: Date;
}

/** Condition on `profile` for all matches of one gender. */
function matchCondition(search: Search, gender: string): RawBuilder<unknown> {
  const { tenant, viewer, country, region, after, until, realOnly, soughtBy, joined, except } = search;
  const conditions = [
    sql`visible and reachable and tenant = ${tenant} and gender = ${gender}`,
    sql`birth_date > ${after}::date and birth_date <= ${until}::date and id <> ${viewer}`,
    sql`id not in (select blocked from block where tenant = ${tenant} and blocker = ${viewer}
      union all select blocker from block where tenant = ${tenant} and blocked = ${viewer})`,
  ];
  if (country !== null) conditions.push(sql`country = ${country}`);
  if (except) conditions.push(sql`id not in (${except})`);
  if (joined)
    conditions.push(sql`id in (select id from account where tenant = ${tenant}
      and coalesce(confirmed_at, signup_at) > ${joined.after}::timestamptz
      and coalesce(confirmed_at, signup_at) <= ${joined.until}::timestamptz)`);
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

/** One page, latest activity first. One branch per gender keeps the index order. */
export async function findPage(
  db: Db,
  search: Search,
  from: { cursor: Cursor } | { offset: number },
  size: number = SEARCH.pageSize,
): Promise<SearchHit[]> {
  const offset = 'offset' in from ? from.offset : 0;
  const cursorCondition =
    'cursor' in from
      ? sql` and (last_active, id) < (${from.cursor.at.toISOString()}::timestamptz, ${from.cursor.id}::uuid)`
      : sql``;
  const branches = search.genders.map(
    (gender) =>
      sql`(select id, last_active from profile where ${matchCondition(search, gender)}${cursorCondition} order by last_active desc, id desc limit ${offset + size})`,
  );
  const { rows } = await sql<SearchHit>`
    select id, last_active from (${sql.join(branches, sql` union all `)}) found order by last_active desc, id desc limit ${size} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** Whether a member is among the matches. */
export async function isShownTo(db: Db, search: Search, id: string): Promise<boolean> {
  const branches = search.genders.map(
    (gender) => sql`(select 1 from profile where ${matchCondition(search, gender)} and id = ${id})`,
  );
  const { rows } = await sql`${sql.join(branches, sql` union all `)}`.execute(db);
  return rows.length > 0;
}

/** Number of matches: exact up to the cap, cap + 1 for more. */
export async function countFound(db: Db, search: Search): Promise<number> {
  const max = SEARCH.countCap + 1;
  const branches = search.genders.map(
    (gender) => sql`(select 1 from profile where ${matchCondition(search, gender)} limit ${max})`,
  );
  const { rows } = await sql<{
    found: number;
  }>`select count(*)::int as found from (select 1 from (${sql.join(branches, sql` union all `)}) a limit ${max}) b`.execute(
    db,
  );
  return rows[0]?.found ?? 0;
}
