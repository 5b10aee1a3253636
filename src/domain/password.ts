// Validates passwords and rates their strength; no composition rules (decisions A-password).
import type { FieldCode } from '#contract/errors';
import { PASSWORD } from './limits.ts';
import { foldText } from './validation.ts';

/** Personal words that a password must not consist of. */
export interface PersonalWords {
  readonly name: string;
  readonly email: string;
  /** The site's name and domain. */
  readonly site: readonly string[];
}

/** Characters that must remain when every personal word is removed from a password. */
const MIN_REMAINING_CHARACTERS = 6;
/** Longest repeated unit that is refused: `abcdabcdabcd`. */
const MAX_REPEATED_UNIT = 4;

/** Whether a password was repeated correctly: two keyboards may type one letter in two ways. */
export const isSamePassword = (one: string, two: string): boolean => one.normalize('NFKC') === two.normalize('NFKC');

/** Length of a password: code points after NFKC. */
const passwordLength = (password: string): number => [...password.normalize('NFKC')].length;

/**
 * The error of a password, or null. `isCommon` checks a folded text against the list of common and leaked passwords,
 * which only the server has.
 */
export function validatePassword(
  password: string,
  personal: PersonalWords,
  isCommon: (folded: string) => boolean = () => false,
): FieldCode | null {
  if (password === '') return 'required';
  if (password.length > PASSWORD.max * 8) return 'too_long';
  const length = passwordLength(password);
  if (length < PASSWORD.min) return 'too_short';
  if (length > PASSWORD.max) return 'too_long';
  const folded = foldText(password);
  const remaining = withoutWords(folded, personalWordsOf(personal));
  if (remaining !== folded && ([...remaining].length < MIN_REMAINING_CHARACTERS || isCommon(remaining)))
    return 'password_personal';
  return isRepetition(folded) || isCommon(folded) ? 'password_known' : null;
}

function personalWordsOf({ name, email, site }: PersonalWords): string[] {
  const [local = ''] = email.split('@');
  const words = [email, local, name, name.replaceAll(/[ ._-]/g, ''), ...site].map(foldText);
  return words.filter((word) => [...word].length >= 3).sort((a, b) => b.length - a.length);
}

const withoutWords = (folded: string, words: readonly string[]): string =>
  words.reduce((remaining, word) => remaining.replaceAll(word, ''), folded);

function isRepetition(folded: string): boolean {
  const characters = [...folded];
  return Array.from({ length: MAX_REPEATED_UNIT }, (_, at) => at + 1).some((unit) =>
    characters.every((character, at) => character === characters[at % unit]),
  );
}

/** From 0 (too short or too uniform) to 4 (very good). Duplicated in the inline script of the signup page. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  const characters = [...password.normalize('NFKC')];
  const distinct = new Set(characters).size;
  if (characters.length < PASSWORD.min || distinct < 5) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length;
  const points =
    Number(characters.length >= 16) + Number(distinct >= 10) + Number(characters.length >= 20 || kinds >= 3);
  return (1 + points) as 1 | 2 | 3 | 4;
}
