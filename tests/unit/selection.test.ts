// The test files that `npm test -- words…` runs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { needsExports, needsPrograms, selectTests } from '#scripts/testing/selection';

const root = mkdtempSync(join(tmpdir(), 'selection-'));
afterAll(() => rmSync(root, { recursive: true }));
const write = (path: string, title: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `test('${title}', () => undefined);`);
};
write('tests/unit/prices.test.ts', 'CR8: a bundle costs what it says');
write('tests/stores/credits.test.ts', 'CR1: the count is shown');
write('tests/api/credits.test.ts', 'CR1: credits are counted');
write('tests/site/heads.test.ts', 'SI21: one title');
write('tests/e2e/paying.spec.ts', 'CR8: a bundle is bought');
write('tests/e2e/engines.spec.ts', 'a bundle is bought elsewhere');
write('tests/full/bundles.test.ts', 'a bundle is bought elsewhere');
write('tests/support/prices.ts', 'CR8 is no test here');

test('a word selects by path or by title, case-insensitively', () => {
  expect(selectTests(root, ['cr8'])).toEqual({
    vitest: ['tests/unit/prices.test.ts'],
    playwright: ['tests/e2e/paying.spec.ts'],
  });
  expect(selectTests(root, ['api/credits'])).toEqual({ vitest: ['tests/api/credits.test.ts'], playwright: [] });
});

test('each word has to match', () => {
  expect(selectTests(root, ['unit', 'bundle'])).toEqual({ vitest: ['tests/unit/prices.test.ts'], playwright: [] });
  expect(selectTests(root, ['heads', 'bundle'])).toEqual({ vitest: [], playwright: [] });
});

test('journeys through other engines and tests that take minutes are part of the full run only', () => {
  expect(selectTests(root, ['elsewhere']).playwright).toEqual([]);
  expect(selectTests(root, ['elsewhere'], true)).toEqual({
    vitest: ['tests/full/bundles.test.ts'],
    playwright: ['tests/e2e/engines.spec.ts'],
  });
});

test('without words every file is selected, and only tests that need exports and programs wait for them', () => {
  const needs = (...words: string[]): boolean[] => {
    const selected = selectTests(root, words);
    return [needsExports(selected), needsPrograms(selected)];
  };
  expect(selectTests(root, []).vitest).toHaveLength(4);
  expect([needs('unit'), needs('heads'), needs('api'), needs('stores'), needs('paying')]).toEqual([
    [false, false],
    [true, false],
    [false, true],
    [false, true],
    [true, true],
  ]);
});
