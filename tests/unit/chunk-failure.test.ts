// When a page reloads because one of its scripts is gone.
import { expect, test } from 'vitest';
import { isChunkFailure, mayReload } from '#domain/chunk-failure';

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

test('SH30: the page reloads at most once in 60 seconds', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  expect(mayReload(null, now)).toBe(true);
  expect(mayReload('2026-11-27T11:59:00Z', now)).toBe(true);
  expect(mayReload('2026-11-27T11:59:01Z', now)).toBe(false);
  expect(mayReload('no time', now)).toBe(true);
});
