// The prices of every brand that has none of its own (decisions A-packages).
import { bundles, type Prices } from './prices.ts';

export const DEFAULT_PRICES: Prices = {
  sold: bundles.map(({ id }) => id),
  // A credit of the tryout package costs more than one of the largest package.
  currencies: {
    EUR: { packages: [999, 2199, 4599, 6969, 10_999, 19_999, 35_999], tryout: 299 },
    GBP: { packages: [849, 1899, 3999, 5999, 9499, 16_999, 29_999], tryout: 249 },
    USD: { packages: [1099, 2399, 4999, 7599, 11_999, 21_999, 38_999], tryout: 329 },
    CAD: { packages: [1499, 3299, 6899, 9999, 15_999, 28_999, 51_999], tryout: 449 },
    AUD: { packages: [1699, 3599, 7499, 11_499, 17_999, 32_999, 57_999], tryout: 499 },
    NZD: { packages: [1799, 3899, 8199, 12_499, 19_499, 34_999, 62_999], tryout: 549 },
    CHF: { packages: [990, 2190, 4590, 6990, 10_990, 19_990, 34_990], tryout: 300 },
    DKK: { packages: [7500, 16_500, 34_500, 51_900, 81_900, 149_900, 259_900], tryout: 2200 },
    SEK: { packages: [11_500, 24_900, 52_900, 79_900, 124_900, 229_900, 399_900], tryout: 3500 },
    NOK: { packages: [11_500, 24_900, 52_900, 79_900, 124_900, 229_900, 399_900], tryout: 3500 },
    PLN: { packages: [4299, 9399, 19_599, 29_699, 46_900, 84_900, 149_900], tryout: 1299 },
  },
  currency_of: {
    ...{ GB: 'GBP', US: 'USD', CA: 'CAD', AU: 'AUD', NZ: 'NZD', CH: 'CHF', LI: 'CHF' },
    ...{ DK: 'DKK', SE: 'SEK', NO: 'NOK', PL: 'PLN' },
  },
  vat: {
    ...{ AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GR: 24, HR: 25 },
    ...{
      HU: 27,
      IE: 23,
      IT: 22,
      LT: 21,
      LU: 17,
      LV: 21,
      MT: 18,
      NL: 21,
      PL: 23,
      PT: 23,
      RO: 21,
      SE: 25,
      SI: 22,
      SK: 23,
    },
    ...{ IS: 24, LI: 8.1, NO: 25, GB: 20, CH: 8.1, AU: 10, NZ: 15, CA: 5 },
  },
};
