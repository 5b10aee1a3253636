// The prices of a brand that has none of its own, for tests.
import { DEFAULT_PRICES } from '#domain/default-prices';
import { priceList } from '#domain/prices';

export const defaultPrices = priceList(DEFAULT_PRICES);
export const { currencies, currencyOf, inCurrency, messageCosts, offersIn, tryoutIn, vatOf } = defaultPrices;
