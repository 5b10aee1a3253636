// Names and icons of payment methods.
import { METHOD_NAMES } from '#domain/payment-methods';
import { hasText, t } from '#lib/i18n';
import type { IconName } from '#ui/Icon';

/** Falls back to the id for an unknown method. */
export function methodName(id: string): string {
  const key = `credits:method_${id}`;
  return METHOD_NAMES[id] ?? (hasText(key) ? t(key) : id);
}

/** A kept card as its owner knows it. */
export const cardName = ({ brand, last_four }: { readonly brand: string; readonly last_four: string }): string =>
  `${brand} •••• ${last_four}`;

/** The icon of a method without a mark of its own. */
export const methodIcon = (id: string): IconName => (id === 'creditcard' ? 'card' : 'bank');
