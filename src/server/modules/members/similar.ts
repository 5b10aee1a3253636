// Members like another one: the recently active ones who fit the viewer, ranked by what both profiles share.
import type { SimilarPage } from '#contract/members';
import { ageOn, defaultAges } from '#domain/age';
import { AGE, SIMILAR } from '#domain/limits';
import { type Comparable, rankByLikeness } from '#domain/similarity';
import { isoDay } from '#domain/iso-day';
import { consentedMember } from '../../auth/consented.ts';
import type { Ctx } from '../../context.ts';
import type { ProfileTable } from '../../db/tables/profile.ts';
import { hasBlocked } from '../photos/photo-access.ts';
import { readCards } from './member-view.ts';
import { searchOf } from './search-filters.ts';
import { findPage, type Search, sexualitiesNotSeeking } from './search.ts';

type SimilarCtx = Ctx<'blocked' | 'consent_required'>;
type ComparedRow = Pick<ProfileTable, 'id' | 'birth_date' | 'region' | 'city' | 'relationship_status' | 'body_type'> & {
  readonly interests: readonly string[];
};
const COMPARED = ['id', 'birth_date', 'region', 'city', 'relationship_status', 'body_type', 'interests'] as const;

export async function similar(ctx: SimilarCtx, input: { id: string; page?: number | undefined }): Promise<SimilarPage> {
  const viewer = consentedMember(ctx);
  const member = await readCompared(ctx, input.id, viewer);
  if (!member) throw ctx.refuse('not_found');
  if (await hasBlocked(ctx.db, ctx.tenant, member.id, viewer)) throw ctx.refuse('blocked');
  const others = await findPool(ctx, member);
  const found = rankByLikeness(
    comparable(ctx, member),
    others.map((row) => comparable(ctx, row)),
  );
  const start = ((input.page ?? 1) - 1) * SIMILAR.pageSize;
  const shown = found.slice(start, start + SIMILAR.pageSize);
  const cards = await readCards(
    ctx.db,
    ctx.tenant,
    shown.map(({ member: { id } }) => ({ id })),
    ctx.now(),
  );
  const reasons = new Map(shown.map(({ member: { id }, reasons: common }) => [id, common]));
  return {
    profiles: cards.map((card) => ({ ...card, common: [...(reasons.get(card.id) ?? [])] })),
    numResults: found.length,
  };
}

const readCompared = (ctx: SimilarCtx, id: string, me: string) =>
  ctx.db
    .selectFrom('profile')
    .select([...COMPARED, 'gender', 'sexuality', 'country'])
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', id)
    .where((is) => is.or([is('reachable', '=', true), is('id', '=', me)]))
    .executeTakeFirst();

type Compared = NonNullable<Awaited<ReturnType<typeof readCompared>>>;

/** The ids come from the index only, as in the search; then the facts of those few. */
async function findPool(ctx: SimilarCtx, member: Compared): Promise<ComparedRow[]> {
  // The member may be among them.
  const { hits } = await findPage(ctx.db, await searchAround(ctx, member), { offset: 0 }, SIMILAR.pool + 1);
  const ids = hits.flatMap(({ id }) => (id === member.id ? [] : [id])).slice(0, SIMILAR.pool);
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('profile')
    .select(COMPARED)
    .where('tenant', '=', ctx.tenant)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The same gender, country and age group. Two-way matching as in the search, unless the member is not within it either. */
async function searchAround(ctx: SimilarCtx, { gender, sexuality, country, birth_date }: Compared): Promise<Search> {
  const { min: min_age, max: max_age } = defaultAges(ageOn(birth_date, isoDay(ctx.now())), AGE);
  const search = { ...(await searchOf(ctx, { country, min_age, max_age })), genders: [gender] };
  const { soughtBy } = search;
  const isWithin = soughtBy !== null && !sexualitiesNotSeeking(soughtBy, gender).includes(sexuality);
  return isWithin ? search : { ...search, soughtBy: null };
}

/** Only what the site shows on a profile is compared, as the reasons are shown. */
function comparable(ctx: SimilarCtx, row: ComparedRow): Comparable & { id: string } {
  const { visible_profile_fields: shown } = ctx.site.siteSettings;
  const ifShown = (name: 'relationship_status' | 'body_type'): string | null =>
    shown.includes(name) ? row[name] : null;
  return {
    id: row.id,
    age: ageOn(row.birth_date, isoDay(ctx.now())),
    region: row.region,
    city: row.city,
    interests: shown.includes('interests') ? row.interests : [],
    relationship_status: ifShown('relationship_status'),
    body_type: ifShown('body_type'),
  };
}
