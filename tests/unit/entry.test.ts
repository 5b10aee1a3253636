// The pages with an entry warning.
import { expect, test } from 'vitest';
import { entryRule, unknownCountries, alwaysWarnedCountries } from '#domain/entry';
import { routeOf, routes } from '#domain/routes';

test('LA18: pages of the ordinary layout warn everybody, but for the three of the requirement and the page that the warning leads to', () => {
  const quiet = routes.filter((route) => route.layout === 'default' && entryRule(route) !== 'all');
  expect(quiet.map(({ name }) => name).sort()).toEqual([
    'complete-signup',
    'pages-ban',
    'reset-password',
    'reset-password-do',
  ]);
});

test('LA16 LA17: landers, empty pages and chats warn only visitors from the Netherlands and Germany, and of unknown country', () => {
  for (const name of ['landers-video-slug', 'members-id-landing', 'signup-matches', 'chats-id'])
    expect(entryRule(routeOf(name))).toBe('some');
  expect(alwaysWarnedCountries).toEqual(['NL', 'DE']);
  expect(unknownCountries).toContain('XX');
  // Codes that no country has.
  expect(unknownCountries.filter((code) => !/^(X[A-Z]|ZZ|[A-Z]\d)$/.test(code))).toEqual([]);
});
