// Reads the lists of likes by page, and what every page of the members area shows of them.
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { LikeList, LikeNews, Liker, Likes, LikesPage } from '#contract/likes';
import { LIKES } from '#domain/limits';
import type { Ctx } from '../../context.ts';
import { type CardRow, cardOf, cards, notBlocked } from '../members/member-view.ts';

type LikeRow = CardRow & { readonly seen: boolean; readonly mutual: boolean; readonly liked_at: Date };

/** Which end of a like is the card, and which one's own. */
interface Ends {
  readonly card: 'l.liked' | 'l.liker';
  readonly own: 'l.liked' | 'l.liker';
}
const GIVEN: Ends = { card: 'l.liked', own: 'l.liker' };
const RECEIVED: Ends = { card: 'l.liker', own: 'l.liked' };

const isMutual = sql<boolean>`exists (select from member_like m where m.tenant = l.tenant and m.liker = l.liked and m.liked = l.liker)`;

/** Put so that each like looks up its profile: for some dozen likes PostgreSQL would else read all profiles and compare. */
const isCardOf = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql`p.id = any(array[${id}])`;

/** Likes `l` with the card of the member at the other end. */
const likesOf = ({ db, tenant }: Ctx, me: string, { card, own }: Ends) =>
  cards(db, tenant)
    .innerJoin('member_like as l', (join) => join.onRef('l.tenant', '=', 'p.tenant').on(isCardOf(sql.ref(card))))
    .select(['l.seen', isMutual.as('mutual'), 'l.at as liked_at'])
    .where(own, '=', me)
    .where('p.reachable', '=', true)
    .where(notBlocked(tenant, me));

/** Received likes that the member has not seen; put so that their own index has them, also in a plan for all values. */
export const newLikesOf = (ctx: Ctx, me: string) => likesOf(ctx, me, RECEIVED).where(sql<boolean>`not l.seen`);

const MATCHED_AT = sql<Date>`greatest(l.at, g.at)`;

/** A match is as old as the later of both likes. All that the member has given are read, since each match is one of them. */
const matchesOf = ({ db, tenant }: Ctx, me: string) =>
  cards(db, tenant)
    .innerJoin('member_like as g', (join) =>
      join.onRef('g.tenant', '=', 'p.tenant').onRef('g.liked', '=', 'p.id').on('g.liker', '=', me),
    )
    .innerJoin('member_like as l', (join) =>
      join.onRef('l.tenant', '=', 'g.tenant').onRef('l.liker', '=', 'g.liked').onRef('l.liked', '=', 'g.liker'),
    )
    .select(['l.seen', sql<boolean>`true`.as('mutual'), MATCHED_AT.as('liked_at')])
    .where('p.reachable', '=', true)
    .where(notBlocked(tenant, me));

/** A place in a list: the moment of the like, and whose it is. */
interface Place {
  readonly at: Date;
  readonly id: string;
}

const behind = (at: RawBuilder<unknown>, id: RawBuilder<unknown>, place: Place): RawBuilder<boolean> =>
  sql`(${at}, ${id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;

/** Latest first, as an index has the likes of a member; one more than a page has. */
function rowsOf(ctx: Ctx, list: LikeList, from: Place | null): Promise<LikeRow[]> {
  const me = ctx.member().id;
  if (list === 'matches')
    return matchesOf(ctx, me)
      .$if(from !== null, (all) => all.where(behind(MATCHED_AT, sql.ref('p.id'), from as Place)))
      .orderBy(MATCHED_AT, 'desc')
      .orderBy('p.id', 'desc')
      .limit(LIKES.pageSize + 1)
      .execute();
  const ends = list === 'sent' ? GIVEN : RECEIVED;
  return likesOf(ctx, me, ends)
    .$if(from !== null, (all) => all.where(behind(sql.ref('l.at'), sql.ref(ends.card), from as Place)))
    .orderBy('l.at', 'desc')
    .orderBy(ends.card, 'desc')
    .limit(LIKES.pageSize + 1)
    .execute();
}

async function pageOf(ctx: Ctx, list: LikeList, from: Place | null): Promise<LikesPage> {
  const rows = await rowsOf(ctx, list, from);
  const shown = rows.slice(0, LIKES.pageSize);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    profiles: shown.map((row) => likerOf(row, ctx.now(), list !== 'sent')),
    next: last ? `${last.liked_at.getTime()}_${last.id}` : null,
  };
}

/** A like that the member gave is never new to them. */
const likerOf = (row: LikeRow, now: Date, isReceived = true): Liker => ({
  ...cardOf(row, now),
  like_new: isReceived && !row.seen,
  match: row.mutual,
});

export function more(ctx: Ctx, { list, cursor }: { list: LikeList; cursor: string }): Promise<LikesPage> {
  const [at = '', id = ''] = cursor.split('_');
  return pageOf(ctx, list, { at: new Date(Number(at)), id });
}

export async function list(ctx: Ctx): Promise<Likes> {
  const me = ctx.member().id;
  const received = await pageOf(ctx, 'received', null);
  const sent = await pageOf(ctx, 'sent', null);
  const matches = await pageOf(ctx, 'matches', null);
  const most = LIKES.countCap + 1;
  return {
    profiles: sent.profiles.map(({ like_new: _isNew, ...given }) => given),
    liked_by: received.profiles,
    matches: matches.profiles,
    totals: {
      received: await totalOf(ctx, received, likesOf(ctx, me, RECEIVED).clearSelect().select('p.id').limit(most)),
      sent: await totalOf(ctx, sent, likesOf(ctx, me, GIVEN).clearSelect().select('p.id').limit(most)),
      matches: await totalOf(ctx, matches, matchesOf(ctx, me).clearSelect().select('p.id').limit(most)),
    },
    next: { received: received.next, sent: sent.next, matches: matches.next },
  };
}

/** Of a list with this first page; only one that goes on has to be counted. */
const totalOf = async (ctx: Ctx, { profiles, next }: LikesPage, ids: Expression<unknown>): Promise<number> =>
  next === null ? profiles.length : countRows(ctx, ids);

async function countRows({ db }: Ctx, ids: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${ids} counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function news(ctx: Ctx): Promise<LikeNews> {
  const me = ctx.member().id;
  const count = await countRows(ctx, newLikesOf(ctx, me).clearSelect().select('p.id').limit(LIKES.countCap));
  const latest = newLikesOf(ctx, me).orderBy('l.at', 'desc').orderBy('l.liker', 'desc').limit(LIKES.latest);
  const given = await likesOf(ctx, me, GIVEN)
    .clearSelect()
    .select('p.id')
    .orderBy('l.at', 'desc')
    .orderBy('l.liked', 'desc')
    .limit(LIKES.known)
    .execute();
  return {
    new_likes: count,
    latest: count === 0 ? [] : (await latest.execute()).map((row) => likerOf(row, ctx.now())),
    liked: given.map(({ id }) => id),
  };
}
