// Intl formatters at build time, cached: creating one costs more than a thousand uses.
import { memoize } from './memoize.ts';

const numberFormat = memoize((tag: string) => new Intl.NumberFormat(tag));
const percentFormat = memoize((tag: string) => new Intl.NumberFormat(tag, { style: 'percent' }));
const moneyFormat = memoize(
  (tag: string, currency: string) => new Intl.NumberFormat(tag, { style: 'currency', currency }),
);
const dayFormat = memoize(
  (tag: string, timeZone: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone }),
);
const momentFormat = memoize(
  (tag: string, timeZone: string) =>
    new Intl.DateTimeFormat(tag, {
      ...{ day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
      ...{ timeZone, timeZoneName: 'short' },
    }),
);
const regionDisplay = memoize((tag: string) => new Intl.DisplayNames(tag, { type: 'region' }));
const currencyDisplay = memoize((tag: string) => new Intl.DisplayNames(tag, { type: 'currency' }));

export const numberText = (tag: string, value: number): string => numberFormat(tag).format(value);
/** `percent` in per cent, e.g. 15. */
export const percentText = (tag: string, percent: number): string => percentFormat(tag).format(percent / 100);
/** `amount` in hundredths of the currency. */
export const moneyText = (tag: string, amount: number, currency: string): string =>
  moneyFormat(tag, currency).format(amount / 100);
/** A day in a time zone, with the month's name. */
export const dayText = (tag: string, day: Date, zone = 'UTC'): string => dayFormat(tag, zone).format(day);
/** A day and time to the minute in a time zone, which the text names. */
export const momentText = (tag: string, moment: Date, zone = 'UTC'): string => momentFormat(tag, zone).format(moment);
/** The region of a language tag, e.g. `GB` of `en-GB`; empty when there is none. */
export const regionOf = memoize((tag: string): string => new Intl.Locale(tag).region ?? '');
/** Falls back to the code. */
export const regionName = memoize((tag: string, country: string): string => regionDisplay(tag).of(country) ?? country);
/** Falls back to the code. */
export const currencyName = (tag: string, currency: string): string => currencyDisplay(tag).of(currency) ?? currency;

/** `text` with a capital first letter, as a heading needs it. */
export const capitalized = (tag: string, text: string): string => text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);

/** January first, in the form without a day. */
export const monthNames = memoize((tag: string): readonly string[] => {
  const format = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2000, month, 1))));
});
