// Prices of packages by currency, with VAT (decisions A-packages): how a list of prices is read. The default list is in default-prices.ts.

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

/** An ISO 4217 code. */
export type Currency = string;

/** The prices of a currency in minor units, VAT included: of the packages in the order of `bundles`, and of the tryout package. */
export interface CurrencyPrices {
  readonly packages: readonly number[];
  readonly tryout: number;
}

/** The data of a brand's prices; what a brand has of its own is in niches/<niche>/prices.json. */
export interface Prices {
  /** The packages for sale by id, smallest first. */
  readonly sold: readonly string[];
  readonly currencies: Readonly<Record<Currency, CurrencyPrices>>;
  /** The currency of a country; that of all others is `MAIN_CURRENCY`. */
  readonly currency_of: Readonly<Record<string, Currency>>;
  /** Standard VAT or GST rate in per cent, with at most one decimal; countries not listed have none. */
  readonly vat: Readonly<Record<string, number>>;
}

export const MAIN_CURRENCY: Currency = 'EUR';

/** The VAT included in a price at `rate` per cent, in whole minor units, rounded half up. Rates have at most one decimal, so that all is counted in integers. */
export function includedVat(amount: number, rate: number): number {
  const tenths = Math.round(rate * 10);
  return Math.floor((2 * amount * tenths + 1000 + tenths) / (2 * (1000 + tenths)));
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

/** How currencies compare: by the price of one package, without rates that change. */
const COMPARED = bundles.findIndex(({ id }) => id === '100');

/** A brand's prices, as they are asked for. */
export interface PriceList {
  readonly currencies: readonly Currency[];
  currencyOf(country: string): Currency;
  /** In per cent. */
  vatOf(country: string): number;
  /** The packages for sale in a country, smallest first. */
  offersIn(country: string): Offer[];
  /** The price of a package, whether it is for sale or not; 0 when there is no such package. */
  amountOf(id: string, country: string): number;
  /** What is for sale in every currency, with the tryout package. */
  everyPrice(): { readonly package: string; readonly currency: Currency; readonly amount: number }[];
  /** The tryout package of a country. */
  tryoutIn(country: string): Offer;
  /** About the same money in another currency, in whole minor units. */
  inCurrency(amount: number, from: Currency, to: Currency, rounded: 'up' | 'down'): number;
  /** Lowest price of a credit by country, in minor units: every member may buy every package. */
  messageCosts(countries: readonly string[]): Record<string, { costs: number; currency: string }>;
}

export function priceList(prices: Prices): PriceList {
  const pricesIn = (currency: Currency): CurrencyPrices => {
    const found = prices.currencies[currency];
    if (!found) throw new Error(`There are no prices in ${currency}.`);
    return found;
  };
  const priceOf = (at: number, currency: Currency): number => {
    const amount = pricesIn(currency).packages[at];
    if (amount === undefined) throw new Error(`The package number ${at} has no price in ${currency}.`);
    return amount;
  };
  const currencyOf = (country: string): Currency => prices.currency_of[country] ?? MAIN_CURRENCY;
  const offer = (bundle: Bundle, amount: number, currency: Currency): Offer => ({
    ...{ ...bundle, currency, amount, unit: unitPrice(amount, bundle.credits) },
  });
  const allIn = (country: string): Offer[] =>
    bundles.map((bundle, at) => offer(bundle, priceOf(at, currencyOf(country)), currencyOf(country)));
  const offersIn = (country: string): Offer[] => allIn(country).filter(({ id }) => prices.sold.includes(id));
  return {
    currencies: Object.keys(prices.currencies),
    currencyOf,
    vatOf: (country) => prices.vat[country] ?? 0,
    offersIn,
    amountOf: (id, country) => allIn(country).find((each) => each.id === id)?.amount ?? 0,
    everyPrice: () =>
      Object.entries(prices.currencies).flatMap(([currency, { tryout }]) => [
        ...bundles.flatMap(({ id }, at) =>
          prices.sold.includes(id) ? [{ package: id, currency, amount: priceOf(at, currency) }] : [],
        ),
        { package: TRYOUT.id, currency, amount: tryout },
      ]),
    tryoutIn: (country) => offer(TRYOUT, pricesIn(currencyOf(country)).tryout, currencyOf(country)),
    inCurrency: (amount, from, to, rounded) =>
      from === to
        ? amount
        : Math[rounded === 'up' ? 'ceil' : 'floor']((amount * priceOf(COMPARED, to)) / priceOf(COMPARED, from)),
    messageCosts: (countries) =>
      Object.fromEntries(
        countries.map((country) => [
          country,
          { costs: Math.min(...offersIn(country).map(({ unit }) => unit)), currency: currencyOf(country) },
        ]),
      ),
  };
}
