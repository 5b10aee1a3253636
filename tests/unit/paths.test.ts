// The address belongs to one page: another page reads nothing from it and writes nothing into it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parametersOf, queryOf, setQuery } from '#lib/paths';

const page = vi.hoisted(() => ({ language: 'en' }));
vi.mock('#lib/i18n', () => ({ languageNow: () => page.language }));

const pushState = vi.fn();
const stand = (address: string): void => {
  const { pathname, search } = new URL(address, 'http://site.example');
  vi.stubGlobal('location', { pathname, search });
};
beforeEach(() => {
  page.language = 'en';
  pushState.mockClear();
  vi.stubGlobal('history', { state: { index: 3 }, pushState });
});
afterEach(() => vi.unstubAllGlobals());

test('ME1 ME2: parameters are read from an address of the route and of the page’s language only', () => {
  stand('/members/a%20b');
  expect([parametersOf('members-id'), parametersOf('members')]).toEqual([{ id: 'a b' }, null]);
  stand('/members?page=2');
  expect([parametersOf('members-id'), parametersOf('members')]).toEqual([null, {}]);
  page.language = 'nl';
  expect(parametersOf('members')).toBeNull();
  stand('/nl/members/abc/');
  expect(parametersOf('members-id')).toEqual({ id: 'abc' });
  stand('/no/such/page');
  expect(parametersOf('members-id')).toBeNull();
});

test('ME1: the query is read and written under an address of the route only', () => {
  stand('/members?page=2');
  expect(queryOf('members')).toEqual({ page: '2' });
  expect(setQuery('members', { page: '2' }, true)).toBe(true);
  expect(pushState).not.toHaveBeenCalled();
  expect(setQuery('members', { page: 3, city: '', name: undefined }, true)).toBe(true);
  expect(pushState).toHaveBeenCalledWith({ index: 3 }, '', '/members?page=3');
  stand('/members/abc');
  expect(queryOf('members')).toBeNull();
  expect(setQuery('members', { page: 4 }, true)).toBe(false);
  expect(pushState).toHaveBeenCalledTimes(1);
});
