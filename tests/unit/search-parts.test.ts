// What parts of the search, of a fictional profile and of one's own profile show, as static markup with keys for texts.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { searchFields } from '#contract/site';
import type { OwnProfile } from '#contract/profile';
import { photoWord } from '#domain/photo-words';
import { EmptySearch } from '../../src/features/members/EmptySearch.tsx';
import { FilterChips } from '../../src/features/members/FilterChips.tsx';
import { FilterFields } from '../../src/features/members/FilterFields.tsx';
import { foundText } from '../../src/features/members/found-text.ts';
import { ProfileHead } from '../../src/features/profile/ProfileHead.tsx';
import { chosenFilters, type FilterValues, widenings } from '../../src/features/members/search-filters.ts';
import { $filters } from '#stores/search';
import { $siteSettings } from '#stores/site-settings';
import { loadSites, type Site } from '#site/load';
import { siteSettingsFor } from '#site/pages';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, queryOf: () => ({}) }));
vi.mock('#lib/page', () => ({ isVisitor: () => false }));
vi.mock('#stores/site-settings', async () => {
  const { atom } = await import('nanostores');
  return { $siteSettings: atom({}) };
});
// How many the ways find is not known here.
vi.mock('#stores/wider-search', async () => {
  const { atom } = await import('nanostores');
  return { $wider: atom({ state: 'failed', code: 'internal' }) };
});
vi.mock('#lib/i18n', () => ({
  t: (key: string, variables: object = {}) => [key, ...Object.values(variables)].join(' '),
  formatNumber: String,
  countryName: (code: string) => code,
  currentLanguage: () => 'en',
}));

const settings = { cdn_prefix: '/media/', countries: ['NL', 'US'], fictional_plural: 'house profiles' };
const offer = (fields: readonly (typeof searchFields)[number][]): void =>
  $siteSettings.set({ ...settings, search_fields: [...fields] } as never);
const filters: FilterValues = {
  ...{
    gender: 'any',
    country: 'NL',
    countryregion: '',
    min_age: 30,
    max_age: 50,
    real: '0',
    verified: '0',
    two_way: '1',
  },
  sort: 'activity',
};
const fields = (values = filters): string =>
  renderToStaticMarkup(createElement(FilterFields, { values, onChange: () => undefined }));
const chips = (defaults = filters): string =>
  renderToStaticMarkup(createElement(FilterChips, { defaults, onOpen: () => undefined, onSaved: () => undefined }));
/** What shows that a filter is offered: its field in the dialog, and its chip if it has one. */
const marks: Readonly<Record<(typeof searchFields)[number], readonly [field: string, chip: string | null]>> = {
  gender: ['members:gender_female', 'members:gender_any'],
  age: ['members:age_from', 'members:ages 30 50'],
  country: ['name="country"', '>NL<'],
  countryregion: ['name="countryregion"', null],
  real: ['name="real"', 'members:real'],
  verified: ['name="verified"', null],
  two_way: ['name="two_way"', null],
};
beforeEach(() => {
  offer(searchFields);
  $filters.set({});
});

test.each(searchFields)('ME4: the filter %s shows where the settings offer it, and only there', (name) => {
  const [field, chip] = marks[name];
  expect([fields().includes(field), chip === null || chips().includes(chip)]).toEqual([true, true]);
  offer(searchFields.filter((each) => each !== name));
  expect([fields().includes(field), chip !== null && chips().includes(chip)]).toEqual([false, false]);
  offer([name]);
  for (const [other, [mark]] of Object.entries(marks))
    expect([other, fields().includes(mark)]).toEqual([other, other === name]);
});

test('ME3: the country may be any of them, which is named where a country is, and no region goes with it', () => {
  expect(fields()).toContain('<option value="any">members:country_any</option><option value="NL" selected="">NL<');
  const anywhere = { ...filters, country: 'any' };
  expect(fields(anywhere)).toContain('<option value="any" selected="">members:country_any<');
  expect(fields(anywhere)).not.toContain('name="countryregion"');
  expect(chips(anywhere)).toContain('>members:country_any<');
});

test('ME3: the order is offered wherever members search', () => {
  offer([]);
  expect(fields()).toContain('<option value="activity" selected="">members:order_activity<');
  expect(fields({ ...filters, sort: 'newest' })).toContain('<option value="newest" selected="">members:order_newest<');
});

test('ME7: a search says how many it found, that there are more than a thousand, or how many so far', () => {
  expect(foundText({ numResults: 1000, at_least: false })).toBe('members:found 1000');
  expect(foundText({ numResults: 1001, at_least: true })).toBe('members:found_many_more 1000');
  expect(foundText({ numResults: 12, at_least: true })).toBe('members:found_so_far 12');
});

const waysOf = (values: FilterValues, offered = searchFields) => widenings(filters, values, offered);

test('ME3: to look in all countries is the last way to widen a search, and drops its region', () => {
  const ways = waysOf({ ...filters, countryregion: 'NL-UT' });
  expect(ways.map(({ name }) => name)).toEqual(['region', 'ages', 'two_way', 'country']);
  expect(ways.at(-1)?.change).toEqual({ country: 'any', countryregion: '' });
});

