// Our payment methods as Stripe names them, and which of them its account has switched on.
import * as z from 'zod/mini';
import { type Call, parsed } from './calls.ts';

interface MethodAtStripe {
  /** What its page is asked to offer. */
  readonly type: string;
  /** As which the account switches it on. */
  readonly setting: string;
  /** Null for every currency. */
  readonly currencies: readonly string[] | null;
}

const only = (type: string, currencies: string): MethodAtStripe => ({
  ...{ type, setting: type, currencies: currencies.split(' ') },
});
/** A card, or a wallet that the page offers with cards. */
const card = (setting = 'card'): MethodAtStripe => ({ type: 'card', setting, currencies: null });

/**
 * By our id. A method that is missing is not offered: Stripe has no Vipps, Dankort, Nexi or paysafecard, and its direct debits and
 * transfers need a mandate or a customer of its own.
 */
const METHODS: Readonly<Partial<Record<string, MethodAtStripe>>> = {
  ideal: only('ideal', 'EUR'),
  bancontact: only('bancontact', 'EUR'),
  eps: only('eps', 'EUR'),
  satispay: only('satispay', 'EUR'),
  twint: only('twint', 'CHF'),
  blik: only('blik', 'PLN'),
  przelewy24: only('p24', 'EUR PLN'),
  mobilepay: only('mobilepay', 'DKK EUR NOK SEK'),
  swish: only('swish', 'SEK'),
  paypal: only('paypal', 'AUD CAD CHF CZK DKK EUR GBP NOK NZD PLN SEK USD'),
  klarna: only('klarna', 'AUD CAD CHF CZK DKK EUR GBP NOK NZD PLN RON SEK USD'),
  cartebancaire: card('cartes_bancaires'),
  applepay: card('apple_pay'),
  googlepay: card('google_pay'),
  ...{ visa: card(), mastercard: card(), maestro: card(), creditcard: card() },
};

/** Null for one that Stripe does not have in this currency. */
export function methodAt(id: string, currency: string): MethodAtStripe | null {
  const method = METHODS[id];
  return method && (method.currencies?.includes(currency) ?? true) ? method : null;
}

const Setting = z.object({ available: z.boolean() });
const Settings = z.object({
  data: z.array(z.looseObject({ is_default: z.boolean(), application: z.optional(z.nullable(z.string())) })),
});

/** Asks an account for the methods that its default setting switches on. */
export async function settingsAt(call: Call): Promise<ReadonlySet<string>> {
  const { data } = parsed(Settings, await call('GET', 'payment_method_configurations', { params: { limit: 100 } }));
  const defaults = data.filter((each) => each.is_default);
  // A platform that the account is connected with has a default of its own.
  const found = defaults.find(({ application = null }) => application === null) ?? defaults[0] ?? {};
  const isOn = (value: unknown): boolean => z.safeParse(Setting, value).data?.available === true;
  return new Set(Object.entries(found).flatMap(([name, value]) => (isOn(value) ? [name] : [])));
}

/** Languages of its page; the others are left to the browser. */
const LOCALES = new Set('da de en es fi fr it nb nl pl sv'.split(' '));
export const localeOf = (language: string): string => (LOCALES.has(language) ? language : 'auto');
