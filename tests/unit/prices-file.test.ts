// A brand's own prices: laid over the default ones, and refused by file, field and mistake.
import { expect, test } from 'vitest';
import { DEFAULT_PRICES } from '#domain/default-prices';
import { bundles, priceList } from '#domain/prices';
import { mergedPrices } from '#site/prices-file';
import { offersIn as defaultOffers } from '../support/default-prices.ts';

const EUR = { packages: [899, 1999, 4199, 6399, 9999, 18_499, 32_999], tryout: 279 };
const listOf = (payload: unknown) => priceList(mergedPrices(payload, 'prices.json'));

test('DA-packages: a brand changes a currency, a rate of VAT and what is sold, and the rest stays', () => {
  const { offersIn, vatOf, tryoutIn, amountOf, messageCosts, everyPrice } = listOf({
    currencies: { EUR },
    vat: { DE: 16.5 },
    sold: ['15', '100', '400'],
  });
  expect(offersIn('DE').map(({ id, amount }) => [id, amount])).toEqual([
    ['15', 1999],
    ['100', 9999],
    ['400', 32_999],
  ]);
  expect(tryoutIn('DE').amount).toBe(279);
  expect([vatOf('DE'), vatOf('NL')]).toEqual([16.5, 21]);
  expect(offersIn('GB').map(({ amount }) => amount)).toEqual([1899, 9499, 29_999]);
  expect(amountOf('6', 'DE')).toBe(899);
  expect(messageCosts(['DE'])).toEqual({ DE: { costs: 83, currency: 'EUR' } });
  expect(everyPrice()).toHaveLength(4 * Object.keys(DEFAULT_PRICES.currencies).length);
});

test('a country may move to a currency of the brand’s own', () => {
  const CZK = { packages: bundles.map(({ credits }) => credits * 4000 - credits * credits), tryout: 15_000 };
  const { offersIn, currencyOf } = listOf({ currencies: { CZK }, currency_of: { CZ: 'CZK' } });
  expect(currencyOf('CZ')).toBe('CZK');
  expect(offersIn('CZ').map(({ amount }) => amount)).toEqual(CZK.packages);
  expect(offersIn('NL')).toEqual(defaultOffers('NL'));
});

test('without any prices of its own, a brand has the default ones', () => {
  expect(mergedPrices({}, 'prices.json')).toEqual(DEFAULT_PRICES);
});

test.each([
  [{ vat: { DE: 19.25 } }, 'field "vat.DE"'],
  [{ vat: { DE: -1 } }, 'field "vat.DE" is too small'],
  [{ currencies: { EUR: { ...EUR, packages: [899] } } }, 'field "currencies.EUR.packages"'],
  [{ currencies: { EUR: { ...EUR, tryout: 2.79 } } }, 'field "currencies.EUR.tryout"'],
  [{ currencies: { EUR: { ...EUR, packages: EUR.packages.with(2, 1999) } } }, 'has package 35 at 1999, not more than'],
  [
    { currencies: { EUR: { ...EUR, packages: EUR.packages.with(6, 99_999) } } },
    'has package 400 at 99999, so its credits',
  ],
  [{ currency_of: { CZ: 'CZK' } }, 'field "currency_of.CZ" is CZK, which has no prices'],
  [{ sold: ['7'] }, 'field "sold.0" must be one of "6"'],
  [{ sold: [] }, 'field "sold"'],
  [{ prices: {} }, 'unknown key "prices"'],
])('%j is refused', (payload, message) => {
  expect(() => mergedPrices(payload, 'niches/x/prices.json')).toThrow(message);
  expect(() => mergedPrices(payload, 'niches/x/prices.json')).toThrow('niches/x/prices.json');
});
