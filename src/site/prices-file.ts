// Reads a brand's prices: those of niches/<niche>/prices.json, and the default ones for what it leaves out.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Country } from '#contract/values';
import { DEFAULT_PRICES } from '#domain/default-prices';
import { bundles, type CurrencyPrices, type PriceList, priceList, type Prices } from '#domain/prices';
import { parseFile, SiteError } from './parse-file.ts';
import { readJson } from './texts.ts';

/** In minor units, VAT included. */
const Amount = z.int().check(z.minimum(1), z.maximum(100_000_000));
const CurrencyCode = z.string().check(z.regex(/^[A-Z]{3}$/));
const Rate = z.number().check(z.minimum(0), z.maximum(50), z.multipleOf(0.1));

/** `packages` are prices in the order of `bundles` (src/domain/prices.ts); `sold` has the ids of those that are for sale, by default all. */
export const PricesFile = z.strictObject({
  sold: z.optional(z.array(z.enum(bundles.map(({ id }) => id))).check(z.minLength(1))),
  currencies: z.optional(
    z.record(
      CurrencyCode,
      z.strictObject({ packages: z.array(Amount).check(z.length(bundles.length)), tryout: Amount }),
    ),
  ),
  currency_of: z.optional(z.record(Country, CurrencyCode)),
  vat: z.optional(z.record(Country, Rate)),
});

/** Pages and backend read the same list. Throws a SiteError that names the field. */
export function readPrices(root: string, folder: string): PriceList {
  const path = `niches/${folder}/prices.json`;
  if (!existsSync(join(root, path))) return priceList(DEFAULT_PRICES);
  return priceList(mergedPrices(readJson(root, path), path));
}

export function mergedPrices(payload: unknown, path: string): Prices {
  const { sold = DEFAULT_PRICES.sold, ...own } = parseFile(PricesFile, payload, path);
  const prices: Prices = {
    sold,
    currencies: { ...DEFAULT_PRICES.currencies, ...own.currencies },
    currency_of: { ...DEFAULT_PRICES.currency_of, ...own.currency_of },
    vat: { ...DEFAULT_PRICES.vat, ...own.vat },
  };
  for (const [country, currency] of Object.entries(prices.currency_of))
    if (!prices.currencies[currency])
      throw new SiteError(
        `${path}: field "currency_of.${country}" is ${currency}, which has no prices in "currencies".`,
      );
  for (const [currency, each] of Object.entries(prices.currencies))
    checkOrder(each, `${path}: field "currencies.${currency}`);
  return prices;
}

/** Larger packages cost more, and their credits less: pages say so. */
function checkOrder({ packages }: CurrencyPrices, field: string): void {
  const units = packages.map((amount, at) => amount / (bundles[at]?.credits ?? 1));
  for (let at = 1; at < packages.length; at += 1) {
    const name = `package ${bundles[at]?.id}`;
    if ((packages[at] ?? 0) <= (packages[at - 1] ?? 0))
      throw new SiteError(
        `${field}.packages" has ${name} at ${packages[at]}, not more than the smaller one before it.`,
      );
    if ((units[at] ?? 0) > (units[at - 1] ?? 0))
      throw new SiteError(
        `${field}.packages" has ${name} at ${packages[at]}, so its credits cost more than those of the smaller one.`,
      );
  }
}
