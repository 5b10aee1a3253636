// How a script of the page that is gone is told from other errors.
import { expect, test } from 'vitest';
import { isChunkFailure } from '#domain/chunk-failure';

test('SH30: a script that could not be loaded is known in every browser', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://site.example/_astro/a.js',
    'error loading dynamically imported module: https://site.example/_astro/a.js',
    'Importing a module script failed.',
  ])
    expect(isChunkFailure(new TypeError(message))).toBe(true);
  expect([isChunkFailure(new Error('offline')), isChunkFailure('Failed'), isChunkFailure(null)]).toEqual([
    false,
    false,
    false,
  ]);
});
