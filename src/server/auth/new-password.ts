// Validates a new password: the product's rules, common passwords, and an estimate of its strength.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { FieldCode } from '#contract/errors';
import { PASSWORD } from '#domain/limits';
import { validatePassword, type PersonalWords } from '#domain/password';
import type { Site } from '#site/load';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Code points that are scored, and spellings tried for a word such as `p@ssw0rd`. Higher limits could take seconds for
 * one password.
 */
const MAX_SCORED_CODE_POINTS = 40;
const MAX_SPELLINGS = 5;

const estimator = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  dictionary,
  maxLength: 2 * MAX_SCORED_CODE_POINTS,
  l33tMaxSubstitutions: MAX_SPELLINGS,
});

/** Field codes of the estimator's warnings; any other weakness is `password_predictable`. */
const CODES: Readonly<Record<string, FieldCode>> = {
  straightRow: 'password_pattern',
  keyPattern: 'password_pattern',
  simpleRepeat: 'password_pattern',
  extendedRepeat: 'password_pattern',
  sequences: 'password_pattern',
  topTen: 'password_known',
  topHundred: 'password_known',
  common: 'password_known',
  userInputs: 'password_personal',
};

/** What a member's password must not be close to. */
export const personalWords = ({ siteSettings }: Site, { name, email }: Omit<PersonalWords, 'site'>): PersonalWords => ({
  name,
  email,
  site: [siteSettings.name, siteSettings.mail_name, siteSettings.domain],
});

/** The error of a new password, or null. */
export function validateNewPassword(password: string, personal: PersonalWords): FieldCode | null {
  return validatePassword(password, personal, isCommonPassword) ?? findWeakness(password, personal);
}

function findWeakness(password: string, { name, email, site }: PersonalWords): FieldCode | null {
  const scored = [...password.normalize('NFKC')].slice(0, MAX_SCORED_CODE_POINTS).join('');
  const words = [name, email, ...site].flatMap((word) => [word, ...word.split(/[^\p{L}\p{Nd}]+/u)]);
  const { score, feedback } = estimator.check(
    scored,
    words.filter((word) => word.length >= 3),
  );
  if (score >= PASSWORD.score) return null;
  return CODES[feedback.warning ?? ''] ?? 'password_predictable';
}
