// The prices that a page shows, in the currency of each country that the site serves.
import { regionalTag } from '#domain/languages';
import { bundles } from '#domain/prices';
import { moneyText } from './formats.ts';
import { tagOf } from './language-tag.ts';
import type { Site } from './load.ts';
import { homeCountry } from './pages.ts';

/** The cheapest message; that and the prices of packages as in help texts; or everything in the table of packages. */
export type PriceList = 'message' | 'texts' | 'table';

/** Country → the prices in one order; `home` has those of the language's home country, and equal lists are left out. */
export function pricesByCountry(site: Site, language: string, list: PriceList): Readonly<Record<string, string[]>> {
  const { currencyOf } = site.prices;
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
  const { currencyOf, amountOf, messageCosts, offersIn } = site.prices;
  const { minimum_message_costs: costs, message_credits: credits } = site.siteSettings;
  const cost = costs[country] ?? messageCosts([country])[country];
  const message = cost ? [moneyText(tag, cost.costs * credits, cost.currency)] : [];
  if (list === 'message') return message;
  if (list === 'texts')
    return [...message, ...bundles.map(({ id }) => moneyText(tag, amountOf(id, country), currencyOf(country)))];
  return [
    `(${currencyOf(country)})`,
    ...offersIn(country).flatMap(({ amount, unit, currency }) => [
      moneyText(tag, unit, currency),
      moneyText(tag, amount, currency),
    ]),
  ];
}
