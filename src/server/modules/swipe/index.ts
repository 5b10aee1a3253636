// Handlers of contract/swipe: the next cards, an answer, and the undo of a pass.
import { DAY_MS } from '#domain/durations';
import { type RawBuilder, sql } from 'kysely';
import type { MemberCard } from '#contract/members';
import type { swipe, SwipeDeck } from '#contract/swipe';
import { SEARCH, SWIPE } from '#domain/limits';
import { endOfLocalDay, timeZoneOf } from '#domain/local-day';
import type { Ctx, Handlers } from '../../context.ts';
import { consentedMember } from '../../auth/consented.ts';
import type { Db } from '../../db/index.ts';
import { secondsUntil } from '../../http/retry-after.ts';
import { giveLike, hasLiked } from '../likes/index.ts';
import { searchOf } from '../members/search-filters.ts';
import { readCards } from '../members/member-view.ts';
import { findSome, foundAmong } from '../members/search.ts';

type Allowance = Pick<SwipeDeck, 'remaining' | 'renews_at'>;
type AnswerCtx = Ctx<'blocked' | 'blocked_by_you' | 'consent_required' | 'like_limit' | 'swipe_limit' | 'yourself'>;
type ConsentCtx = Ctx<'consent_required'>;

export function swipeHandlers(): Handlers<typeof swipe> {
  return { deck, answer, undo };
}

async function deck(ctx: ConsentCtx, { shown }: { shown?: string | undefined }): Promise<SwipeDeck> {
  const { db, tenant } = ctx;
  const me = consentedMember(ctx);
  const search = await searchOf(ctx, {});
  const unanswered = { ...search, except: answeredBy(tenant, me, ctx.now()) };
  const hits = await findSome(db, unanswered, SEARCH.pageSize);
  return {
    profiles: await readCards(db, tenant, hits, ctx.now()),
    ...(shown === undefined ? {} : { kept: await foundAmong(db, unanswered, shown.split(',')) }),
    ...(await allowanceOf(db, tenant, me, ctx.now())),
  };
}

/** The ids of members liked anywhere, or answered in the game lately. */
const answeredBy = (tenant: number, me: string, now: Date): RawBuilder<unknown> => sql`
  select liked from member_like where tenant = ${tenant} and liker = ${me}
  union all select profile from swipe where tenant = ${tenant} and account = ${me}
    and at > ${longAgo(now)}`;

/** Counted by when each like's day ends, so that moving to another time zone gives none back. */
async function allowanceOf(db: Db, tenant: number, me: string, now: Date): Promise<Allowance> {
  const used = await db
    .selectFrom('swipe')
    .select('counts_until')
    .where('tenant', '=', tenant)
    .where('account', '=', me)
    .where('counts_until', '>', now)
    .orderBy('counts_until')
    .execute();
  return {
    remaining: Math.max(0, SWIPE.likesPerDay - used.length),
    renews_at: used[0]?.counts_until?.toISOString() ?? null,
  };
}

async function answer(
  ctx: AnswerCtx,
  { id, liked }: { id: string; liked: boolean },
): Promise<Allowance & { match: boolean }> {
  const { db, tenant } = ctx;
  const me = consentedMember(ctx);
  const other = id.toLowerCase();
  if (other === me) throw ctx.refuse('yourself');
  const match = liked ? await like(ctx, me, other) : await pass(ctx, me, other);
  return { match, ...(await allowanceOf(db, tenant, me, ctx.now())) };
}

async function like(ctx: AnswerCtx, me: string, other: string): Promise<boolean> {
  const { db, tenant } = ctx;
  const now = ctx.now();
  // Serializes the likes of one member, so that concurrent ones see each other in the count.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`swipe ${tenant} ${me}`}::text, 4))`.execute(db);
  const { remaining, renews_at } = await allowanceOf(db, tenant, me, now);
  const isRepeated = remaining === 0 && (await hasLiked(db, tenant, me, other));
  if (remaining === 0 && !isRepeated)
    throw ctx.refuse('swipe_limit', {
      limit: SWIPE.likesPerDay,
      ...(renews_at === null ? {} : { retryAfter: secondsUntil(new Date(renews_at), now) }),
    });
  const { isNew, match } = await giveLike(ctx, other);
  if (isNew) await store(ctx, me, other, true, endOfLocalDay(now, await zoneOf(db, tenant, me)));
  return match;
}

/** A pass is kept whether or not the other can still be shown, and tells nothing about it. */
async function pass(ctx: AnswerCtx, me: string, other: string): Promise<false> {
  const known = await ctx.db
    .selectFrom('profile')
    .select('id')
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', other)
    .executeTakeFirst();
  if (!known) throw ctx.refuse('not_found');
  await store(ctx, me, other, false, null);
  return false;
}

/** A pass never takes the place of a like. */
async function store(ctx: Ctx, account: string, profile: string, liked: boolean, until: Date | null): Promise<void> {
  const row = { liked, at: ctx.now(), counts_until: until };
  await ctx.db
    .insertInto('swipe')
    .values({ tenant: ctx.tenant, account, profile, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'account', 'profile'])
        .doUpdateSet(row)
        .where((is) => is.or([is.val(liked), is('swipe.liked', '=', false), is('swipe.at', '<=', longAgo(ctx.now()))])),
    )
    .execute();
}
const longAgo = (now: Date): Date => new Date(now.getTime() - SWIPE.againAfterDays * DAY_MS);

async function zoneOf(db: Db, tenant: number, me: string): Promise<string> {
  const { country, region } = await db
    .selectFrom('profile')
    .select(['country', 'region'])
    .where('tenant', '=', tenant)
    .where('id', '=', me)
    .executeTakeFirstOrThrow();
  return timeZoneOf(country, region);
}

async function undo(ctx: ConsentCtx, { id }: { id: string }): Promise<{ profile: MemberCard | null }> {
  const { db, tenant } = ctx;
  const me = consentedMember(ctx);
  const profile = id.toLowerCase();
  await db
    .deleteFrom('swipe')
    .where('tenant', '=', tenant)
    .where('account', '=', me)
    .where('profile', '=', profile)
    .where('liked', '=', false)
    .execute();
  const search = { ...(await searchOf(ctx, {})), except: answeredBy(tenant, me, ctx.now()) };
  const shown = await foundAmong(db, search, [profile]);
  const [card = null] = await readCards(
    db,
    tenant,
    shown.map((each) => ({ id: each })),
    ctx.now(),
  );
  return { profile: card };
}
