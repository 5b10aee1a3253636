// Maps profile rows to what other members may see.
import { type RawBuilder, sql } from 'kysely';
import type { profileFields, profileNotes } from '#contract/site';
import type { Member, MemberCard } from '#contract/members';
import { ageOn } from '#domain/age';
import { photoLimit } from '#domain/limits';
import { isoDay } from '#domain/iso-day';
import type { Site } from '#site/load';
import type { Db } from '../../db/index.ts';
import type { PhotoStatus } from '../../db/tables/photo.ts';
import type { ProfileTable } from '../../db/tables/profile.ts';
import type { Viewer } from '../../auth/sessions.ts';
import { mainImageOf, photoPath } from '../../media/photo-urls.ts';
import { privatePhotoPaths } from '../../media/private-photo-keys.ts';
import type { SearchHit } from './search.ts';
import { isConversationVisible } from './relationship.ts';

const cardColumns = [
  'p.id',
  'p.name',
  'p.birth_date',
  'p.gender',
  'p.country',
  'p.region',
  'p.city',
  'p.line',
  'p.fictional',
  'p.last_active',
  'p.verified',
  'f.token',
  'f.status as photo_status',
  'f.ai',
] as const;

export type CardRow = Pick<ProfileTable, 'id' | 'name' | 'birth_date' | 'gender' | 'country' | 'region' | 'city'> & {
  line: string;
  fictional: boolean;
  last_active: Date;
  verified: boolean;
  token: string | null;
  photo_status: PhotoStatus | null;
  ai: boolean | null;
};

/** Profiles with their main photo, if it is approved and not private. */
export const profiles = (db: Db, tenant: number) =>
  db
    .selectFrom('profile as p')
    .leftJoin('photo as f', (join) =>
      join
        .onRef('f.tenant', '=', 'p.tenant')
        .onRef('f.id', '=', 'p.main_photo')
        .on('f.status', '=', 'active')
        .on('f.private', '=', false),
    )
    .where('p.tenant', '=', tenant);

/** The columns of cards, for lists that join further tables; `p` is the profile. */
export const cards = (db: Db, tenant: number) => profiles(db, tenant).select(cardColumns);

/** Condition on `p`: no block in either direction. */
export const notBlocked = (tenant: number, me: string): RawBuilder<boolean> => sql`
  p.id not in (select blocked from block where tenant = ${tenant} and blocker = ${me}
    union all select blocker from block where tenant = ${tenant} and blocked = ${me})`;

/** Cards of the given members, in the same order. */
export async function readCards(
  db: Db,
  tenant: number,
  hits: readonly Pick<SearchHit, 'id'>[],
  now: Date,
): Promise<MemberCard[]> {
  if (hits.length === 0) return [];
  const rows = await cards(db, tenant)
    .where(
      'p.id',
      'in',
      hits.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return hits.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [cardOf(row, now)] : [];
  });
}

export function cardOf(row: CardRow, now: Date): MemberCard {
  return {
    id: row.id,
    name: row.name,
    age: ageOn(row.birth_date, isoDay(now)),
    gender: row.gender as MemberCard['gender'],
    country: row.country,
    region: row.region,
    city: row.city,
    line: row.line,
    fictional: row.fictional,
    // A profile that we wrote is never online.
    activity: row.fictional ? 'other' : activityOf(row.last_active, now),
    main_image: mainImageOf({ token: row.token, status: row.photo_status, ai: row.ai }),
    verified: row.verified,
  };
}

/** Coarse, so that a member's day cannot be tracked. */
function activityOf(last: Date, now: Date): MemberCard['activity'] {
  const hours = (now.getTime() - last.getTime()) / 3_600_000;
  return hours < 24 ? 'today' : hours < 7 * 24 ? 'week' : 'earlier';
}

