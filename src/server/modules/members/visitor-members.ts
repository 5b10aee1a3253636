// Previews of members for visitors, limited to members who may be shown to them.
import type { VisitorMember } from '#contract/members';
import { ageOn } from '#domain/age';
import { firstGraphemes } from '#domain/graphemes';
import { PREVIEWS } from '#domain/limits';
import { isoDay } from '#domain/iso-day';
import type { Site } from '#site/load';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { profiles } from './member-view.ts';

/** Members visible to visitors, with their main photo. Ordered by id, which reveals nothing and uses the index. */
const shownToVisitors = (db: Db, tenant: number) =>
  profiles(db, tenant)
    .where('p.visible', '=', true)
    .where('p.reachable', '=', true)
    .where((is) => is.or([is('p.fictional', '=', true), is('p.show_to_visitors', '=', true)]))
    .orderBy('p.id');

/** The member with that id, or a few. */
export async function visitors(ctx: Ctx, { id }: { id?: string | undefined }): Promise<{ profiles: VisitorMember[] }> {
  const visible = shownToVisitors(ctx.db, ctx.tenant)
    .select(['p.id', 'p.name', 'p.birth_date', 'p.city', 'p.country', 'p.fictional', 'p.about', 'f.token as photo'])
    .limit(PREVIEWS.max);
  const rows = await (
    id === undefined ? visible.where('f.token', 'is not', null) : visible.where('p.id', '=', id)
  ).execute();
  const today = isoDay(ctx.now());
  return {
    profiles: rows.map(({ birth_date, about, ...row }) => ({
      ...row,
      age: ageOn(birth_date, today),
      line: excerpt(about, ctx.site),
    })),
  };
}

/** The start of a member's `about` on one line, if the site shows it. */
export function excerpt(about: string | null, { siteSettings }: Site): string | null {
  if (!siteSettings.visible_profile_notes.includes('about')) return null;
  const text = (about ?? '').replace(/\s+/g, ' ').trim();
  if (firstGraphemes(text, PREVIEWS.lineLength) === text) return text || null;
  // Cuts at a word boundary, unless the first word fills the line.
  return `${firstGraphemes(text, PREVIEWS.lineLength - 1).replace(/(?<=\S) \S*$/, '')}…`;
}
