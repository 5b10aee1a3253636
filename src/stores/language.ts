// The member's language is the one chosen last, on whichever device: a choice made here is told to the account, another is followed.
import { LANGUAGE } from '#domain/limits';
import { switchLanguage } from '#lib/navigation/switch-language';
import { cookie, setCookie } from '#lib/storage';

/** Stands behind the cookie's language once the account has it, too. The language menu sets it bare: chosen here, and not told yet. */
const TOLD = '.told';

/**
 * Takes note of the account's language, and of the one known `before`, if any: one that was changed elsewhere becomes this
 * device's, and the page follows. Returns the language that was chosen on this device, on whichever of its pages, and has to be
 * told to the account, else null.
 */
export function followLanguage(language: string, before: string | undefined): string | null {
  const value = cookie(LANGUAGE.cookie);
  const chosen = value?.slice(0, 2);
  if (value === chosen && chosen && chosen !== language) return chosen;
  const isChanged = (before ?? chosen ?? language) !== language;
  const told = language + TOLD;
  if (value !== told && (chosen || isChanged)) markLanguageSaved(language);
  if (isChanged) switchLanguage(language);
  return null;
}

/** Writes down that there is nothing to tell: the account has this language. */
export const markLanguageSaved = (language: string): void =>
  setCookie(LANGUAGE.cookie, language + TOLD, LANGUAGE.seconds);
