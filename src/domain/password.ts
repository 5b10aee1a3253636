// What a password may be, and how strong it looks while it is typed: long and varied, no rules of composition (decisions A).
import type { FieldCode } from '#contract/errors';
import { PASSWORD } from './limits.ts';
import { foldText } from './validation.ts';

/** What must not be a password because everybody could know it. */
export interface PersonalWords {
  readonly name: string;
  readonly email: string;
  /** The site's name and domain. */
  readonly site: readonly string[];
}

/** Signs that must be left of a password when every personal word is taken out of it. */
const MIN_REMAINING_CHARACTERS = 6;
/** Longest unit whose repetition makes no password: `abcdabcdabcd`. */
const MAX_REPEATED_UNIT = 4;

/** Code points after NFKC: how long a password is. */
const passwordLength = (password: string): number => [...password.normalize('NFKC')].length;

/**
 * Why a password is refused, or null. `isKnown` says whether a folded text stands on the list of leaked and common
 * passwords; the list is the server's, so a browser passes nothing.
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

/** 0 is too short or too uniform, 4 is very good. Mirrored by the script of the signup page. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  const characters = [...password.normalize('NFKC')];
  const distinct = new Set(characters).size;
  if (characters.length < PASSWORD.min || distinct < 5) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length;
  const points =
    Number(characters.length >= 16) + Number(distinct >= 10) + Number(characters.length >= 20 || kinds >= 3);
  return (1 + points) as 1 | 2 | 3 | 4;
}
