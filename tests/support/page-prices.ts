// Finds amounts on a page in a currency that a visitor's country does not use.
import { currencyOf } from './default-prices.ts';

/** A page without its scripts, styles and what islands draw. */
const withoutCode = (html: string): string =>
  html.replace(/<(script|style|astro-island)\b[\s\S]*?<\/\1>/g, '').replaceAll(/ props="[^"]*"/g, '');

const SIGN = String.raw`(?:US|CA|AU|NZ|A|C)?[€£$]|\b(?:EUR|USD|GBP|DKK|SEK|NOK|PLN|CHF|CAD|AUD|NZD)`;
const NUMBER = String.raw`\d[\d.,’]*(?:[\u00a0\u202f]\d{3}(?:,\d+)?)*`;
const AMOUNT = new RegExp(`(?:${SIGN})\\s?${NUMBER}|${NUMBER}\\s?(?:[€£$]|kr\\b|zł|CHF)`, 'gu');

/** A table under the name of its currency, for readers who ask what others pay. */
const OTHER_CURRENCY = /<details>(?:(?!<\/details>)[\s\S])*?price-table[\s\S]*?<\/details>/g;

/** What is read in the middle of a page. */
function mainText(html: string): string {
  const main = html.slice(Math.max(0, html.indexOf('<main')), html.lastIndexOf('</main>'));
  return withoutCode(main)
    .replaceAll(OTHER_CURRENCY, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;|&#160;/g, '\u00a0');
}

/** Prices of a page are listed beside it by country, and its script shows a visitor those of their own. */
export function priceFaults(path: string, html: string): string[] {
  const listed = /data-prices[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}';
  const { home = [], ...others } = JSON.parse(listed) as Record<string, string[]>;
  const bare = (text: string): string => text.replaceAll(/[\s.,]/g, '');
  const known = new Set(home.map(bare));
  const fixed = [...new Set(mainText(html).match(AMOUNT) ?? [])].filter((amount) => !known.has(bare(amount)));
  const foreign = Object.entries(others).filter(([country, prices]) => !prices.every((price) => isOf(country, price)));
  return [
    ...fixed.map((amount) => `${path}: shows ${amount} to visitors of every country; take it from the page’s prices.`),
    ...foreign.map(
      ([country, prices]) => `${path}: shows ${prices.join(', ')} in ${country}, which has another currency.`,
    ),
  ];
}

/** Whether a price, or the name of a currency in brackets, is in the currency of a country. */
const isOf = (country: string, price: string): boolean => signsOf(country).some((sign) => price.includes(sign));

const signs = new Map<string, readonly string[]>();
function signsOf(country: string): readonly string[] {
  const known = signs.get(country);
  if (known) return known;
  const currency = currencyOf(country);
  const found = (['symbol', 'narrowSymbol', 'code'] as const).flatMap((currencyDisplay) =>
    ['en', 'de', 'da', 'pl', `en-${country}`].flatMap((tag) =>
      new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
    ),
  );
  signs.set(country, found);
  return found;
}
