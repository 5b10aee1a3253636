// The cheapest price of one message per country, in minor units of the country's currency (decisions A).

const CURRENCY: Readonly<Record<string, string>> = {
  GB: 'GBP',
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  CH: 'CHF',
  DK: 'DKK',
  SE: 'SEK',
  NO: 'NOK',
  PL: 'PLN',
};

/** Price of the largest bundle for everyone (100 credits) in minor units, VAT included. */
const BEST_BUNDLE: Readonly<Record<string, number>> = {
  EUR: 10_999,
  GBP: 9499,
  USD: 11_999,
  CAD: 15_999,
  AUD: 17_999,
  NZD: 19_499,
  CHF: 10_999,
  DKK: 81_900,
  SEK: 124_900,
  NOK: 124_900,
  PLN: 46_900,
};
const BEST_BUNDLE_CREDITS = 100;

/** The currency prices are shown in, by country; the euro where no own one is listed. */
export const currencyOf = (country: string): string => CURRENCY[country] ?? 'EUR';

/** Country → cheapest message: the largest bundle's price divided by its credits, rounded up to a whole minor unit. */
export function messageCosts(countries: readonly string[]): Record<string, { costs: number; currency: string }> {
  return Object.fromEntries(
    countries.map((country) => {
      const currency = currencyOf(country);
      return [country, { costs: Math.ceil((BEST_BUNDLE[currency] ?? 0) / BEST_BUNDLE_CREDITS), currency }];
    }),
  );
}
