// Syncs the member's language between device and account: the latest choice on any device wins.
import { LANGUAGE } from '#domain/limits';
import { switchLanguage } from '#lib/navigation/switch-language';
import { cookie, setCookie } from '#lib/storage';

/** Appended to the cookie's language once it is saved to the account. The language menu sets the cookie without it. */
const SAVED_SUFFIX = '.told';

/**
 * Applies the account's language to this device if it was changed elsewhere; `previous` is the account's language as known before.
 * Returns the language that was chosen on this device and is not saved to the account yet, else null.
 */
export function followLanguage(language: string, previous: string | undefined): string | null {
  const value = cookie(LANGUAGE.cookie);
  const chosen = value?.slice(0, 2);
  if (value === chosen && chosen && chosen !== language) return chosen;
  const isChanged = (previous ?? chosen ?? language) !== language;
  const saved = language + SAVED_SUFFIX;
  if (value !== saved && (chosen || isChanged)) markLanguageSaved(language);
  if (isChanged) switchLanguage(language);
  return null;
}

/** Records in the cookie that the account has this language. */
export const markLanguageSaved = (language: string): void =>
  setCookie(LANGUAGE.cookie, language + SAVED_SUFFIX, LANGUAGE.seconds);
