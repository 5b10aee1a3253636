// Handlers of contract/members: search and profiles.
import type { Member, MemberPage, MemberSearch, members } from '#contract/members';
import { ageOn, birthDatesFor, defaultAges } from '#domain/age';
import { PROFILES_PER_DAY, SEARCH } from '#domain/limits';
import { seeks } from '#domain/matching';
import type { Ctx, Handlers } from '../../context.ts';
import { incrementWithinLimit, secondsUntilReset } from '../../db/counters.ts';
import { markSeen } from '../likes/index.ts';
import { readCards, readMember } from './member-view.ts';
import { hasBlocked } from '../../media/photo-urls.ts';
import { countFound, findPage, readCursor, writeCursor, type Search } from './search.ts';
import { isoDay } from '../auth/user.ts';
import { visitors } from './visitor-members.ts';
import { searchAsVisitor } from './visitor-search.ts';

export function memberHandlers(): Handlers<typeof members> {
  return { search, view, visitors };
}

async function search(ctx: Ctx<'page_gone'>, input: MemberSearch): Promise<MemberPage> {
  if (!ctx.account) return searchAsVisitor(ctx, input);
  const filters = await searchOf(ctx, input);
  const page = input.page ?? 1;
  const cursor = input.cursor === undefined ? null : readCursor(input.cursor);
  if (input.cursor !== undefined && !cursor) throw ctx.refuse('page_gone');
  const hits = await findPage(ctx.db, filters, cursor ? { cursor } : { offset: (page - 1) * SEARCH.pageSize });
  if (hits.length === 0 && page > 1 && !cursor) throw ctx.refuse('page_gone');
  const last = hits.length === SEARCH.pageSize ? hits.at(-1) : undefined;
  return {
    profiles: await readCards(ctx.db, ctx.tenant, hits, ctx.now()),
    numResults: await countFound(ctx.db, filters),
    page,
    next: last ? writeCursor(last) : null,
  };
}

/** The search filters; missing ones come from the viewer's profile. */
async function searchOf(ctx: Ctx<'page_gone'>, input: MemberSearch): Promise<Search> {
  const viewer = ctx.member().id;
  const viewerProfile = await ctx.db
    .selectFrom('profile')
    .select(['gender', 'sexuality', 'birth_date', 'country'])
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', viewer)
    .executeTakeFirstOrThrow();
  const today = isoDay(ctx.now());
  const defaults = defaultAges(ageOn(viewerProfile.birth_date, today), ctx.site.niche.members.ages);
  const min = input.min_age ?? Math.min(defaults.min, input.max_age ?? defaults.min);
  const max = input.max_age ?? Math.max(defaults.max, min);
  if (min > max) throw ctx.refuse('invalid', { fields: { max_age: 'out_of_range' } });
  const hasKnownGender = viewerProfile.gender === 'male' || viewerProfile.gender === 'female';
  const bothGenders = ['female', 'male'];
  return {
    tenant: ctx.tenant,
    viewer,
    genders:
      input.gender === 'any' ? bothGenders : input.gender ? [input.gender] : (seeks(viewerProfile) ?? bothGenders),
    country: input.country ?? viewerProfile.country,
    region: input.countryregion ?? null,
    ...birthDatesFor(min, max, today),
    realOnly: input.real === '1',
    soughtBy: input.two_way !== '0' && hasKnownGender ? viewerProfile.gender : null,
  };
}

async function view(ctx: Ctx<'blocked' | 'limit_reached'>, { id }: { id: string }): Promise<{ member: Member }> {
  const viewer = ctx.member();
  const member = await readMember(ctx.db, ctx.site, viewer, id, ctx.now());
  if (!member) throw ctx.refuse('not_found');
  if (await hasBlocked(ctx.db, ctx.tenant, member.id, viewer.id)) throw ctx.refuse('blocked');
  if (member.id !== viewer.id) await countVisit(ctx, viewer.id, member.id);
  if (member.likes_me) await markSeen(ctx, member.id);
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
