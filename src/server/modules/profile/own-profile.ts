// Reads the caller's own profile, and maps it to the contract.
import type { OwnProfile } from '#contract/profile';
import { completenessOf } from '#domain/completeness';
import { DAY_MS } from '#domain/durations';
import { PROFILE_CHANGE_DAYS } from '#domain/limits';
import { soughtOf } from '#domain/orientation';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { mainImageOf } from '../../media/photo-urls.ts';

/** The row with the account's e-mail address and status, for the rules of the name and of changes. */
export const ownRow = (db: Db, tenant: number, id: string) =>
  db
    .selectFrom('profile as p')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'p.tenant').onRef('a.id', '=', 'p.id'))
    .leftJoin('photo as f', (join) => join.onRef('f.tenant', '=', 'p.tenant').onRef('f.id', '=', 'p.main_photo'))
    .select(['p.id', 'p.name', 'p.birth_date', 'p.gender', 'p.sexuality', 'p.country', 'p.region', 'p.city'])
    .select(['p.line', 'p.about', 'p.looking_for', 'p.interests'])
    .select(['p.hair_colour', 'p.eye_colour', 'p.body_type', 'p.relationship_status', 'p.tattoos'])
    .select(['p.name_changed_at', 'p.gender_changed_at', 'p.birth_date_changed_at'])
    .select(['a.email', 'a.status', 'f.token', 'f.status as photo_status', 'f.ai'])
    .where('p.tenant', '=', tenant)
    .where('p.id', '=', id);
export type OwnRow = Awaited<ReturnType<ReturnType<typeof ownRow>['executeTakeFirstOrThrow']>>;

/** From when a field may change again; null for now. */
export function nextChange(changedAt: Date | null, now: Date): Date | null {
  if (!changedAt) return null;
  const next = new Date(changedAt.getTime() + PROFILE_CHANGE_DAYS * DAY_MS);
  return next > now ? next : null;
}

export async function readOwnProfile({ db, tenant, site, now }: Ctx, id: string): Promise<OwnProfile> {
  const row = await ownRow(db, tenant, id).executeTakeFirstOrThrow();
  const content = {
    id: row.id,
    name: row.name,
    date_of_birth: row.birth_date,
    gender: row.gender as OwnProfile['gender'],
    seeks: soughtOf(row.gender, row.sexuality),
    sexuality: row.sexuality as OwnProfile['sexuality'],
    country: row.country,
    region: row.region,
    city: row.city,
    line: row.line,
    about: row.about ?? '',
    looking_for: row.looking_for ?? '',
    hair_colour: row.hair_colour as OwnProfile['hair_colour'],
    eye_colour: row.eye_colour as OwnProfile['eye_colour'],
    body_type: row.body_type as OwnProfile['body_type'],
    relationship_status: row.relationship_status as OwnProfile['relationship_status'],
    tattoos: row.tattoos as OwnProfile['tattoos'],
    interests: row.interests,
    main_image: mainImageOf({ token: row.token, status: row.photo_status, ai: row.ai }),
  };
  return {
    ...content,
    changeable: {
      name: nextChange(row.name_changed_at, now())?.toISOString() ?? null,
      gender: nextChange(row.gender_changed_at, now())?.toISOString() ?? null,
      date_of_birth: row.birth_date_changed_at === null,
    },
    completeness: completenessOf(content, site.siteSettings),
  };
}
