// Handlers of contract/likes: list, add, remove, mark as seen.
import { sql } from 'kysely';
import type { Likes, likes } from '#contract/likes';
import { LIKES_PER_HOUR } from '#domain/limits';
import type { Ctx, Handlers } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { incrementWithinLimit, secondsUntilReset } from '../../db/counters.ts';
import { cardOf, cards, notBlocked } from '../members/member-view.ts';
import { mayContact, relationship } from '../members/relationship.ts';

const MAX_LIKES = 500;
type AddCtx = Ctx<'blocked' | 'like_limit' | 'yourself'>;

export function likeHandlers(): Handlers<typeof likes> {
  return {
    list,
    add,
    remove: async (ctx, { id }) => {
      const me = ctx.member().id;
      const removed = await ctx.db
        .deleteFrom('member_like')
        .where('tenant', '=', ctx.tenant)
        .where('liker', '=', me)
        .where('liked', '=', id)
        .returning('liked')
        .executeTakeFirst();
      if (removed) emitLikeEvents(ctx, me, removed.liked);
      return null;
    },
    seen: async (ctx, { id }) => {
      await markSeen(ctx, id);
      return null;
    },
  };
}

async function list(ctx: Ctx): Promise<Likes> {
  const me = ctx.member().id;
  const now = ctx.now();
  const givenLikes = await readLikes(ctx.db, ctx.tenant, me, { card: 'l.liked', own: 'l.liker' });
  const receivedLikes = await readLikes(ctx.db, ctx.tenant, me, { card: 'l.liker', own: 'l.liked' });
  return {
    profiles: givenLikes.map((row) => cardOf(row, now)),
    liked_by: receivedLikes.map((row) => ({ ...cardOf(row, now), like_new: !row.seen, match: row.mutual })),
  };
}

/** Likes with the card of the member at the other end, newest first. */
const readLikes = (
  db: Db,
  tenant: number,
  me: string,
  ends: { readonly card: 'l.liked' | 'l.liker'; readonly own: 'l.liked' | 'l.liker' },
) =>
  cards(db, tenant)
    .innerJoin('member_like as l', (join) => join.onRef('l.tenant', '=', 'p.tenant').onRef(ends.card, '=', 'p.id'))
    .select([
      'l.seen',
      sql<boolean>`exists (select from member_like m where m.tenant = l.tenant and m.liker = l.liked and m.liked = l.liker)`.as(
        'mutual',
      ),
    ])
    .where(ends.own, '=', me)
    .where('p.reachable', '=', true)
    .where(notBlocked(tenant, me))
    .orderBy('l.at', 'desc')
    .orderBy('p.id')
    .limit(MAX_LIKES)
    .execute();

async function add(ctx: AddCtx, { id }: { id: string }): Promise<{ match: boolean }> {
  const { db, tenant } = ctx;
  const me = ctx.member().id;
  const other = id.toLowerCase();
  if (other === me) throw ctx.refuse('yourself');
  const relation = await relationship(db, tenant, me, { profile: other });
  if (!relation || !mayContact(relation)) throw ctx.refuse('not_found');
  if (relation.blocked) throw ctx.refuse('blocked');
  // Serializes two members who like each other at the same moment, so that the second sees the match.
  const pair = `like ${tenant} ${[me, other].sort().join(' ')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}::text, 2))`.execute(db);
  const liked = await db
    .insertInto('member_like')
    .values({ tenant, liker: me, liked: other, at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('liked')
    .executeTakeFirst();
  if (liked) {
    const now = ctx.now();
    if (!(await incrementWithinLimit(db, tenant, `likes:${me}:${now.getUTCHours()}`, now, LIKES_PER_HOUR)))
      throw ctx.refuse('like_limit', { limit: LIKES_PER_HOUR, retryAfter: secondsUntilReset(now, 'hour') });
    emitLikeEvents(ctx, me, other);
  }
  return { match: await hasLiked(db, tenant, other, me) };
}

async function hasLiked(db: Db, tenant: number, liker: string, liked: string): Promise<boolean> {
  const row = await db
    .selectFrom('member_like')
    .select('liker')
    .where('tenant', '=', tenant)
    .where('liker', '=', liker)
    .where('liked', '=', liked)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notifies the liked member and the liker's other tabs. */
function emitLikeEvents(ctx: Ctx, me: string, other: string): void {
  ctx.emit({ type: 'like' }, { account: other });
  ctx.emit({ type: 'like' }, { account: me });
}

/** Marks received likes as seen: of one liker, or all. */
export async function markSeen(ctx: Ctx, liker?: string): Promise<void> {
  const me = ctx.member().id;
  let unseen = ctx.db
    .updateTable('member_like')
    .set({ seen: true })
    .where('tenant', '=', ctx.tenant)
    .where('liked', '=', me)
    .where('seen', '=', false);
  if (liker !== undefined) unseen = unseen.where('liker', '=', liker);
  const { numUpdatedRows } = await unseen.executeTakeFirst();
  if (numUpdatedRows > 0n) ctx.emit({ type: 'like' }, { account: me });
}
