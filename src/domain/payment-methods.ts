// The ways to pay: which country is offered which, which first ask for a bank, and which are history (decisions B9).

/**
 * One method. `countries` are those it is offered in, `everywhere` all of them, in which case it comes after the local ones.
 * `hasBankStep`: the payer chooses a bank before being sent on. A `retired` method only shows in what was paid with it.
 */
export interface MethodRow {
  readonly id: string;
  readonly countries: readonly string[] | 'everywhere';
  readonly hasBankStep?: true;
  readonly retired?: true;
}

const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
const SEPA = [...EURO, ...'BG CH CZ DK HU IS LI NO PL RO SE'.split(' ')];
const listed = (countries: string): string[] => countries.split(' ');

/** In the order they are offered: what people of one country use first, cards and wallets of everybody after it. */
export const paymentMethods: readonly MethodRow[] = [
  { id: 'ideal', countries: listed('NL') },
  { id: 'bancontact', countries: listed('BE') },
  { id: 'eps', countries: listed('AT'), hasBankStep: true },
  { id: 'twint', countries: listed('CH') },
  { id: 'cartebancaire', countries: listed('FR') },
  { id: 'satispay', countries: listed('IT') },
  { id: 'nexi', countries: listed('IT') },
  { id: 'blik', countries: listed('PL') },
  { id: 'przelewy24', countries: listed('PL'), hasBankStep: true },
  { id: 'mobilepay', countries: listed('DK FI') },
  { id: 'dankort', countries: listed('DK') },
  { id: 'swish', countries: listed('SE') },
  { id: 'vipps', countries: listed('NO') },
  { id: 'wero', countries: listed('DE FR BE') },
  { id: 'paypal', countries: 'everywhere' },
  { id: 'klarna', countries: listed('AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT NL NO NZ PL PT RO SE US') },
  { id: 'visa', countries: 'everywhere' },
  { id: 'mastercard', countries: 'everywhere' },
  { id: 'maestro', countries: listed('AT BE CH DE IE IT LU NL PL') },
  { id: 'creditcard', countries: 'everywhere' },
  { id: 'applepay', countries: 'everywhere' },
  { id: 'googlepay', countries: 'everywhere' },
  { id: 'sdd', countries: EURO },
  { id: 'sct', countries: SEPA },
  { id: 'paysafecard', countries: [...EURO, ...listed('AU BG CA CH CZ DK GB HU IS LI NO NZ PL RO SE US')] },
  { id: 'giropay', countries: listed('DE'), retired: true },
  { id: 'sofort', countries: listed('AT BE CH DE ES IT NL PL'), retired: true },
];

/** Other names that are accepted for a method. */
const ALIASES: Readonly<Record<string, string>> = { prezelewy24: 'przelewy24' };

/** The row of a method by its id or another name of it; null for one nobody knows. */
export function methodOf(id: string): MethodRow | null {
  const known = Object.hasOwn(ALIASES, id) ? ALIASES[id] : id;
  return paymentMethods.find((method) => method.id === known) ?? null;
}

const serves = ({ countries }: MethodRow, country: string): boolean =>
  countries === 'everywhere' || countries.includes(country);

/** What is offered in a country, best known there first. */
export const methodsIn = (country: string): MethodRow[] =>
  paymentMethods.filter((method) => !method.retired && serves(method, country));

/** The method an order in a country may name, by id or another name; null when it is not offered there. */
export function orderableMethod(id: string, country: string): MethodRow | null {
  const method = methodOf(id);
  return method && !method.retired && serves(method, country) ? method : null;
}

/** How a payer gets on: through a choice of banks, or straight to the provider, as with every method nobody knows. */
export const flowOf = (id: string): 'bank' | 'redirect' => (methodOf(id)?.hasBankStep ? 'bank' : 'redirect');
