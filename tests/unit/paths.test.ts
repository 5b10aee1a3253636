// The address belongs to one page: another page reads nothing from it and writes nothing to it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  redirectToLogin,
  currentPathIn,
  isFromHere,
  routeParameters,
  queryOf,
  replaceParameters,
  replacePath,
  setQuery,
  takeFromQuery,
} from '#lib/paths';

const page = vi.hoisted(() => ({ language: 'en' }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => page.language }));

const pushState = vi.fn();
const replaceState = vi.fn();
const stand = (address: string): void => {
  const { pathname, search, hash } = new URL(address, 'http://site.example');
  vi.stubGlobal('location', { pathname, search, hash });
};
beforeEach(() => {
  page.language = 'en';
  pushState.mockClear();
  replaceState.mockClear();
  vi.stubGlobal('history', { state: { index: 3 }, pushState, replaceState });
});
afterEach(() => vi.unstubAllGlobals());

test('ME1 ME2: parameters are read from an address of the route and of the page’s language only', () => {
  stand('/members/a%20b');
  expect([routeParameters('members-id'), routeParameters('members')]).toEqual([{ id: 'a b' }, null]);
  stand('/members?page=2');
  expect([routeParameters('members-id'), routeParameters('members')]).toEqual([null, {}]);
  page.language = 'nl';
  expect(routeParameters('members')).toBeNull();
  stand('/nl/members/abc/');
  expect(routeParameters('members-id')).toEqual({ id: 'abc' });
  stand('/no/such/page');
  expect(routeParameters('members-id')).toBeNull();
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

test('CR3: the chosen method is written to the address of the order, whose query stays; another page’s is unchanged', () => {
  const name = 'credits-id-paymentmethod';
  stand('/credits/15?for=abc');
  expect(routeParameters(name)).toEqual({ id: '15' });
  replaceParameters(name, { id: '15', paymentmethod: 'ideal' });
  expect(replaceState).toHaveBeenCalledWith({ index: 3 }, '', '/credits/15/ideal?for=abc');
  stand('/credits/15/ideal');
  expect(routeParameters(name)).toEqual({ id: '15', paymentmethod: 'ideal' });
  stand('/transactions');
  expect([routeParameters('transactions-id'), routeParameters(name)]).toEqual([{}, null]);
  replaceParameters(name, { id: '15' });
  expect(replaceState).toHaveBeenCalledTimes(1);
});

test('AU26 SH3: a change of language keeps the page, with its parameters and its query', () => {
  stand('/members/abc/chat?for=x');
  expect(currentPathIn('de')).toBe('/de/members/abc/chat?for=x');
  page.language = 'nb';
  stand('/nb/credits/15/ideal');
  expect([currentPathIn('en'), currentPathIn('nl')]).toEqual(['/credits/15/ideal', '/nl/credits/15/ideal']);
  stand('/nb/no/such/page');
  expect(currentPathIn('en')).toBeNull();
});

test('SG26 F9: the login gets the target address, and the traffic source beside it', () => {
  const replace = vi.fn();
  for (const [from, to] of [
    ['/members', '/login?to=%2Fmembers'],
    [
      '/members?network=net&sub1=deal%201',
      '/login?to=%2Fmembers%3Fnetwork%3Dnet%26sub1%3Ddeal%25201&network=net&sub1=deal%201',
    ],
    ['/members?to=//evil.example', '/login?to=%2Fmembers%3Fto%3D%2F%2Fevil.example&to=//evil.example'],
  ] as const) {
    const { pathname, search } = new URL(from, 'http://site.example');
    vi.stubGlobal('location', { pathname, search, replace });
    redirectToLogin();
    expect(replace).toHaveBeenLastCalledWith(to);
  }
});

test('LI3: the path of a list replaces that of another one, and no other page’s', () => {
  stand('/likes');
  expect(routeParameters('likes-type')).toBeNull();
  replacePath(['likes', 'likes-type'], '/likes/sent');
  expect(replaceState).toHaveBeenCalledWith({ index: 3 }, '', '/likes/sent');
  stand('/likes/sent');
  expect(routeParameters('likes-type')).toEqual({ type: 'sent' });
  stand('/likes/m/abc');
  expect([routeParameters('likes-type'), routeParameters('likes-m-id')]).toEqual([null, { id: 'abc' }]);
  replacePath(['likes', 'likes-type'], '/likes/sent');
  expect(replaceState).toHaveBeenCalledTimes(1);
});

test('LI12: a parameter is taken out of the address of any page, and the others stay', () => {
  stand('/members?t=5&page=2#main');
  expect(takeFromQuery('t')).toBe('5');
  expect(replaceState).toHaveBeenLastCalledWith({ index: 3 }, '', '/members?page=2#main');
  stand('/likes?t=');
  expect(takeFromQuery('t')).toBe('');
  expect(replaceState).toHaveBeenLastCalledWith({ index: 3 }, '', '/likes');
  stand('/likes?network=x');
  expect(takeFromQuery('t')).toBeNull();
  expect(replaceState).toHaveBeenCalledTimes(2);
});

test('AU32: only a page of this site has led here, not a link from elsewhere', () => {
  vi.stubGlobal('location', { origin: 'http://site.example' });
  const from = (referrer: string): boolean => {
    vi.stubGlobal('document', { referrer });
    return isFromHere();
  };
  expect(['http://site.example/login?to=x', 'http://site.example/'].map(from)).toEqual([true, true]);
  expect(['', 'http://site.example.evil.test/', 'https://site.example/', 'android-app://x/'].map(from)).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});
