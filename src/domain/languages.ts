// Chooses the interface language and the date format (decisions B18, B20).
import { LANGUAGE } from './limits.ts';

/** The supported language of a code: `no` is `nb`, `nl-BE` is `nl`; null when the site does not support it. */
export function languageOf(code: string | null | undefined, languages: readonly string[]): string | null {
  const prefix = (code ?? '').slice(0, 2).toLowerCase();
  const language = prefix === 'no' ? 'nb' : prefix;
  return languages.includes(language) ? language : null;
}

/**
 * Query of a link to a language that records the choice for browsers without JavaScript. Only an unprefixed address
 * that would redirect needs one.
 */
export function choiceQuery(language: string, domainLanguage: string, languages: readonly string[]): string {
  const isNeeded = language === LANGUAGE.default && redirectLanguage(null, domainLanguage, languages) !== null;
  return isNeeded ? `?${LANGUAGE.cookie}=${language}` : '';
}

/**
 * Target language of an unprefixed address: the cookie's language, else the domain's; null means no redirect. A cookie
 * with the default language prevents the redirect (decisions B20).
 */
export function redirectLanguage(
  cookie: string | null,
  domainLanguage: string,
  languages: readonly string[],
): string | null {
  const chosen = languageOf(cookie, languages) ?? languageOf(domainLanguage, languages);
  return chosen && chosen !== LANGUAGE.default ? chosen : null;
}

/** The locale of the date format: the language's own, or Dutch when the runtime has none. */
export function dateTag(tag: string): string {
  return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0 ? tag : LANGUAGE.lastResortDates;
}

/** Countries that write dates, times and their own currency in their own way, though they share a language. */
const OWN_FORMATS: Readonly<Partial<Record<string, readonly string[]>>> = {
  en: ['US', 'CA', 'AU', 'NZ', 'IE', 'GB'],
  fr: ['CA', 'CH', 'BE', 'FR'],
  es: ['US', 'ES'],
};

/**
 * The tag of a language as a country writes it, else the language's own: in the United States "$" and "9:57 PM", elsewhere
 * "US$" and "21:57".
 */
export const regionalTag = (language: string, tag: string, country: string | null | undefined): string =>
  country && OWN_FORMATS[language]?.includes(country) ? `${language}-${country}` : tag;
