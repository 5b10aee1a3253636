// The markers by which layouts, scripts, build and server find elements of a page: defined in one place, and equal in
// all of them.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONFIRMED, FORM_FIELD, mark, MARK } from '#html/marks';

const read = (file: string): string => readFileSync(file, 'utf8');
const names = [...Object.values(MARK), ...Object.values(FORM_FIELD)];

test('a layout spreads a marker with its value, or bare', () => {
  expect([mark('refill', 'email'), mark('formError')]).toEqual([
    { 'data-refill': 'email' },
    { 'data-form-error': true },
  ]);
});

test('no layout, page or server file writes the name of a marker or of a form’s own field itself', () => {
  // The provider of test payments has a field of that name of its own.
  const files = globSync('{src/{layouts,pages,server}/**/*.{astro,ts},scripts/build/**/*.ts}').filter(
    (file) => !file.startsWith('src/server/payments/sandbox'),
  );
  expect(files.length).toBeGreaterThan(100);
  const written = files.flatMap((file) => {
    const code = read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    return names.flatMap((name) => (new RegExp(`\\b${name}\\b(?!-)`).test(code) ? [`${file}: ${name}`] : []));
  });
  expect(written).toEqual([]);
});

test('inline scripts, which cannot import, use the markers by their names', () => {
  const uses: readonly (readonly [string, string])[] = [
    ['mailed-link.js', `[${MARK.refill}=`],
    ['mailed-link.js', `'${FORM_FIELD.returnTo}'`],
    ['mailed-link.js', `'${CONFIRMED}'`],
    ['login.js', `[name=${FORM_FIELD.returnTo}]`],
    ['login.js', `[${MARK.keepReturn}]`],
    ['region-choice.js', `[${MARK.formError}]`],
    ['signup.js', `dataset.${MARK.refilled.replace('data-', '')} `],
    ['visitor.js', `[${MARK.refill}]`],
  ];
  for (const [name, use] of uses) {
    const [file = ''] = globSync(`src/layouts/**/${name}`);
    expect(read(file), name).toContain(use);
  }
});
