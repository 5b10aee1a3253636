// What the results of a search show on pages that hold no one, as static markup with keys for texts.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { $results } from '#stores/search';
import { SearchResults } from '../../src/features/members/SearchResults.tsx';
import type { FilterValues } from '../../src/features/members/search-filters.ts';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, queryOf: () => ({}) }));
vi.mock('#lib/page', () => ({ isVisitor: () => false }));
vi.mock('#stores/search', async (original) => {
  const { atom } = await import('nanostores');
  return { ...(await original<object>()), $results: atom({ state: 'loading' }) };
});
vi.mock('#stores/site-settings', async () => {
  const { atom } = await import('nanostores');
  const search_fields = (await import('#contract/site')).searchFields;
  return { $siteSettings: atom({ countries: ['NL', 'US'], fictional_plural: 'house profiles', search_fields }) };
});
vi.mock('#stores/wider-search', async () => {
  const { atom } = await import('nanostores');
  return { $wider: atom({ state: 'failed', code: 'internal' }) };
});
vi.mock('#lib/i18n', () => ({
  t: (key: string, variables: object = {}) => [key, ...Object.values(variables)].join(' '),
  formatNumber: String,
  currentLanguage: () => 'en',
}));

const defaults: FilterValues = {
  ...{ gender: 'any', country: 'NL', countryregion: '', min_age: 30, max_age: 50 },
  ...{ real: '0', verified: '0', two_way: '1', sort: 'activity' },
};
function drawn(page: number, next: string | null): string {
  const results = { state: 'ready', profiles: [], numResults: 3, at_least: true, page, next };
  ($results as never as { set(state: object): void }).set(results);
  return renderToStaticMarkup(
    createElement(SearchResults, { defaults, empty: null, lost: null, onGo: () => undefined }),
  );
}

test('ME7: behind its members a search says that these are all, keeps the number and leads back', () => {
  const markup = drawn(3, null);
  for (const text of ['members:found_so_far', '<b>3</b>', 'members:end', 'members:page 3', 'rel="prev"'])
    expect(markup).toContain(text);
  for (const text of ['members:empty_heading', 'members:so_far_heading', 'members:widen_', 'rel="next"'])
    expect(markup).not.toContain(text);
});

test('ME3 ME7: a page without members of a search that goes on says so, offers to widen it, and leads on', () => {
  const markup = drawn(1, 'further');
  for (const text of ['members:found_so_far', 'members:so_far_text', 'members:widen_country', 'rel="next"'])
    expect(markup).toContain(text);
  expect(markup).not.toContain('members:end');
});
