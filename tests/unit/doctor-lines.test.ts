// What the doctor prints: lines for people with a count at their end, or an object a line for scripts.
import { expect, test } from 'vitest';
import { bad, badOf, good, printed, warning } from '#scripts/doctor/finding';

const found = [good('mail', 'mail.example takes mail'), warning('sms', 'none'), bad('disk', 'full')];

test('findings for people end with how many things are to mend', () => {
  expect(printed(found, false)).toEqual([
    '✓ mail      mail.example takes mail',
    '! sms       none',
    '✗ disk      full',
    '1 thing to mend.',
  ]);
  expect(printed(found.slice(0, 2), false).at(-1)).toBe('Nothing must be mended.');
  expect([badOf(found), badOf([])]).toEqual([1, 0]);
});

test('DE11: findings for scripts are objects, one a line, and nothing else', () => {
  expect(printed(found, true).map((line) => JSON.parse(line) as unknown)).toEqual(found);
});
