// The discount codes a member can order with: their own, and one they type; and prices with a code.
import { onMount } from 'nanostores';
import { discounts, type DiscountCode } from '#contract/discounts';
import type { Package } from '#contract/credits';
import { discountedPrice, termsFault } from '#domain/discounts';
import { unitPrice } from '#domain/prices';
import { client } from '#lib/api';
import { now } from '#lib/clock';
import { createResource } from './resource.ts';
import { createSubmit, type Submit } from './submit.ts';
import { $timeBonus } from './time-bonus.ts';

const api = client({ find: discounts.find, own: discounts.own });

/** The member's own codes, the highest first. A failure is ignored: the order is then offered without them. */
export const $codes = createResource({ load: () => api.own().catch(() => ({ codes: [] })) });

// When the time bonus ends, its price must not stay.
onMount($codes, () =>
  $timeBonus.listen((now, before) => {
    if (before?.isVisible && !now.isVisible) void $codes.reload();
  }),
);

interface TypedCode {
  readonly code: string;
  readonly package: string;
  readonly method: string;
}

/** Looks a typed code up for an order; `found` gets it when it fits. */
export const createCodeSearch = (found: (code: DiscountCode) => void): Submit<TypedCode> =>
  createSubmit(async (typed) => {
    const { discount } = await api.find(typed);
    if (discount) found(discount);
  });

/** Whether an order of the package may use the code. The server decides in the end. */
export const fits = (
  code: DiscountCode,
  { price }: Pick<Package, 'price'>,
  order: { readonly country: string; readonly method: string },
): boolean =>
  termsFault(
    { ...code, expires: code.expires === null ? null : new Date(code.expires) },
    { ...order, ...price },
    now(),
  ) === null;

/** The package at the price that the code leaves, as the server will charge it. */
export function withDiscount(chosen: Package, code: DiscountCode | null): Package {
  if (!code) return chosen;
  const amount = discountedPrice(chosen.price.amount, code.value_percentage);
  return {
    ...chosen,
    price: { ...chosen.price, amount },
    unit: { ...chosen.unit, amount: unitPrice(amount, chosen.credits) },
  };
}
