// Which interface language a visitor gets, and which formats dates follow (decisions B18, B20).
import { LANGUAGE } from './limits.ts';

/** The language meant by a code: `no` means `nb`, `nl-BE` means `nl`; null when the site does not speak it. */
export function languageOf(code: string | null | undefined, languages: readonly string[]): string | null {
  const prefix = (code ?? '').slice(0, 2).toLowerCase();
  const language = prefix === 'no' ? 'nb' : prefix;
  return languages.includes(language) ? language : null;
}

/**
 * What a link to a language carries to say that it was chosen, for browsers that set no cookie by a script: only addresses without
 * a language need it, and only where they lead elsewhere.
 */
export function choiceQuery(language: string, domainLanguage: string, languages: readonly string[]): string {
  const isNeeded = language === LANGUAGE.default && redirectLanguage(null, domainLanguage, languages) !== null;
  return isNeeded ? `?${LANGUAGE.cookie}=${language}` : '';
}

/**
 * Where an unprefixed address without a language of its own should lead: the cookie's language first, then the
 * domain's; null means "stay". A cookie naming the default language stays (decisions B20).
 */
export function redirectLanguage(
  cookie: string | null,
  domainLanguage: string,
  languages: readonly string[],
): string | null {
  const chosen = languageOf(cookie, languages) ?? languageOf(domainLanguage, languages);
  return chosen && chosen !== LANGUAGE.default ? chosen : null;
}

/** The tag whose date format applies: the language's own, Dutch when it has none. */
export function dateTag(tag: string): string {
  return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0 ? tag : LANGUAGE.lastResortDates;
}
