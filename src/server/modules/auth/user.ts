// Reads the logged-in member as shown to themselves.
import type { User } from '#contract/auth';
import { ageOn, defaultAges } from '#domain/age';
import { isoDay } from '#domain/iso-day';
import { seeks } from '#domain/matching';
import { termsDate } from '#domain/terms';
import { type PriceList, unitPrice } from '#domain/prices';
import type { BaseCtx } from '../../context.ts';
import { type Db, NAMED } from '../../db/index.ts';
import { firstRowOf } from '../../db/statement.ts';
import { mainImageOf } from '../../media/photo-urls.ts';
import { heldCost } from '../chats/held-messages.ts';

const userRow = firstRowOf((db, { tenant, id }: { tenant: number; id: string }) =>
  db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 'a.tenant').onRef('p.id', '=', 'a.id'))
    .leftJoin('photo as f', (join) => join.onRef('f.tenant', '=', 'p.tenant').onRef('f.id', '=', 'p.main_photo'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payment')
          .select(['payment.amount', 'payment.credits as bought', 'payment.currency'])
          .whereRef('payment.tenant', '=', 'a.tenant')
          .whereRef('payment.account', '=', 'a.id')
          .where('payment.status', 'in', ['paid', 'partly_refunded'])
          .orderBy('payment.created_at', 'desc')
          .limit(1)
          .as('b'),
      (join) => join.onTrue(),
    )
    .modifyFront(NAMED)
    .select(['a.id', 'a.email', 'a.status', 'a.credits', 'a.paid_user', 'a.language', 'a.signup_at', 'a.signup_member'])
    .select([
      'a.notifications_disabled',
      'a.mail_after',
      'a.accepted_terms_at',
      'a.consent_withdrawn_at',
      'a.signup_steps',
      'a.quick_exit',
    ])
    .select([
      'p.name',
      'p.country',
      'p.region',
      'p.gender',
      'p.sexuality',
      'p.birth_date',
      'p.status as profile_status',
    ])
    .select(['f.token', 'f.status as photo_status', 'f.ai'])
    .select(['b.amount', 'b.bought', 'b.currency'])
    .where('a.tenant', '=', tenant)
    .where('a.id', '=', id),
);

/** Of the last purchase, else of the package with the cheapest credits in the member's country. */
function creditPrice(
  { offersIn }: PriceList,
  row: {
    readonly amount: number | null;
    readonly bought: number | null;
    readonly currency: string | null;
    readonly country: string;
  },
): User['credit_price'] {
  const { amount, bought, currency } = row;
  if (amount !== null && bought !== null && currency !== null)
    return { amount: unitPrice(amount, bought), currency, pack: null };
  const cheapest = offersIn(row.country).reduce((best, offer) => (offer.unit < best.unit ? offer : best));
  return { amount: cheapest.unit, currency: cheapest.currency, pack: cheapest.credits };
}

/** New terms are to be accepted from their date on (decisions B23). */
function areTermsDue({ company }: BaseCtx['site'], acceptedAt: Date | null, now: Date): boolean {
  const since = termsDate(company.added);
  return since <= now && (acceptedAt === null || acceptedAt < since);
}

export async function readUser(
  db: Db,
  { tenant, site }: Pick<BaseCtx, 'tenant' | 'site'>,
  id: string,
  now: Date,
): Promise<User | null> {
  const row = await userRow(db, { tenant, id });
  if (!row) return null;
  const held = row.status === 'active' ? 0 : await heldCost({ db, tenant, site }, id);
  const age = ageOn(row.birth_date, isoDay(now));
  return {
    id: row.id,
    email: row.email,
    status: row.status === 'active' ? 'active' : 'not_confirmed',
    credits: row.credits,
    ...(held > 0 && { held_credits: held }),
    credit_price: creditPrice(site.prices, row),
    paid_user: row.paid_user,
    language: row.language,
    fictional_icon: true,
    signup_date: row.signup_at.toISOString(),
    mail_after: row.status === 'not_confirmed' ? (row.mail_after?.toISOString() ?? null) : null,
    signup_member: row.signup_member,
    signup_steps: row.signup_steps as User['signup_steps'],
    notifications_disabled: row.notifications_disabled as User['notifications_disabled'],
    quick_exit: row.quick_exit,
    terms_due: areTermsDue(site, row.accepted_terms_at, now),
    consented: row.consent_withdrawn_at === null,
    profile: {
      name: row.name,
      country: row.country,
      region: row.region,
      gender: row.gender as User['profile']['gender'],
      seeks: [...(seeks(row) ?? [])],
      age,
      search_ages: defaultAges(age, site.niche.members.ages),
      status: row.profile_status === 'active' ? 'active' : 'disabled',
      main_image: mainImageOf({ token: row.token, status: row.photo_status, ai: row.ai }),
    },
  };
}
