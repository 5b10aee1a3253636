// Packages as members see them, and the tryout package, which a member has once.
import type { Package } from '#contract/credits';
import { type Offer, TRYOUT } from '#domain/prices';
import type { Ctx } from '../context.ts';
import { type Holder, isUsable, type Once, useOf } from './discounts.ts';

export const holderOf = (ctx: Pick<Ctx, 'tenant' | 'member' | 'now'>): Holder => ({
  ...{ tenant: ctx.tenant, account: ctx.member().id, now: ctx.now() },
});

export const packageView = ({ id, credits, premium, amount, unit, currency }: Offer): Package => ({
  ...{ id, credits, premium },
  price: { amount, currency },
  unit: { amount: unit, currency },
});

/** The use of the tryout package; codes have no small letters. */
export const TRYOUT_USE: Once = { code: TRYOUT.id, validity: 'once-per-user' };

/** The tryout package, unless the member has had it. */
export async function openTryout(
  ctx: Pick<Ctx, 'db' | 'site' | 'tenant' | 'member' | 'now'>,
  country: string,
): Promise<Package | null> {
  const holder = holderOf(ctx);
  const isOpen = isUsable(await useOf(ctx.db, holder, TRYOUT_USE), holder);
  return isOpen ? packageView(ctx.site.prices.tryoutIn(country)) : null;
}
