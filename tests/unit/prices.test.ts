// Prices: complete in every currency, natural to read, and cheaper per credit in larger packages.
import { describe, expect, test } from 'vitest';
import type { SiteSettings } from '#contract/site';
import { bundles, unitPrice, namesObligation } from '#domain/prices';
import { moneyText } from '#site/formats';
import { loadSites } from '#site/load';
import { cheapestMessage, homeCountry } from '#site/pages';
import { currencies, currencyOf, messageCosts, offersIn, vatOf } from '../support/default-prices.ts';

const sites = loadSites(process.cwd());
const countries = [...new Set(sites.flatMap((site) => site.siteSettings.countries))];
const countryOf: Readonly<Record<string, string>> = {
  ...{ EUR: 'NL', GBP: 'GB', USD: 'US', CAD: 'CA', AUD: 'AU', NZD: 'NZ', CHF: 'CH' },
  ...{ DKK: 'DK', SEK: 'SE', NOK: 'NO', PLN: 'PL' },
};

test('CR1 CR2: five packages for every member and two premium ones, at the decided prices in euro', () => {
  expect(bundles.filter(({ premium }) => !premium).map(({ credits }) => credits)).toEqual([6, 15, 35, 55, 100]);
  expect(bundles.filter(({ premium }) => premium).map(({ credits }) => credits)).toEqual([200, 400]);
  expect(offersIn('NL').map(({ amount }) => amount)).toEqual([999, 2199, 4599, 6969, 10_999, 19_999, 35_999]);
});

test.each(currencies)(
  'CR1: prices in %s grow with the package, cost less per credit, and have customary endings',
  (currency) => {
    const country = countryOf[currency] ?? '';
    expect(currencyOf(country)).toBe(currency);
    const offers = offersIn(country);
    expect(offers.map(({ id }) => id)).toEqual(bundles.map(({ id }) => id));
    for (const [at, { amount, credits, unit }] of offers.entries()) {
      const before = offers[at - 1];
      expect(unit).toBe(unitPrice(amount, credits));
      expect(unit * credits).toBeGreaterThanOrEqual(amount);
      if (!before) continue;
      expect(amount).toBeGreaterThan(before.amount);
      expect(amount / credits).toBeLessThan(before.amount / before.credits);
    }
    const isWhole = ['DKK', 'SEK', 'NOK'].includes(currency);
    for (const { amount } of offers) {
      if (isWhole) expect(amount % 100).toBe(0);
      else if (currency === 'CHF') expect(amount % 10).toBe(0);
      else expect([0, 9]).toContain(amount % 10);
    }
  },
);

test('CR1: every country of every site has a currency, and its usual VAT rate', () => {
  for (const country of countries) {
    expect(currencies).toContain(currencyOf(country));
    expect(vatOf(country)).toBeGreaterThanOrEqual(country === 'US' ? 0 : 5);
    expect(vatOf(country)).toBeLessThanOrEqual(27);
  }
  expect([vatOf('NL'), vatOf('FI'), vatOf('CH'), vatOf('AU'), vatOf('XX')]).toEqual([21, 25.5, 8.1, 10, 0]);
});

test('CR55: the cheapest message has the best price per credit that every member can get', () => {
  expect(messageCosts(['NL', 'GB', 'DK'])).toEqual({
    NL: { costs: 90, currency: 'EUR' },
    GB: { costs: 75, currency: 'GBP' },
    DK: { costs: 650, currency: 'DKK' },
  });
});

describe('the price of a message on a page', () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site.');
  const said = (tag: string, settings: Partial<SiteSettings> = {}): string =>
    cheapestMessage({ ...site, siteSettings: { ...site.siteSettings, ...settings } }, tag).replaceAll(/\s/g, ' ');

  test('CR11: the order button names the obligation to pay where the law asks for it', () => {
    expect(['NL', 'GB', 'CH', 'US', 'AU'].map(namesObligation)).toEqual([true, true, true, false, false]);
  });

  test('CH22 CR8: it is in the currency of the price table on the same page', () => {
    expect([said('en-GB'), said('sv-SE'), said('da-DK'), said('nl-NL')]).toEqual([
      '£0.75',
      '10,00 kr',
      '6,50 kr.',
      '€ 0,90',
    ]);
    for (const each of sites)
      for (const { tag } of each.languages) {
        const [best, ...more] = offersIn(homeCountry(each, tag)).toSorted((a, b) => a.unit - b.unit);
        expect(more.length).toBeGreaterThan(0);
        expect(cheapestMessage(each, tag), tag).toBe(moneyText(tag, best?.unit ?? 0, best?.currency ?? ''));
      }
  });

  test('CH20 CH22: it covers all credits of a message, at the price in the settings', () => {
    expect(said('en-GB', { message_credits: 3 })).toBe('£2.25');
    const minimum_message_costs = { GB: { costs: 80, currency: 'GBP' } };
    expect(said('en-GB', { minimum_message_costs })).toBe('£0.80');
    expect(said('sv-SE', { minimum_message_costs })).toBe('10,00 kr');
  });
});
