// Handlers of contract/likes: list, add, remove, mark as seen.
import { sql } from 'kysely';
import type { Likes, likes } from '#contract/likes';
import type { MemberCard } from '#contract/members';
import { LIKES_PER_HOUR } from '#domain/limits';
import type { Ctx, Handlers } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { incrementWithinLimit, secondsUntilReset } from '../../db/counters.ts';
import { cardOf, cards, notBlocked } from '../members/member-view.ts';
import { blockCode, mayContact, relationship } from '../members/relationship.ts';

const MAX_LIKES = 500;
type AddCtx = Ctx<'blocked' | 'blocked_by_you' | 'consent_required' | 'like_limit' | 'yourself'>;

export function likeHandlers(): Handlers<typeof likes> {
  return {
    list,
    auto,
    add: async (ctx, { id }) => ({ match: (await giveLike(ctx, id)).match }),
    remove: async (ctx, { id }) => {
      const me = ctx.member().id;
      await lockPair(ctx.db, ctx.tenant, me, id.toLowerCase());
      const removed = await ctx.db
        .deleteFrom('member_like')
        .where('tenant', '=', ctx.tenant)
        .where('liker', '=', me)
        .where('liked', '=', id)
        .returning('liked')
        .executeTakeFirst();
      if (!removed) return null;
      const relation = await relationship(ctx.db, ctx.tenant, me, { profile: removed.liked });
      // After a block neither hears of what the other one does.
      emitLikeEvents(ctx, me, relation && !relation.blocked ? removed.liked : null);
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
  const [givenLikes, receivedLikes] = [await readLikes(ctx, me, GIVEN), await readLikes(ctx, me, RECEIVED)];
  return {
    profiles: givenLikes.map((row) => cardOf(row, now)),
    liked_by: receivedLikes.map((row) => ({ ...cardOf(row, now), like_new: !row.seen, match: row.mutual })),
  };
}

/** Which end of a like is the card, and which one's own. */
interface Ends {
  readonly card: 'l.liked' | 'l.liker';
  readonly own: 'l.liked' | 'l.liker';
}
const GIVEN: Ends = { card: 'l.liked', own: 'l.liker' };
const RECEIVED: Ends = { card: 'l.liker', own: 'l.liked' };

const readLikes = ({ db, tenant }: Ctx, me: string, ends: Ends) =>
  unorderedLikes(db, tenant, me, ends).orderBy('l.at', 'desc').orderBy('p.id').limit(MAX_LIKES).execute();

/** Likes with the card of the member at the other end. */
const unorderedLikes = (db: Db, tenant: number, me: string, ends: Ends) =>
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
    .where(notBlocked(tenant, me));

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

/** Notifies the liked member, if any, and the liker's other tabs. */
function emitLikeEvents(ctx: Ctx, me: string, other: string | null): void {
  if (other !== null) ctx.emit({ type: 'like' }, { account: other });
  ctx.emit({ type: 'like' }, { account: me });
}

/** The oldest like of a real member that the caller has not seen. Of two calls at once only one gets it. */
async function auto(ctx: Ctx): Promise<MemberCard | null> {
  const me = ctx.member().id;
  const [row] = await unorderedLikes(ctx.db, ctx.tenant, me, RECEIVED)
    .where('l.seen', '=', false)
    .where('p.fictional', '=', false)
    .orderBy('l.at')
    .orderBy('p.id')
    .limit(1)
    .execute();
  return row && (await markSeen(ctx, row.id)) ? cardOf(row, ctx.now()) : null;
}

/** Marks received likes as seen: of one liker, or all. Whether there was one to mark. */
export async function markSeen(ctx: Ctx, liker?: string): Promise<boolean> {
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
  return numUpdatedRows > 0n;
}
