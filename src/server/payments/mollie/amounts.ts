// Money as Mollie writes it: a text with two decimals.
import { ProviderUnavailable } from '../provider.ts';

export interface MollieAmount {
  readonly currency: string;
  readonly value: string;
}

/** `amount` is in minor units. Every currency of our prices has two decimals. */
export const toMollie = (amount: number, currency: string): MollieAmount => ({
  currency,
  value: `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
});

/** In minor units. */
export function fromMollie({ value }: MollieAmount): number {
  const parts = /^(\d{1,9})\.(\d\d)$/.exec(value);
  if (!parts) throw new ProviderUnavailable('Mollie returned an amount that is none.');
  return Number(parts[1]) * 100 + Number(parts[2]);
}
