// Validates names, e-mail addresses and free texts, in the browser and on the server (decisions A-name, A-about).
import type { FieldCode } from '#contract/errors';
import { hasContact } from './contact.ts';
import { countGraphemes, hasStackedMarks, isBlank } from './graphemes.ts';
import { ABOUT, NAME } from './limits.ts';
import { isReservedName } from './reserved-names.ts';

/** Maximum input length in UTF-16 units; longer input is refused before any pattern runs. */
const MAX_INPUT_LENGTH = 10_000;

/** Text for comparison: NFKC, without invisible characters, lower case. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .toLowerCase();

/** A name for storage: NFKC, single spaces. */
export const tidyName = (name: string): string => name.normalize('NFKC').trim().replace(/ {2,}/g, ' ');

/** Letters, digits and joining characters, with both apostrophes. */
const NAME_CHARACTERS = /^[\p{L}\p{M}\p{Nd} ._'’-]+$/u;
/** Invisible letters. */
const BLANK_LETTER = /\p{Default_Ignorable_Code_Point}/u;
/** More marks than any language uses on a letter of a name, or marks without a letter. */
const STRAY_MARKS = /\p{M}{3}|(?<![\p{L}\p{M}])\p{M}/u;
const TWO_LETTERS = /\p{L}.*\p{L}/su;

/** The error of a user name, or null (SG14–SG16). `brands` are reserved for the site. */
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
  if (!NAME_CHARACTERS.test(tidy)) return 'name_symbols';
  return !BLANK_LETTER.test(tidy) && TWO_LETTERS.test(tidy) ? null : 'wrong_format';
}

/** A domain with other letters than ASCII in the form that browsers send, e.g. `xn--mller-kva.de`; empty for an invalid one. */
function asciiDomain(domain: string): string {
  if (/^[\x21-\x7e]*$/.test(domain)) return domain;
  if (/[\s/?#:@\\]/.test(domain)) return '';
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}

/** The address with its domain in ASCII, in which form it is stored and compared. */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 0 ? email : `${email.slice(0, at)}@${asciiDomain(email.slice(at + 1))}`;
}

/** Characters before the @ (RFC 5322 atoms). */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** The error of an e-mail address in ASCII (`asciiEmail`), or null. */
export function validateEmail(email: string): FieldCode | null {
  if (email.length === 0) return 'required';
  if (email.length > 254) return 'too_long';
  const [local = '', domain = '', ...rest] = email.split('@');
  const isLocal = local.length <= 64 && LOCAL_PART.test(local) && !local.endsWith("'");
  const labels = domain.split('.');
  const isDomain =
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label)) &&
    /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/i.test(labels.at(-1) ?? '');
  return isLocal && isDomain && rest.length === 0 ? null : 'email_invalid';
}

/** A free text for storage: normalized line breaks, no control characters, trimmed. */
export const tidyText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** The error of a profile text, or null: at most `max` graphemes, no stacked marks. */
export function validateAbout(text: string, max: number = ABOUT.max): FieldCode | null {
  if (text.length > MAX_INPUT_LENGTH || countGraphemes(tidyText(text)) > max) return 'too_long';
  return hasStackedMarks(text) ? 'too_many_marks' : null;
}
