// The prices that a page shows, in the currency of each country that the site serves.
import { regionalTag } from '#domain/languages';
import { bundles, currencyOf, messageCosts, offersIn } from '#domain/prices';
import { moneyText } from './formats.ts';
import { tagOf } from './language-tag.ts';
import type { Site } from './load.ts';
import { homeCountry } from './pages.ts';

/** The cheapest message; that and the prices of packages as in help texts; or everything in the table of packages. */
export type PriceList = 'message' | 'texts' | 'table';

/** Country → the prices in one order; `home` has those of the language's home country, and equal lists are left out. */
export function pricesByCountry(site: Site, language: string, list: PriceList): Readonly<Record<string, string[]>> {
  const tag = tagOf(site, language);
  const home = homeCountry(site, tag);
  const elsewhere = site.siteSettings.countries.filter((country) => currencyOf(country) !== currencyOf(home));
  return {
    home: pricesIn(site, tag, home, list),
    ...Object.fromEntries(
      elsewhere.map((country) => [country, pricesIn(site, regionalTag(language, tag, country), country, list)]),
    ),
  };
}

function pricesIn(site: Site, tag: string, country: string, list: PriceList): string[] {
  const { minimum_message_costs: costs, message_credits: credits } = site.siteSettings;
  const cost = costs[country] ?? messageCosts([country])[country];
  const message = cost ? [moneyText(tag, cost.costs * credits, cost.currency)] : [];
  if (list === 'message') return message;
  const offers = offersIn(country);
  if (list === 'texts')
    return [...message, ...bundles.map((_, at) => moneyText(tag, offers[at]?.amount ?? 0, currencyOf(country)))];
  return [
    `(${currencyOf(country)})`,
    ...offers.flatMap(({ amount, unit, currency }) => [
      moneyText(tag, unit, currency),
      moneyText(tag, amount, currency),
    ]),
  ];
}
