// What is read of stored fields that another version wrote.
import { expect, test } from 'vitest';
import { SavedFilters } from '#contract/searches';
import { knownFields } from '#server/db/known-fields';
import { parsedFilters } from '#server/modules/searches/index';

test('ME1: of a saved search only the filters that this version does not know leave the defaults', () => {
  const known = { gender: 'female', min_age: 30, max_age: 45, real: '1' } as const;
  expect(parsedFilters(known)).toEqual(known);
  expect(parsedFilters({ ...known, sort: 'by_height', country: 'nowhere at all', shoes: '42' })).toEqual(known);
});

test('what is missing or empty stays so', () => {
  for (const stored of [{}, null, undefined]) expect(knownFields(SavedFilters.shape, stored)).toEqual({});
  expect(Object.keys(parsedFilters({ gender: 'male' }))).toEqual(['gender']);
});
