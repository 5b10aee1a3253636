// What a name, an e-mail address and a free text may be; the same answer in the browser and on the server (decisions A).
import type { FieldCode } from '#contract/errors';
import { hasContact } from './contact.ts';
import { countGraphemes, hasStackedMarks, isBlank } from './graphemes.ts';
import { ABOUT, NAME } from './limits.ts';
import { isReservedName } from './reserved-names.ts';

/** Longest text any rule looks at, in UTF-16 units: what is longer is refused unread. */
const MAX_INPUT_LENGTH = 10_000;

/** Text as it is compared: in one Unicode form, without signs nobody sees, in lower case. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .toLowerCase();

/** A name as it is kept: in one Unicode form, single spaces. */
export const tidyName = (name: string): string => name.normalize('NFKC').trim().replace(/ {2,}/g, ' ');

/** Letters, digits and what joins them; both apostrophes. */
const NAME_CHARACTERS = /^[\p{L}\p{M}\p{Nd} ._'’-]+$/u;
/** Letters that are drawn as nothing. */
const BLANK_LETTER = /\p{Default_Ignorable_Code_Point}/u;
/** More marks than any language puts on one letter of a name, or marks without a letter. */
const STRAY_MARKS = /\p{M}{3}|(?<![\p{L}\p{M}])\p{M}/u;
const TWO_LETTERS = /\p{L}.*\p{L}/su;

/** Why a user name is refused, or null (SG14–SG16). `brands` are names that nobody but the site may bear. */
export function validateName(name: string, email: string, brands: readonly string[] = []): FieldCode | null {
  if (name.length > MAX_INPUT_LENGTH) return 'too_long';
  const folded = foldText(name);
  if (folded === '' || isBlank(folded)) return 'required';
  if (folded === foldText(email.slice(0, MAX_INPUT_LENGTH))) return 'name_is_email';
  if (folded.startsWith('@')) return 'name_starts_with_at';
  if (hasContact(folded)) return 'name_has_contact';
  const tidy = tidyName(name);
  const length = [...tidy].length;
  if (length < NAME.min) return 'too_short';
  if (length > NAME.max) return 'too_long';
  if (isReservedName(folded, brands)) return 'name_reserved';
  if (STRAY_MARKS.test(tidy)) return 'too_many_marks';
  return NAME_CHARACTERS.test(tidy) && !BLANK_LETTER.test(tidy) && TWO_LETTERS.test(tidy) ? null : 'wrong_format';
}

/** Why an e-mail address is refused, or null: what mail servers take, in plain letters. */
export function validateEmail(email: string): FieldCode | null {
  if (email.length === 0) return 'required';
  if (email.length > 254) return 'too_long';
  const [local = '', domain = '', ...rest] = email.split('@');
  const isLocal = local.length <= 64 && /^[\w'+-]+(?:\.[\w'+-]+)*$/.test(local) && !local.endsWith("'");
  const labels = domain.split('.');
  const isDomain =
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label)) &&
    /^[a-z]{2,}$/i.test(labels.at(-1) ?? '');
  return isLocal && isDomain && rest.length === 0 ? null : 'email_invalid';
}

/** A free text as it is kept: line breaks of one kind, no other control signs, no blank ends. */
export const tidyText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Why a text about oneself is refused, or null: at most 1000 signs as people count them, without piles of marks. */
export function validateAbout(text: string): FieldCode | null {
  if (text.length > MAX_INPUT_LENGTH || countGraphemes(tidyText(text)) > ABOUT.max) return 'too_long';
  return hasStackedMarks(text) ? 'too_many_marks' : null;
}
