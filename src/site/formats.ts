// Numbers, money, days and names as a language writes them, for everything written at build time; making a writer costs more than a thousand uses of it.
import { memoize } from './memoize.ts';

const plain = memoize((tag: string) => new Intl.NumberFormat(tag));
const shares = memoize((tag: string) => new Intl.NumberFormat(tag, { style: 'percent' }));
const prices = memoize((tag: string, currency: string) => new Intl.NumberFormat(tag, { style: 'currency', currency }));
const days = memoize((tag: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }));
const regions = memoize((tag: string) => new Intl.DisplayNames(tag, { type: 'region' }));
const currencies = memoize((tag: string) => new Intl.DisplayNames(tag, { type: 'currency' }));

export const numberText = (tag: string, value: number): string => plain(tag).format(value);
/** `percent` in per cent, e.g. 15. */
export const percentText = (tag: string, percent: number): string => shares(tag).format(percent / 100);
/** `amount` in hundredths of the currency. */
export const moneyText = (tag: string, amount: number, currency: string): string =>
  prices(tag, currency).format(amount / 100);
/** A day in UTC, with its month in letters. */
export const dayText = (tag: string, day: Date): string => days(tag).format(day);
/** The country a language tag names, e.g. `GB` of `en-GB`; empty where it names none. */
export const regionOf = memoize((tag: string): string => new Intl.Locale(tag).region ?? '');
/** A country's name; its code where the language has none. */
export const regionName = memoize((tag: string, country: string): string => regions(tag).of(country) ?? country);
/** A currency's name; its code where the language has none. */
export const currencyName = (tag: string, currency: string): string => currencies(tag).of(currency) ?? currency;

/** Names of the twelve months, January first, as they stand alone. */
export const monthNames = memoize((tag: string): readonly string[] => {
  const format = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2000, month, 1))));
});
