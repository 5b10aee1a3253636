// What a name, an e-mail address and a free text may be; the same answer in the browser and on the server (decisions A).
import type { FieldCode } from '#contract/errors';
import { graphemes } from './graphemes.ts';
import { ABOUT, NAME } from './limits.ts';

/** Longest text any rule looks at, in UTF-16 units: what is longer is refused unread. */
const LONGEST = 10_000;

/** Text as it is compared: in one Unicode form, without signs nobody sees, in lower case. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .toLowerCase();

/** A name as it is kept: in one Unicode form, single spaces. */
export const tidyName = (name: string): string => name.normalize('NFKC').trim().replace(/ {2,}/g, ' ');

/** Why a user name is refused, or null (SG14–SG16). */
export function nameFault(name: string, email: string): FieldCode | null {
  if (name.length > LONGEST) return 'too_long';
  const plain = folded(name);
  if (plain === '') return 'required';
  if (plain === folded(email.slice(0, LONGEST))) return 'name_is_email';
  if (plain.startsWith('@')) return 'name_starts_with_at';
  if (hasContact(plain)) return 'name_has_contact';
  const tidy = tidyName(name);
  const length = [...tidy].length;
  if (length < NAME.min) return 'too_short';
  if (length > NAME.max) return 'too_long';
  return /^[\p{L}\p{M}\p{Nd} ._-]+$/u.test(tidy) && /[\p{L}\p{Nd}]/u.test(tidy) ? null : 'wrong_format';
}

/** Ends of addresses people write into names to be found elsewhere. */
const ENDINGS =
  'com net org info biz io co me tv app xyz online site link club chat dating sex cam live top shop gg ly ee ru cn in cc eu uk us ca au nz de at ch nl be fr it es pt pl dk se no fi ie';
const ADDRESS = new RegExp(`[\\p{L}\\p{Nd}-]\\.(?:${ENDINGS.replaceAll(' ', '|')})(?![\\p{L}\\p{Nd}.-])`, 'u');
/** Digits in a row, whatever stands between them, from which on it is a phone number. */
const PHONE_DIGITS = 7;

/** Whether a folded text holds an address of the web, of a mailbox or of a phone. */
function hasContact(plain: string): boolean {
  const short = plain.slice(0, 200);
  if (/https?:|www\.|:\/\/|[\p{L}\p{Nd}]@[\p{L}\p{Nd}]/u.test(short)) return true;
  const closed = short.replace(/\s+\.\s*/g, '.').replace(/ (?:dot|punt|punkt|point|punto|piste|kropka) /g, '.');
  if (ADDRESS.test(closed)) return true;
  const digits = new RegExp(`(?:\\p{Nd}[\\s._()+/-]*){${PHONE_DIGITS}}`, 'u');
  return digits.test(short);
}

/** Why an e-mail address is refused, or null: what mail servers take, in plain letters. */
export function emailFault(email: string): FieldCode | null {
  if (email.length === 0) return 'required';
  if (email.length > 254) return 'too_long';
  const [local = '', domain = '', ...more] = email.split('@');
  const isLocal = local.length <= 64 && /^[\w'+-]+(?:\.[\w'+-]+)*$/.test(local) && !local.endsWith("'");
  const labels = domain.split('.');
  const isDomain =
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label)) &&
    /^[a-z]{2,}$/i.test(labels.at(-1) ?? '');
  return isLocal && isDomain && more.length === 0 ? null : 'email_invalid';
}

/** A free text as it is kept: line breaks of one kind, no other control signs, no blank ends. */
export const tidyText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Why a text about oneself is refused, or null: at most 1000 signs as people count them. */
export function aboutFault(text: string): FieldCode | null {
  return text.length > LONGEST || graphemes(tidyText(text)) > ABOUT.max ? 'too_long' : null;
}
