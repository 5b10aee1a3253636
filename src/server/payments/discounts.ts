// Discount codes: reading one, the welcome discount, and the use of a code by one order (decisions A-welcome).
import { type RawBuilder, sql } from 'kysely';
import type { DiscountCode, Validity } from '#contract/discounts';
import { isExpired, normalCode, TIME_BONUS_CODE, WELCOME_CODE, welcomeEnds } from '#domain/discounts';
import { WELCOME } from '#domain/limits';
import type { PaymentStatus } from '#contract/credits';
import { ENDED_UNPAID } from '#domain/payments';
import type { Db } from '../db/index.ts';

/** Whose codes, and at what time. */
export interface Holder {
  readonly tenant: number;
  readonly account: string;
  readonly now: Date;
}

/** A code that exists for a member. */
export interface KnownCode extends Omit<DiscountCode, 'expires' | 'expired' | 'validity' | 'status'> {
  readonly expires: Date | null;
  readonly validity: Validity;
}

/** A code as members see it. */
export const codeView = ({ expires, ...code }: KnownCode, now: Date): DiscountCode => ({
  ...code,
  status: 'active',
  expires: expires?.toISOString() ?? null,
  expired: isExpired({ expires }, now),
});

const welcomeTerms = { country: null, currency: null, minimum_order_value: null, paymentmethods: null };

/** The welcome code as a visitor sees it, whose time has not begun. */
export const visitorsWelcome: KnownCode = {
  ...{ ...welcomeTerms, code: WELCOME_CODE, user_id: null, expires: null },
  ...{ value_percentage: WELCOME.percent, validity: 'once-per-user' },
};

/**
 * The welcome discount of a member, under either of its names, also when its time is over, as it is for one who has paid. It is not a
 * row: it follows from signup and purchases.
 */
async function welcomeOf(db: Db, { tenant, account }: Holder): Promise<KnownCode | null> {
  const member = await db
    .selectFrom('account')
    .select(['signup_at', 'paid_user'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .executeTakeFirst();
  if (!member) return null;
  const expires = member.paid_user ? member.signup_at : welcomeEnds(member.signup_at);
  return { ...visitorsWelcome, code: TIME_BONUS_CODE, user_id: account, expires };
}

/** The code with this name, if it is there for this member: one of another member is as unknown as one that was switched off. */
export async function readCode(db: Db, holder: Holder, typed: string): Promise<KnownCode | null> {
  const code = normalCode(typed);
  if (code === WELCOME_CODE || code === TIME_BONUS_CODE) return welcomeOf(db, holder);
  const row = await codes(db, holder.tenant).where('code', '=', code).executeTakeFirst();
  return row && (row.account === null || row.account === holder.account) ? knownCode(row) : null;
}

const codes = (db: Db, tenant: number) =>
  db.selectFrom('discount_code').selectAll().where('tenant', '=', tenant).where('status', '=', 'active');

const knownCode = (row: Awaited<ReturnType<ReturnType<typeof codes>['executeTakeFirstOrThrow']>>): KnownCode => ({
  ...{ code: row.code, country: row.country, user_id: row.account, expires: row.expires, currency: row.currency },
  ...{ minimum_order_value: row.minimum_order_value, validity: row.validity, paymentmethods: row.paymentmethods },
  value_percentage: Number(row.value_percentage),
});

/** The codes that a member can use now, the highest first. */
export async function ownCodes(db: Db, holder: Holder): Promise<KnownCode[]> {
  const rows = await codes(db, holder.tenant).where('account', '=', holder.account).execute();
  const welcome = await welcomeOf(db, holder);
  const known = [...(welcome ? [welcome] : []), ...rows.map(knownCode)].filter((each) => !isExpired(each, holder.now));
  const usable: KnownCode[] = [];
  for (const each of known) if (isUsable(await useOf(db, holder, each), holder)) usable.push(each);
  return usable.toSorted((a, b) => b.value_percentage - a.value_percentage);
}

/** The order that has a code, its member, and how it stands. */
export interface CodeUse {
  readonly payment: string;
  readonly account: string;
  readonly status: PaymentStatus;
}

/** What can be used once. */
export type Once = Pick<KnownCode, 'code' | 'validity'>;

const holderOf = ({ validity }: Once, account: string): string => (validity === 'once' ? '' : account);

/** The order that has this member's use of a code; null when it is free, as after an order that ended unpaid. */
export async function useOf(db: Db, { tenant, account }: Holder, code: Once): Promise<CodeUse | null> {
  if (code.validity === 'unlimited') return null;
  const use = await db
    .selectFrom('discount_use as u')
    .innerJoin('payment as p', (join) => join.onRef('p.tenant', '=', 'u.tenant').onRef('p.id', '=', 'u.payment'))
    .select(['p.id as payment', 'p.account', 'p.status'])
    .where('u.tenant', '=', tenant)
    .where('u.holder', '=', holderOf(code, account))
    .where('u.code', '=', code.code)
    .where('p.status', 'not in', ENDED_UNPAID)
    .executeTakeFirst();
  return use ?? null;
}

/** Whether a member may still order with a code: their own order may have it that is not paid and can be cancelled. */
export const isUsable = (use: CodeUse | null, { account }: Pick<Holder, 'account'>): boolean =>
  use === null || (use.account === account && use.status === 'created');

/**
 * Gives a code's use to an order, unless another order has it. The caller's transaction has stored the order, and all orders with
 * a code wait here for each other: only then is what the statement reads not older than the use that it replaces.
 */
export const takeUse = (db: Db, holder: Holder, code: Once, payment: string): Promise<boolean> =>
  claimUse(db, holder, code, payment, sql`p.status = any(${ENDED_UNPAID}::text[])`);

/**
 * Gives a code's use to an order that is paid: one that had ended unpaid, whose code another order took, may be paid after all. The first
 * one paid has it. False when another was paid before.
 */
export const redeemUse = (db: Db, holder: Holder, code: Once, payment: string): Promise<boolean> =>
  claimUse(db, holder, code, payment, sql`p.paid = 0`);

/** `gives`: which order `p` leaves its use to this one. */
async function claimUse(
  db: Db,
  holder: Holder,
  code: Once,
  payment: string,
  gives: RawBuilder<unknown>,
): Promise<boolean> {
  if (code.validity === 'unlimited') return true;
  const { tenant, account, now } = holder;
  await lockCode(db, holder, code);
  const { rows } = await sql`
    insert into discount_use (tenant, holder, code, payment, at)
    values (${tenant}, ${holderOf(code, account)}, ${code.code}, ${payment}, ${now})
    on conflict (tenant, holder, code) do update set payment = excluded.payment, at = excluded.at
    where discount_use.payment = excluded.payment or exists (select from payment p
      where p.tenant = discount_use.tenant and p.id = discount_use.payment and ${gives})
    returning payment`.execute(db);
  return rows.length > 0;
}

/** A code used once by anyone is locked itself; for any other the member, as each has a use of their own. */
async function lockCode(db: Db, { tenant, account }: Holder, code: Once): Promise<void> {
  if (code.validity === 'once')
    await sql`select from discount_code where tenant = ${tenant} and code = ${code.code} for update`.execute(db);
  else await sql`select from account where tenant = ${tenant} and id = ${account} for no key update`.execute(db);
}
