// Handlers of contract/members: search and profiles.
import type { Member, MemberPage, MemberSearch, members } from '#contract/members';
import { PROFILES_PER_DAY, SEARCH } from '#domain/limits';
import { isoDay } from '#domain/iso-day';
import type { Ctx, Handlers } from '../../context.ts';
import { incrementWithinLimit, secondsUntilReset } from '../../db/counters.ts';
import { markSeen } from '../likes/index.ts';
import { readCards, readMember } from './member-view.ts';
import { hasBlocked } from '../photos/photo-access.ts';
import { countFound, findPage, findPageWithSomeone } from './search.ts';
import { readCursor, writeCursor } from './search-cursor.ts';
import { searchOf } from './search-filters.ts';
import { similar } from './similar.ts';
import { visitors } from './visitor-members.ts';
import { searchAsVisitor } from './visitor-search.ts';

export function memberHandlers(): Handlers<typeof members> {
  return { search, view, similar, visitors };
}

async function search(ctx: Ctx<'page_gone' | 'consent_required'>, input: MemberSearch): Promise<MemberPage> {
  if (!ctx.account) return searchAsVisitor(ctx, input);
  if (!ctx.account.consented) throw ctx.refuse('consent_required');
  const filters = await searchOf(ctx, input);
  const page = input.page ?? 1;
  const opened = input.cursor === undefined ? null : await readCursor(ctx.db, filters.order, input.cursor);
  if (input.cursor !== undefined && !opened) throw ctx.refuse('page_gone');
  const { hits, next } =
    page > 1 && !opened
      ? await findPage(ctx.db, filters, { offset: (page - 1) * SEARCH.pageSize })
      : await findPageWithSomeone(ctx.db, filters, opened ?? { offset: 0 });
  if (hits.length === 0 && page > 1 && !opened) throw ctx.refuse('page_gone');
  const found = opened?.found ?? (await countFound(ctx.db, filters));
  return {
    profiles: await readCards(ctx.db, ctx.tenant, hits, ctx.now()),
    ...found,
    page,
    next: next ? await writeCursor(ctx.db, filters.order, next, found) : null,
  };
}

async function view(ctx: Ctx<'blocked' | 'limit_reached'>, { id }: { id: string }): Promise<{ member: Member }> {
  const viewer = ctx.member();
  const member = await readMember(ctx.db, ctx.site, viewer, id, ctx.now());
  if (!member) throw ctx.refuse('not_found');
  if (await hasBlocked(ctx.db, ctx.tenant, member.id, viewer.id)) throw ctx.refuse('blocked');
  if (member.id !== viewer.id) await countVisit(ctx, viewer.id, member.id);
  if (member.likes_me) await markSeen(ctx, [member.id]);
  return { member };
}

/** A profile opened twice on a UTC day counts once. */
async function countVisit(ctx: Ctx<'blocked' | 'limit_reached'>, viewer: string, profile: string): Promise<void> {
  const day = isoDay(ctx.now());
  const { tenant, db } = ctx;
  const first = await db
    .insertInto('visit')
    .values({ tenant, account: viewer, profile, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  if (!first) return;
  if (!(await incrementWithinLimit(db, tenant, `visits:${viewer}`, ctx.now(), PROFILES_PER_DAY)))
    throw ctx.refuse('limit_reached', { retryAfter: secondsUntilReset(ctx.now(), 'day') });
}
