// Reads the logged-in member as shown to themselves.
import type { User } from '#contract/auth';
import { ageOn, defaultAges } from '#domain/age';
import { seeks } from '#domain/matching';
import type { BaseCtx } from '../../context.ts';
import { type Db, NAMED } from '../../db/index.ts';
import { firstRowOf } from '../../db/statement.ts';
import { mainImageOf } from '../../media/photo-urls.ts';

/** The UTC calendar day of a date, `YYYY-MM-DD`. */
export const isoDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const userRow = firstRowOf((db, { tenant, id }: { tenant: number; id: string }) =>
  db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 'a.tenant').onRef('p.id', '=', 'a.id'))
    .leftJoin('photo as f', (join) => join.onRef('f.tenant', '=', 'p.tenant').onRef('f.id', '=', 'p.main_photo'))
    .modifyFront(NAMED)
    .select(['a.id', 'a.status', 'a.credits', 'a.paid_user', 'a.language', 'a.signup_at', 'a.notifications_disabled'])
    .select([
      'p.name',
      'p.country',
      'p.region',
      'p.gender',
      'p.sexuality',
      'p.birth_date',
      'p.status as profile_status',
    ])
    .select(['f.token', 'f.status as photo_status'])
    .where('a.tenant', '=', tenant)
    .where('a.id', '=', id),
);

export async function readUser(
  db: Db,
  { tenant, site }: Pick<BaseCtx, 'tenant' | 'site'>,
  id: string,
  now: Date,
): Promise<User | null> {
  const row = await userRow(db, { tenant, id });
  if (!row) return null;
  const age = ageOn(row.birth_date, isoDay(now));
  return {
    id: row.id,
    status: row.status === 'active' ? 'active' : 'not_confirmed',
    credits: row.credits,
    paid_user: row.paid_user,
    language: row.language,
    fictional_icon: true,
    signup_date: row.signup_at.toISOString(),
    notifications_disabled: row.notifications_disabled as User['notifications_disabled'],
    profile: {
      name: row.name,
      country: row.country,
      region: row.region,
      gender: row.gender as User['profile']['gender'],
      seeks: [...(seeks(row) ?? [])],
      age,
      search_ages: defaultAges(age, site.niche.members.ages),
      status: row.profile_status,
      main_image: mainImageOf({ token: row.token, status: row.photo_status }),
    },
  };
}
