// Our payment methods as Mollie names them, and which of them its account has switched on.
import { Locale, PaymentMethod, SequenceType, type MollieClient } from '@mollie/api-client';
import { DEBIT_METHOD } from '#domain/payment-methods';

const CARD = PaymentMethod.creditcard;

/**
 * By our id. A method that is missing is not offered: Mollie has no Dankort, Nexi or Wero of its own, and its Klarna needs a
 * postal address, which members do not give.
 */
const NAMES: Readonly<Partial<Record<string, PaymentMethod>>> = {
  ideal: PaymentMethod.ideal,
  bancontact: PaymentMethod.bancontact,
  eps: PaymentMethod.eps,
  twint: PaymentMethod.twint,
  satispay: PaymentMethod.satispay,
  blik: PaymentMethod.blik,
  przelewy24: PaymentMethod.przelewy24,
  mobilepay: PaymentMethod.mobilepay,
  swish: PaymentMethod.swish,
  vipps: PaymentMethod.vipps,
  paypal: PaymentMethod.paypal,
  applepay: PaymentMethod.applepay,
  googlepay: PaymentMethod.googlepay,
  paysafecard: PaymentMethod.paysafecard,
  sct: PaymentMethod.banktransfer,
  [DEBIT_METHOD]: PaymentMethod.directdebit,
  ...{ visa: CARD, mastercard: CARD, maestro: CARD, creditcard: CARD, cartebancaire: CARD },
};

const LOCALES: Readonly<Partial<Record<string, Locale>>> = {
  ...{ en: Locale.en_GB, da: Locale.da_DK, de: Locale.de_DE, es: Locale.es_ES, fi: Locale.fi_FI, fr: Locale.fr_FR },
  ...{ it: Locale.it_IT, nb: Locale.nb_NO, nl: Locale.nl_NL, pl: Locale.pl_PL, sv: Locale.sv_SE },
};

export const methodName = (id: string): PaymentMethod | null => NAMES[id] ?? null;
export const localeOf = (language: string): { locale?: Locale } => {
  const locale = LOCALES[language];
  return locale ? { locale } : {};
};

/** Asks an account for its methods in a currency. */
export async function methodsAt(client: MollieClient, currency: string): Promise<ReadonlySet<string>> {
  const amount = { currency, value: '10.00' };
  // Direct debits are only listed among what can be charged again.
  const lists = await Promise.all([
    client.methods.list({ amount, includeWallets: 'applepay,googlepay' }),
    client.methods.list({ amount, sequenceType: SequenceType.recurring }),
  ]);
  const [all, again] = lists.map((list) => list.map(({ id }): string => id));
  const debits = again?.filter((name) => name === String(PaymentMethod.directdebit)) ?? [];
  return new Set([...(all ?? []), ...debits]);
}
