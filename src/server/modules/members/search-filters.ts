// The filters of a search: those asked for, and the viewer's own for the rest.
import type { SavedFilters } from '#contract/searches';
import { ageOn, birthDatesFor, defaultAges } from '#domain/age';
import { seeks } from '#domain/matching';
import { isoDay } from '#domain/iso-day';
import { searchArea } from '#domain/search-area';
import type { Site } from '#site/load';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import type { Search } from './search.ts';

/** Whose search it is, on which site and when. */
interface Searcher {
  readonly db: Db;
  readonly site: Site;
  readonly viewer: string;
  readonly now: Date;
}

export const searchOf = (ctx: Ctx, input: SavedFilters): Promise<Search> =>
  searchFor({ db: ctx.db, site: ctx.site, viewer: ctx.member().id, now: ctx.now() }, input);

export async function searchFor({ db, site, viewer, now }: Searcher, input: SavedFilters): Promise<Search> {
  const viewerProfile = await db
    .selectFrom('profile')
    .select(['gender', 'sexuality', 'birth_date', 'country'])
    .where('tenant', '=', site.id)
    .where('id', '=', viewer)
    .executeTakeFirstOrThrow();
  const today = isoDay(now);
  const defaults = defaultAges(ageOn(viewerProfile.birth_date, today), site.niche.members.ages);
  const from = input.min_age ?? Math.min(defaults.min, input.max_age ?? defaults.min);
  const to = input.max_age ?? Math.max(defaults.max, from);
  // A reversed range is meant the other way round.
  const [min, max] = from > to ? [to, from] : [from, to];
  const hasKnownGender = viewerProfile.gender === 'male' || viewerProfile.gender === 'female';
  const bothGenders = ['female', 'male'];
  return {
    tenant: site.id,
    viewer,
    genders:
      input.gender === 'any' ? bothGenders : input.gender ? [input.gender] : (seeks(viewerProfile) ?? bothGenders),
    ...searchArea(input, viewerProfile.country),
    ...birthDatesFor(min, max, today),
    order: input.sort ?? 'activity',
    realOnly: input.real === '1',
    verifiedOnly: input.verified === '1',
    soughtBy: input.two_way !== '0' && hasKnownGender ? viewerProfile.gender : null,
  };
}
