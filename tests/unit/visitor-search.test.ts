// Permission to search without a login, and the defaults of such a search.
import { expect, test } from 'vitest';
import { isSearchOpen, mayVisitorSearch, visitorFilters } from '#domain/visitor-search';

const none = { logged_out_search: 'none', logged_out_search_trafficsource: 'none' } as const;
const other = { logged_out_search: 'other', logged_out_search_trafficsource: 'none' } as const;
const sourced = { logged_out_search: 'none', logged_out_search_trafficsource: 'other' } as const;

test('ME11: without a traffic source logged_out_search decides', () => {
  expect([none, other, sourced].map((policy) => mayVisitorSearch(policy, {}))).toEqual([false, true, false]);
  // An empty source is ignored, and so is an incomplete one.
  const unnamed = { network: '', ref: undefined, sub1: 'x' };
  expect([none, other, sourced].map((policy) => mayVisitorSearch(policy, unnamed))).toEqual([false, true, false]);
});

test('ME12: for visitors with one, logged_out_search_trafficsource decides instead', () => {
  for (const source of [{ network: 'n' }, { ref: 'partner' }])
    expect([none, other, sourced].map((policy) => mayVisitorSearch(policy, source))).toEqual([false, false, true]);
});

test('ME11 ME12: the page waits for its script wherever some visitors may search', () => {
  expect([none, other, sourced].map(isSearchOpen)).toEqual([false, true, true]);
});

test('ME11: a visitor looks for all members in their own country, or in the site’s first', () => {
  expect(visitorFilters(['NL', 'BE'], 'BE')).toEqual({ gender: 'any', country: 'BE', min_age: 18, max_age: 99 });
  expect(visitorFilters(['NL', 'BE'], 'JP').country).toBe('NL');
  expect(visitorFilters(['NL', 'BE'], null).country).toBe('NL');
});
