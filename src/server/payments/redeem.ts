// What a paid order used up: its discount code, or the tryout package. It is used once, by the first order that is paid (decisions E27).
import { TIME_BONUS_CODE } from '#domain/discounts';
import { TRYOUT } from '#domain/prices';
import type { Db } from '../db/index.ts';
import { type Once, redeemUse } from './discounts.ts';
import { TRYOUT_USE } from './offers.ts';
import type { PaymentRow } from './orders.ts';

/** Its payer has paid the price they were shown, so they get their credits in any case; a second use is for a person to look at. */
export async function redeem(db: Db, payment: PaymentRow, now: Date): Promise<string | null> {
  const { tenant, account, id } = payment;
  const used = await usedBy(db, payment);
  if (!used || (await redeemUse(db, { tenant, account, now }, used, id))) return null;
  return `another order had used ${used.code} before this one was paid`;
}

async function usedBy(db: Db, payment: PaymentRow): Promise<Once | null> {
  const { tenant, discount_code: code } = payment;
  if (payment.package === TRYOUT.id) return TRYOUT_USE;
  if (code === null) return null;
  if (code === TIME_BONUS_CODE) return { code, validity: 'once-per-user' };
  const known = db.selectFrom('discount_code').select(['code', 'validity']).where('tenant', '=', tenant);
  return (await known.where('code', '=', code).executeTakeFirst()) ?? null;
}