/** A profile for `viewer`, or null when it is not visible. Facts that the site hides are null. */
export async function readMember(db: Db, site: Site, viewer: Viewer, id: string, now: Date): Promise<Member | null> {
  const row = await cards(db, site.id)
    .select([
      likeExists(viewer.id, sql.ref('p.id')).as('liked'),
      likeExists(sql.ref('p.id'), viewer.id).as('likes_me'),
      conversationWith(viewer.id).as('conversation'),
      sql<boolean>`exists (select from block where tenant = p.tenant and blocker = ${viewer.id} and blocked = p.id)`.as(
        'blocked',
      ),
      'p.sexuality',
      'p.hair_colour',
      'p.eye_colour',
      'p.body_type',
      'p.relationship_status',
      'p.tattoos',
      'p.interests',
      'p.about',
      'p.looking_for',
    ])
    .where('p.id', '=', id)
    .where((is) => is.or([is('p.reachable', '=', true), is('p.id', '=', viewer.id)]))
    .executeTakeFirst();
  if (!row) return null;
  const { visible_profile_fields: fields, visible_profile_notes: notes } = site.siteSettings;
  const ifShown = <K extends (typeof profileFields)[number] | (typeof profileNotes)[number]>(
    name: K,
  ): (typeof row)[K] | null => ([...fields, ...notes].some((each) => each === name) ? row[name] : null);
  return {
    ...cardOf(row, now),
    sexuality: ifShown('sexuality') as Member['sexuality'],
    about: ifShown('about'),
    looking_for: ifShown('looking_for'),
    hair_colour: ifShown('hair_colour') as Member['hair_colour'],
    eye_colour: ifShown('eye_colour') as Member['eye_colour'],
    body_type: ifShown('body_type') as Member['body_type'],
    relationship_status: ifShown('relationship_status') as Member['relationship_status'],
    tattoos: ifShown('tattoos') as Member['tattoos'],
    interests: ifShown('interests') ?? [],
    photos: await readPhotos(db, site.id, viewer, row.id, now),
    liked: row.liked,
    likes_me: row.likes_me,
    blocked: row.blocked,
    conversation: row.conversation,
  };
}

const likeExists = (liker: RawBuilder<unknown> | string, liked: RawBuilder<unknown> | string): RawBuilder<boolean> =>
  sql`exists (select from member_like where tenant = p.tenant and liker = ${liker} and liked = ${liked})`;

const conversationWith = (me: string): RawBuilder<string | null> => sql`
  (select id from conversation c where c.tenant = p.tenant and one = least(p.id, ${me}::uuid) and two = greatest(p.id, ${me}::uuid)
    and ${isConversationVisible(sql`c`, sql`${me}::uuid`)})`;

async function readPhotos(
  db: Db,
  tenant: number,
  viewer: Viewer,
  profile: string,
  now: Date,
): Promise<Member['photos']> {
  const rows = await db
    .selectFrom('photo as f')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'f.tenant').onRef('a.id', '=', 'f.profile'))
    .select(['f.id', 'f.private', 'f.token', 'f.hash', 'f.ai', 'a.paid_user'])
    .where('f.tenant', '=', tenant)
    .where('f.profile', '=', profile)
    .where('f.status', '=', 'active')
    .orderBy('f.position')
    .orderBy('f.id')
    .execute();
  const maySeePrivate = viewer.paid_user || viewer.id === profile;
  // When premium ended, the photos beyond those of a free member are hidden, but not from their owner (decisions B11).
  const shown = viewer.id === profile ? rows : rows.slice(0, photoLimit(rows[0]?.paid_user ?? false));
  const paths = await privatePhotoPaths(db, { tenant, viewer: viewer.id, now });
  return shown.map(({ id, private: isPrivate, token, hash, ai }) => {
    const isLocked = isPrivate && !maySeePrivate;
    return {
      id,
      ...{ private: isPrivate, ai },
      match: isLocked ? null : isPrivate ? paths.photo(token) : photoPath(token),
      // The photos of demo members have no such form, and no hash.
      locked: isLocked && hash !== null ? paths.locked(token) : null,
    };
  });
}
