// Payment methods: countries, bank step, and retired ones.

/** The id of SEPA direct debit. */
export const DEBIT_METHOD = 'sdd';

/**
 * One method. Methods with `everywhere` are listed after local ones. `hasBankStep`: the payer chooses a bank first.
 * `arrivesLater`: the money may be on its way while the provider still says that nothing was paid. A `retired` method appears only in past payments.
 */
export interface MethodRow {
  readonly id: string;
  readonly countries: readonly string[] | 'everywhere';
  readonly hasBankStep?: true;
  readonly arrivesLater?: true;
  readonly retired?: true;
}

const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
/** The European Economic Area and Switzerland: fewer than have bank accounts within SEPA (`readIban`). */
export const eeaAndSwitzerland: readonly string[] = [...EURO, ...'BG CH CZ DK HU IS LI NO PL RO SE'.split(' ')];
const codes = (countries: string): string[] => countries.split(' ');

/** In display order: local methods first, then cards and wallets. */
export const paymentMethods: readonly MethodRow[] = [
  { id: 'ideal', countries: codes('NL') },
  { id: 'bancontact', countries: codes('BE') },
  { id: 'eps', countries: codes('AT'), hasBankStep: true },
  { id: 'twint', countries: codes('CH') },
  { id: 'cartebancaire', countries: codes('FR') },
  { id: 'satispay', countries: codes('IT') },
  { id: 'nexi', countries: codes('IT') },
  { id: 'blik', countries: codes('PL') },
  { id: 'przelewy24', countries: codes('PL'), hasBankStep: true, arrivesLater: true },
  { id: 'mobilepay', countries: codes('DK FI') },
  { id: 'dankort', countries: codes('DK') },
  { id: 'swish', countries: codes('SE') },
  { id: 'vipps', countries: codes('NO') },
  { id: 'wero', countries: codes('DE FR BE') },
  { id: 'paypal', countries: 'everywhere' },
  { id: 'klarna', countries: codes('AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT NL NO NZ PL PT RO SE US') },
  { id: 'visa', countries: 'everywhere' },
  { id: 'mastercard', countries: 'everywhere' },
  { id: 'maestro', countries: codes('AT BE CH DE IE IT LU NL PL') },
  { id: 'creditcard', countries: 'everywhere' },
  { id: 'applepay', countries: 'everywhere' },
  { id: 'googlepay', countries: 'everywhere' },
  { id: 'sdd', countries: EURO },
  { id: 'sct', countries: eeaAndSwitzerland, arrivesLater: true },
  { id: 'paysafecard', countries: [...EURO, ...codes('AU BG CA CH CZ DK GB HU IS LI NO NZ PL RO SE US')] },
  { id: 'giropay', countries: codes('DE'), retired: true },
  { id: 'sofort', countries: codes('AT BE CH DE ES IT NL PL'), retired: true },
];

/** Accepted aliases of method ids. */
const ALIASES: Readonly<Record<string, string>> = { prezelewy24: 'przelewy24' };

/** The method of an id or alias; null when it is unknown. */
export function findMethod(id: string): MethodRow | null {
  const canonicalId = Object.hasOwn(ALIASES, id) ? ALIASES[id] : id;
  return paymentMethods.find((method) => method.id === canonicalId) ?? null;
}

const isOfferedIn = ({ countries }: MethodRow, country: string): boolean =>
  countries === 'everywhere' || countries.includes(country);

/** The methods offered in a country, most popular first. */
export const methodsIn = (country: string): MethodRow[] =>
  paymentMethods.filter((method) => !method.retired && isOfferedIn(method, country));

/** The method of an id or alias if it can be ordered in a country, or null. */
export function orderableMethod(id: string, country: string): MethodRow | null {
  const method = findMethod(id);
  return method && !method.retired && isOfferedIn(method, country) ? method : null;
}

const CARDS = new Set(['visa', 'mastercard', 'maestro', 'creditcard', 'dankort', 'cartebancaire']);
/** Whether a method is a card that the provider can keep for the next order. */
export const isCard = (id: string): boolean => CARDS.has(id);

/** Checkout flow of a method: our page of direct debit, a bank choice, or a redirect to the provider. Unknown methods redirect. */
export function checkoutFlow(id: string): 'debit' | 'bank' | 'redirect' {
  if (id === DEBIT_METHOD) return 'debit';
  return findMethod(id)?.hasBankStep ? 'bank' : 'redirect';
}

/** Whether money may be on its way for an order that is not paid yet; of an unknown method it may. */
export const arrivesLater = (id: string): boolean => findMethod(id)?.arrivesLater ?? findMethod(id) === null;

/** Brand names are the same in every language; other methods have a localized text. */
export const METHOD_NAMES: Readonly<Partial<Record<string, string>>> = {
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
