// Handlers of contract/likes: lists, add, remove, mark as seen.
import { sql } from 'kysely';
import type { likes } from '#contract/likes';
import type { MemberCard } from '#contract/members';
import { HOUR_MS } from '#domain/durations';
import { LIKES_PER_HOUR, WITHDRAWN_LIKE_HOURS } from '#domain/limits';
import type { Ctx, Handlers } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { incrementWithinLimit, secondsUntilReset } from '../../db/counters.ts';
import { cardOf } from '../members/member-view.ts';
import { blockCode, mayContact, relationship } from '../members/relationship.ts';
import { list, more, news, newLikesOf } from './lists.ts';

type AddCtx = Ctx<'blocked' | 'blocked_by_you' | 'consent_required' | 'like_limit' | 'yourself'>;

export function likeHandlers(): Handlers<typeof likes> {
  return {
    list,
    more,
    news,
    auto,
    add: async (ctx, { id }) => ({ match: (await giveLike(ctx, id)).match }),
    remove: async (ctx, { id }) => {
      const [me, other] = [ctx.member().id, id.toLowerCase()];
      if (!(await takeBack(ctx, me, other))) return null;
      const relation = await relationship(ctx.db, ctx.tenant, me, { profile: other });
      // After a block neither hears of what the other one does.
      emitLikeEvents(ctx, me, relation && !relation.blocked ? other : null);
      return null;
    },
    seen: async (ctx, { id, ids }) => {
      await markSeen(ctx, id === undefined ? ids : [id]);
      return null;
    },
  };
}

/** Likes a member; `isNew` unless the like was there before, `match` when it is mutual. */
export async function giveLike(ctx: AddCtx, id: string): Promise<{ isNew: boolean; match: boolean }> {
  const { db, tenant } = ctx;
  const { id: me, consented } = ctx.member();
  if (!consented) throw ctx.refuse('consent_required');
  const other = id.toLowerCase();
  if (other === me) throw ctx.refuse('yourself');
  await lockPair(db, tenant, me, other);
  const relation = await relationship(db, tenant, me, { profile: other });
  if (!relation || !mayContact(relation)) throw ctx.refuse('not_found');
  if (relation.blocked) throw ctx.refuse(blockCode(relation));
  if (!(await isThereToStay(db, tenant, other))) throw ctx.refuse('not_found');
  const liked = await db
    .insertInto('member_like')
    .values({ tenant, liker: me, liked: other, ...(await asBefore(ctx, me, other)) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('liked')
    .executeTakeFirst();
  if (liked) {
    const now = ctx.now();
    if (!(await incrementWithinLimit(db, tenant, `likes:${me}:${now.getUTCHours()}`, now, LIKES_PER_HOUR)))
      throw ctx.refuse('like_limit', { limit: LIKES_PER_HOUR, retryAfter: secondsUntilReset(now, 'hour') });
    emitLikeEvents(ctx, me, other);
  }
  return { isNew: liked !== undefined, match: await hasLiked(db, tenant, other, me) };
}

/** Serializes what two members do with their likes at the same moment, so that the second of two who like each other sees the match. */
async function lockPair(db: Db, tenant: number, me: string, other: string): Promise<void> {
  const pair = `like ${tenant} ${[me, other].sort().join(' ')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}::text, 2))`.execute(db);
}

export async function hasLiked(db: Db, tenant: number, liker: string, liked: string): Promise<boolean> {
  const row = await db
    .selectFrom('member_like')
    .select('liker')
    .where('tenant', '=', tenant)
    .where('liker', '=', liker)
    .where('liked', '=', liked)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps an account from being erased until the end of the transaction, which the row of a like would not survive. */
async function isThereToStay(db: Db, tenant: number, id: string): Promise<boolean> {
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return account !== undefined;
}

/** Whether there was a like. What it was is kept for a day. */
async function takeBack({ db, tenant, now }: Ctx, liker: string, liked: string): Promise<boolean> {
  await lockPair(db, tenant, liker, liked);
  const removed = await db
    .deleteFrom('member_like')
    .where('tenant', '=', tenant)
    .where('liker', '=', liker)
    .where('liked', '=', liked)
    .returning(['at', 'seen'])
    .executeTakeFirst();
  if (!removed) return false;
  const withdrawn = { ...removed, withdrawn_at: now() };
  await db
    .insertInto('withdrawn_like')
    .values({ tenant, liker, liked, ...withdrawn })
    .onConflict((conflict) => conflict.columns(['tenant', 'liker', 'liked']).doUpdateSet(withdrawn))
    .execute();
  return true;
}

/**
 * A like that was taken back and is given again keeps its place and whether it was seen: else one could be rung again and again. Where the
 * other's like came in between, it is a match, and news.
 */
async function asBefore({ db, tenant, now }: Ctx, liker: string, liked: string): Promise<{ at: Date; seen?: boolean }> {
  const since = new Date(now().getTime() - WITHDRAWN_LIKE_HOURS * HOUR_MS);
  const withdrawn = await db
    .selectFrom('withdrawn_like as w')
    .leftJoin('member_like as l', (join) =>
      join.onRef('l.tenant', '=', 'w.tenant').onRef('l.liker', '=', 'w.liked').onRef('l.liked', '=', 'w.liker'),
    )
    .select(['w.at', 'w.seen', sql<boolean>`coalesce(l.at > w.withdrawn_at, false)`.as('is_answered')])
    .where('w.tenant', '=', tenant)
    .where('w.liker', '=', liker)
    .where('w.liked', '=', liked)
    .where('w.withdrawn_at', '>', since)
    .executeTakeFirst();
  return !withdrawn || withdrawn.is_answered ? { at: now() } : { at: withdrawn.at, seen: withdrawn.seen };
}

/** Notifies the liked member, if any, and the liker's other tabs. */
function emitLikeEvents(ctx: Ctx, me: string, other: string | null): void {
  if (other !== null) ctx.emit({ type: 'like' }, { account: other });
  ctx.emit({ type: 'like' }, { account: me });
}

/** The oldest like of a real member that the caller has not seen. Of two calls at once only one gets it. */
async function auto(ctx: Ctx): Promise<MemberCard | null> {
  const me = ctx.member().id;
  const [row] = await newLikesOf(ctx, me)
    .where('p.fictional', '=', false)
    .orderBy('l.at')
    .orderBy('p.id')
    .limit(1)
    .execute();
  return row && (await markSeen(ctx, [row.id])) ? cardOf(row, ctx.now()) : null;
}

/** Marks received likes as seen: of some likers, or all. Whether there was one to mark. */
export async function markSeen(ctx: Ctx, likers?: readonly string[]): Promise<boolean> {
  const me = ctx.member().id;
  let unseen = ctx.db
    .updateTable('member_like')
    .set({ seen: true })
    .where('tenant', '=', ctx.tenant)
    .where('liked', '=', me)
    .where(sql<boolean>`not seen`);
  if (likers) unseen = unseen.where('liker', 'in', likers);
  const { numUpdatedRows } = await unseen.executeTakeFirst();
  if (numUpdatedRows > 0n) ctx.emit({ type: 'like' }, { account: me });
  return numUpdatedRows > 0n;
}