/** Changes a search as all ways to widen it do. */
const widened = (values: FilterValues): FilterValues =>
  waysOf(values).reduce((wider, { change }) => ({ ...wider, ...change }), values);
const narrow: FilterValues = { ...filters, gender: 'female', countryregion: 'NL-UT', real: '1', verified: '1' };

test('ME3: no way to widen a search leads to what is set already', () => {
  const ways = waysOf(narrow);
  const names = ['region', 'ages', 'two_way', 'verified', 'fictional', 'gender', 'country'];
  expect(ways.map(({ name }) => name)).toEqual(names);
  for (const { name, change } of ways) {
    expect(narrow).not.toMatchObject(change);
    expect(waysOf({ ...narrow, ...change }).map((way) => way.name)).not.toContain(name);
  }
  expect(waysOf({ ...filters, min_age: 18, max_age: 50 }).map(({ name }) => name)).toContain('ages');
  expect(waysOf({ ...filters, min_age: 18, max_age: 99 }).map(({ name }) => name)).not.toContain('ages');
  expect(waysOf(widened(narrow))).toEqual([]);
});

test('ME3: the gender is a way to widen a search where it was chosen, not where the member’s own wishes lead to it', () => {
  const women = { ...filters, gender: 'female' } as const;
  expect(waysOf(women).find(({ name }) => name === 'gender')?.change).toEqual({ gender: 'any' });
  expect(widenings(women, women, searchFields).map(({ name }) => name)).not.toContain('gender');
});

test.each(searchFields)('ME4: where %s is no filter of the brand, no way to widen a search sets it', (name) => {
  const offered = searchFields.filter((each) => each !== name);
  const changed = (fields: readonly (typeof searchFields)[number][]): string[] =>
    widenings(filters, narrow, fields).map((way) => way.name);
  expect(changed([...searchFields]).length - changed(offered).length).toBe(1);
  offer(offered);
  $filters.set(chosenFilters(filters, narrow));
  const empty = renderToStaticMarkup(createElement(EmptySearch, { defaults: filters, children: null }));
  expect(empty.match(/members:widen_/g)).toHaveLength(changed(offered).length);
});

test('ME7: a page without members says whether the search goes on', () => {
  const page = (isSoFar: boolean): string =>
    renderToStaticMarkup(createElement(EmptySearch, { defaults: filters, isSoFar, children: null }));
  expect(page(true)).toMatch(/members:so_far_heading.*members:so_far_text.*members:widen_country/);
  expect(page(false)).toMatch(/members:empty_heading.*members:empty_text.*members:widen_country/);
});

test('ME3: an empty search offers its ways, and to reset its filters only where some are chosen', () => {
  const empty = (defaults: FilterValues, chosen: FilterValues = defaults): string => {
    $filters.set(chosenFilters(defaults, chosen));
    return renderToStaticMarkup(createElement(EmptySearch, { defaults, children: null }));
  };
  const usual = empty(filters);
  for (const name of ['ages', 'two_way', 'country']) expect(usual).toContain(`members:widen_${name}`);
  for (const text of ['members:widen_region', 'members:widen_fictional', 'members:empty_action', 'members:empty_wide'])
    expect(usual).not.toContain(text);
  expect(empty(filters, narrow)).toContain('members:empty_action');
  const wide = empty(filters, widened(filters));
  expect(wide).toMatch(/members:empty_wide.*members:empty_action/);
  expect(wide).not.toContain('members:widen_');
  expect(empty(widened(filters))).not.toContain('<button');
  $siteSettings.set({ ...$siteSettings.get(), countries: ['NL'] });
  expect(empty(filters)).not.toContain('members:widen_country');
});

test('ME25: the filter of fictional profiles calls them as the settings do', () => {
  for (const markup of [fields(), chips()]) expect(markup).toContain('members:real house profiles');
});

test('ME25: the settings of a page have the words of its language', () => {
  const [site] = loadSites(process.cwd()) as [Site];
  expect(['en', 'de', 'fi'].map((language) => siteSettingsFor(site, language).fictional_plural)).toEqual([
    'fictional profiles',
    'fiktive Profile',
    'fiktiiviset profiilit',
  ]);
});

test('PR12: the label of the main photo follows the country of the member', () => {
  const head = (country: string): string =>
    renderToStaticMarkup(
      createElement(ProfileHead, {
        profile: {
          ...{ id: 'me', name: 'Anna', country, main_image: { match: 'photos/a-640.webp' } },
          completeness: { percent: 100, missing: [] },
        } as never as OwnProfile,
      }),
    );
  expect(head('GB')).toContain('alt="profile:photo_picture"');
  expect(head('US')).toContain('alt="profile:photo_photo"');
  expect(['DE', 'AT', 'DK', 'NL'].map(photoWord)).toEqual(['picture', 'photo', 'picture', 'photo']);
});
