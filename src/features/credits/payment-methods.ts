// Names and icons of payment methods.
import { hasText, t } from '#lib/i18n';
import type { IconName } from '#ui/Icon';

/** Brand names are the same in every language; other methods have a localized text. */
const NAMES: Readonly<Record<string, string>> = {
  applepay: 'Apple Pay',
  bancontact: 'Bancontact',
  blik: 'BLIK',
  cartebancaire: 'Carte Bancaire (CB)',
  dankort: 'Dankort',
  eps: 'eps',
  giropay: 'giropay',
  googlepay: 'Google Pay',
  ideal: 'iDEAL',
  klarna: 'Klarna',
  maestro: 'Maestro',
  mastercard: 'Mastercard',
  mobilepay: 'MobilePay',
  nexi: 'Nexi',
  paypal: 'PayPal',
  paysafecard: 'paysafecard',
  przelewy24: 'Przelewy24',
  satispay: 'Satispay',
  sofort: 'Sofort',
  swish: 'Swish',
  twint: 'TWINT',
  vipps: 'Vipps',
  visa: 'Visa',
  wero: 'Wero',
};

const CARDS = 'cartebancaire creditcard dankort maestro mastercard nexi visa'.split(' ');
const APPS = 'applepay blik googlepay mobilepay satispay swish twint vipps wero'.split(' ');
const WALLETS = 'klarna paypal'.split(' ');

/** Falls back to the id for an unknown method. */
export function methodName(id: string): string {
  const key = `credits:method_${id}`;
  return (Object.hasOwn(NAMES, id) ? NAMES[id] : undefined) ?? (hasText(key) ? t(key) : id);
}

/** A generic icon for the kind of method; brand logos are not used. */
export function methodIcon(id: string): IconName {
  if (CARDS.includes(id)) return 'card';
  if (APPS.includes(id)) return 'phone';
  if (WALLETS.includes(id)) return 'wallet';
  return id === 'paysafecard' ? 'ticket' : 'bank';
}
