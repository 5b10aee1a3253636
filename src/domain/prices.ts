// Prices of packages by currency, with VAT (decisions A-packages).

/** A package by its public id. Every member may buy each; the two largest are premium packages. */
export interface Bundle {
  readonly id: string;
  readonly credits: number;
  readonly premium: boolean;
}

export const bundles: readonly Bundle[] = [
  { id: '6', credits: 6, premium: false },
  { id: '15', credits: 15, premium: false },
  { id: '35', credits: 35, premium: false },
  { id: '55', credits: 55, premium: false },
  { id: '100', credits: 100, premium: false },
  { id: '200', credits: 200, premium: true },
  { id: '400', credits: 400, premium: true },
];

/** The package that is offered once to a member who is about to leave (decisions A-tryout). */
export const TRYOUT: Bundle = { id: 'tryout', credits: 3, premium: false };

/** Prices in minor units, VAT included, in the order of `bundles`. */
const PRICES = {
  EUR: [999, 2199, 4599, 6969, 10_999, 19_999, 35_999],
  GBP: [849, 1899, 3999, 5999, 9499, 16_999, 29_999],
  USD: [1099, 2399, 4999, 7599, 11_999, 21_999, 38_999],
  CAD: [1499, 3299, 6899, 9999, 15_999, 28_999, 51_999],
  AUD: [1699, 3599, 7499, 11_499, 17_999, 32_999, 57_999],
  NZD: [1799, 3899, 8199, 12_499, 19_499, 34_999, 62_999],
  CHF: [990, 2190, 4590, 6990, 10_990, 19_990, 34_990],
  DKK: [7500, 16_500, 34_500, 51_900, 81_900, 149_900, 259_900],
  SEK: [11_500, 24_900, 52_900, 79_900, 124_900, 229_900, 399_900],
  NOK: [11_500, 24_900, 52_900, 79_900, 124_900, 229_900, 399_900],
  PLN: [4299, 9399, 19_599, 29_699, 46_900, 84_900, 149_900],
} as const satisfies Readonly<Record<string, readonly number[]>>;

/** What the tryout package costs: a credit of it costs more than one of the largest package. */
const TRYOUT_PRICES: Readonly<Record<keyof typeof PRICES, number>> = {
  ...{ EUR: 299, GBP: 249, USD: 329, CAD: 449, AUD: 499, NZD: 549, CHF: 300 },
  ...{ DKK: 2200, SEK: 3500, NOK: 3500, PLN: 1299 },
};
export type Currency = keyof typeof PRICES;
export const currencies = Object.keys(PRICES) as readonly Currency[];

const CURRENCY_BY_COUNTRY: Readonly<Record<string, Currency>> = {
  ...{ GB: 'GBP', US: 'USD', CA: 'CAD', AU: 'AUD', NZ: 'NZD', CH: 'CHF', LI: 'CHF' },
  ...{ DK: 'DKK', SE: 'SEK', NO: 'NOK', PL: 'PLN' },
};

/** Standard VAT or GST rate in per cent; countries not listed have none. */
const VAT_BY_COUNTRY: Readonly<Record<string, number>> = {
  ...{ AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GR: 24, HR: 25 },
  ...{ HU: 27, IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21, SE: 25, SI: 22, SK: 23 },
  ...{ IS: 24, LI: 8.1, NO: 25, GB: 20, CH: 8.1, AU: 10, NZ: 15, CA: 5 },
};

/** The currency of a country's prices; EUR when none is listed. */
export const currencyOf = (country: string): Currency => CURRENCY_BY_COUNTRY[country] ?? 'EUR';
export const vatOf = (country: string): number => VAT_BY_COUNTRY[country] ?? 0;

/** The VAT included in a price at `rate` per cent, in whole minor units, rounded half up. Rates have at most one decimal, so that all is counted in integers. */
export function includedVat(amount: number, rate: number): number {
  const tenths = Math.round(rate * 10);
  return Math.floor((2 * amount * tenths + 1000 + tenths) / (2 * (1000 + tenths)));
}

/** How currencies compare: by the price of one package, without rates that change. */
const COMPARED = bundles.findIndex(({ id }) => id === '100');

/** About the same money in another currency, in whole minor units. */
export function inCurrency(amount: number, from: Currency, to: Currency, rounded: 'up' | 'down'): number {
  if (from === to) return amount;
  const [divisor, factor] = [PRICES[from][COMPARED], PRICES[to][COMPARED]];
  if (divisor === undefined || factor === undefined) throw new Error('A currency has no price to compare with.');
  return Math[rounded === 'up' ? 'ceil' : 'floor']((amount * factor) / divisor);
}

/** Countries whose law does not ask for an order button that names the obligation to pay. */
const PLAIN_BUTTON = new Set(['US', 'CA', 'AU', 'NZ']);
/**
 * Whether the order button carries only the words "order with obligation to pay" (Directive 2011/83/EU, article 8(2), and
 * the United Kingdom's Consumer Contracts Regulations 2013, regulation 14). Elsewhere it says "pay" and the amount.
 */
export const namesObligation = (country: string): boolean => !PLAIN_BUTTON.has(country);

/** Price of one credit in minor units, rounded up so that it never looks cheaper than it is. */
export const unitPrice = (amount: number, credits: number): number => Math.ceil(amount / credits);

/** A package with its price in a country; `amount` and `unit` are in minor units. */
export interface Offer extends Bundle {
  readonly amount: number;
  readonly unit: number;
  readonly currency: Currency;
}

/** The packages of a country, smallest first. */
export function offersIn(country: string): Offer[] {
  const currency = currencyOf(country);
  const prices: readonly number[] = PRICES[currency];
  return bundles.map((bundle, at) => {
    const amount = prices[at];
    if (amount === undefined) throw new Error(`The bundle ${bundle.id} has no price in ${currency}.`);
    return { ...bundle, currency, amount, unit: unitPrice(amount, bundle.credits) };
  });
}

/** The tryout package of a country. */
export function tryoutIn(country: string): Offer {
  const currency = currencyOf(country);
  const amount = TRYOUT_PRICES[currency];
  return { ...TRYOUT, currency, amount, unit: unitPrice(amount, TRYOUT.credits) };
}

/** Lowest price of a credit by country, in minor units: every member may buy every package. */
export function messageCosts(countries: readonly string[]): Record<string, { costs: number; currency: string }> {
  return Object.fromEntries(
    countries.map((country) => {
      const units = offersIn(country).map(({ unit }) => unit);
      return [country, { costs: Math.min(...units), currency: currencyOf(country) }];
    }),
  );
}
