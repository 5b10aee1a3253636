// The name of a payment method in a language.
import { METHOD_NAMES } from '#domain/payment-methods';
import type { Translator } from '#i18n/translator';

/** Falls back to its id. */
export function methodText({ translate, has }: Translator, id: string): string {
  const key = `credits:method_${id}`;
  return METHOD_NAMES[id] ?? (has(key) ? translate(key) : id);
}
