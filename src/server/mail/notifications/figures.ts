// What a notification mail counts, at the moment it is sent: unread messages, new likes, new members nearby.
import { sql } from 'kysely';
import { DAY_MS } from '#domain/durations';
import { seeks } from '#domain/matching';
import { NOTIFICATION } from '#domain/notifications';
import type { Site } from '#site/load';
import type { Db } from '../../db/index.ts';
import { shownSince } from '../../modules/chats/history.ts';
import { findPage, sexualitiesNotSeeking } from '../../modules/members/search.ts';
import { searchFor } from '../../modules/members/search-filters.ts';
import { parsedFilters } from '../../modules/searches/index.ts';
import { isWorthMailing } from './recipients.ts';

/** Without what is hidden for its age, as in the list of chats. `isCounted` says of which profiles `o`. */
export const countUnread = async (...of: Parameters<typeof readUnread>): Promise<number> =>
  (await readUnread(...of)).count;

export interface Unread {
  readonly count: number;
  /** The conversation that has all of it; null when several do, or none. */
  readonly only: string | null;
}

export async function readUnread(
  db: Db,
  tenant: number,
  account: string,
  now: Date,
  isCounted = isWorthMailing(tenant),
): Promise<Unread> {
  const { rows } = await sql<Unread>`
    select coalesce(sum(c.unread), 0)::int as count, case when count(*) = 1 then min(c.id::text) end as only
    from profile me
    cross join lateral (
      select id, two as other, one_unread as unread, last_at from conversation where tenant = ${tenant}::smallint and one = me.id
      union all select id, one, two_unread, last_at from conversation where tenant = ${tenant}::smallint and two = me.id
    ) c
    join profile o on o.tenant = ${tenant}::smallint and o.id = c.other
    where me.tenant = ${tenant}::smallint and me.id = ${account}::uuid and c.unread > 0
      and c.last_at >= ${shownSince(now)}::timestamptz and ${isCounted}`.execute(db);
  return rows[0] ?? { count: 0, only: null };
}

export async function countLikes(
  db: Db,
  tenant: number,
  account: string,
  isCounted = isWorthMailing(tenant),
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from profile me
    join member_like l on l.tenant = ${tenant}::smallint and l.liked = me.id and not l.seen
    join profile o on o.tenant = ${tenant}::smallint and o.id = l.liker
    where me.tenant = ${tenant}::smallint and me.id = ${account}::uuid and ${isCounted}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Members who joined since the last update, live in the same region, and match in both directions. */
export async function countNewMembers(db: Db, tenant: number, account: string, now: Date): Promise<number> {
  const me = await db
    .selectFrom('profile')
    .select(['gender', 'sexuality', 'country', 'region'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .executeTakeFirst();
  const sought = me ? seeks(me) : null;
  if (!me || !sought) return 0;
  const genders = sought.map((gender) => {
    const excluded = sexualitiesNotSeeking(me.gender, gender);
    const fits = excluded.length > 0 ? sql`o.sexuality not in (${sql.join(excluded)})` : sql`true`;
    return sql`(o.gender = ${gender} and ${fits})`;
  });
  const since = new Date(now.getTime() - NOTIFICATION.updateDays * DAY_MS);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from profile me
    join profile o on o.tenant = ${tenant}::smallint and o.country = me.country and o.visible and o.id <> me.id
      and (me.region is null or o.region = me.region) and (${sql.join(genders, sql` or `)})
    join account a on a.tenant = ${tenant}::smallint and a.id = o.id and a.signup_at > ${since}::timestamptz
    where me.tenant = ${tenant}::smallint and me.id = ${account}::uuid and ${isWorthMailing(tenant)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Saved searches that find a real member who confirmed their account since the alert before. */
export async function countFreshSearches(db: Db, site: Site, account: string, now: Date): Promise<number> {
  const rows = await db
    .selectFrom('saved_search')
    .select(['filters', 'news_from', 'news_to'])
    .where('tenant', '=', site.id)
    .where('account', '=', account)
    .whereRef('news_from', '<', 'news_to')
    .execute();
  let count = 0;
  for (const { filters, news_from: after, news_to: until } of rows) {
    const search = await searchFor({ db, site, viewer: account, now }, parsedFilters(filters));
    const { hits } = await findPage(db, { ...search, realOnly: true, joined: { after, until } }, { offset: 0 }, 1);
    if (hits.length > 0) count += 1;
  }
  return count;
}
