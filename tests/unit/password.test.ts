// Passwords: the accepted ones, and their shown strength.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dictionary } from '@zxcvbn-ts/language-common';
import { validatePassword, passwordStrength } from '#domain/password';
import { validateNewPassword } from '#server/auth/new-password';
import { isCommonPassword } from '#server/auth/common-passwords';
import { passwordChecker } from '#server/auth/password-hashing';
import { effort } from '../support/effort.ts';
import { figure } from '../support/server.ts';

const personal = { name: 'Anna Bloom', email: 'anna.b@example.test', site: ['Morrow', 'morrow.example'] };
const fault = (password: string) => validatePassword(password, personal, isCommonPassword);
const runs = { numRuns: figure(100_000, 3000), seed: 20261120 };

test.each([
  'seven green bottles',
  'ｓｅｖｅｎ green b',
  'żółta łódź na rzece',
  'anna and the long river',
  '🌸🌼🌻🌺🌷🌹🥀💐🪷🪻🍁🍂',
  'x7#kPq92!mLz',
  `${'seven green bottles '.repeat(6)}12345678`,
])('AU25 C5: %s is a password', (password) => expect(validateNewPassword(password, personal)).toBe(null));

test.each([
  ['password123456', 'password_predictable'],
  ['P@ssw0rd1234', 'password_predictable'],
  ['qwertyuiopas', 'password_predictable'],
  ['abcdefghijkl', 'password_pattern'],
  ['xK9$qxK9$qxK9$q', 'password_pattern'],
  ['iloveyou2024!', 'password_predictable'],
  ['19901212anna', 'password_predictable'],
] as const)('C5: %s is refused, since a program would soon guess it: %s', (password, code) => {
  expect(fault(password)).toBe(null);
  expect(validateNewPassword(password, personal)).toBe(code);
});

test('C5: no password keeps the server busy, with any number of possible spellings', () => {
  for (const signs of ['4@8({[<3691!|0$57+%2', '1!|l', '199820 -/', 'p@$$w0rd', 'qwertzuiop']) {
    const password = Array.from({ length: 128 }, (_, at) => signs[(at * 7) % signs.length]).join('');
    expect(effort(() => validateNewPassword(password, personal))).toBeLessThan(500);
  }
});

test.each([
  ['', 'required'],
  ['elevensigns', 'too_short'],
  ['🌸🌼🌻🌺🌷🌹🥀💐🪷🪻🍁', 'too_short'],
  [`${'correct horse '.repeat(10)}`, 'too_long'],
  ['1qaz2wsx3edc', 'password_known'],
  ['１QAZ2wsx3EDC', 'password_known'],
  ['aaaaaaaaaaaa', 'password_known'],
  ['abcdabcdabcdab', 'password_known'],
  ['anna.b@example.test', 'password_personal'],
  ['ANNA.B@example.test!', 'password_personal'],
  ['annabloomannabloom', 'password_personal'],
  ['AnnaBloom12345678', 'password_personal'],
  ['morrowmorrow1', 'password_personal'],
] as const)('AU25 C5: %s is refused: %s', (password, code) => expect(fault(password)).toBe(code));

test('C5: every listed password is refused', () => {
  const taken = dictionary['passwords-common'].filter(
    (each) => fault(each) === null || fault(each.toUpperCase()) === null,
  );
  expect(taken).toEqual([]);
});

test('C5: long passwords are not truncated', () => {
  expect(fault('𝒳y'.repeat(64))).toBe('password_known');
  expect(fault(`${'seven green bottles '.repeat(6)}12345678`)).toBe(null);
  expect(fault(`${'seven green bottles '.repeat(6)}123456789`)).toBe('too_long');
  expect(effort(() => fault('a'.repeat(100_000)))).toBeLessThan(50);
});

test('C5 C1: of two long passwords that differ only past sign 72, each opens its own hash, which is argon2id', async () => {
  const passwords = await passwordChecker();
  const long = 'seven green bottles '.repeat(4).slice(0, 73);
  const [one, two] = [`${long} and one`, `${long} and two`];
  const stored = await passwords.hash(one);
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(await Promise.all([one, two, long].map((each) => passwords.check(each, stored)))).toEqual([
    true,
    false,
    false,
  ]);
});

test('AU25: strength grows with length and variety and never falls when a character is added', () => {
  expect(
    ['short', 'aaaaaaaaaaaaaaaa', 'horse battery', 'seven green bottles', 'Seven green bottles 7'].map(
      passwordStrength,
    ),
  ).toEqual([0, 0, 2, 3, 4]);
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ minLength: 1, maxLength: 1 }),
      (password, more) => {
        expect(passwordStrength(password + more)).toBeGreaterThanOrEqual(passwordStrength(password));
      },
    ),
    runs,
  );
});
