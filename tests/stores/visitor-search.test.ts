// The search page for visitors, used as its screen uses it, against the real server.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SiteSettings } from '#contract/site';
import { $chats, loadChats } from '#stores/chats';
import { loadLikes } from '#stores/likes';
import { $filters, $results, applyFilters, clearResults, openSearch } from '#stores/search';
import { $user, startSession } from '#stores/session';
import { $isSiteSettingsFetched, $siteSettings } from '#stores/site-settings';
import { mayJoin, visitorSource } from '#stores/visitor';
import { callFromStores } from '#tests/support/store-calls';
import { siteAt, sites, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { eventually } from '#tests/support/eventually';

const { visited, address, device } = vi.hoisted(() => ({
  visited: [] as string[],
  address: { query: {} as Record<string, string> },
  device: { source: '' },
}));
vi.mock('#lib/page', () => ({ isVisitor: () => true, readPage: () => ({ siteSettings: {} }) }));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  navigateTo: (to: string) => void visited.push(to),
  redirectToLogin: () => void visited.push('login first'),
  queryOf: () => address.query,
  setQuery: (_route: string, values: Record<string, unknown>) => {
    const said = Object.entries(values).filter(([, value]) => value !== undefined);
    address.query = Object.fromEntries(said.map(([key, value]) => [key, String(value)]));
    return true;
  },
}));
vi.mock('#lib/live', () => ({ listen: () => void visited.push('live'), announce: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#lib/storage', () => ({
  cookie: () => null,
  readStored: () => null,
  removeStored: () => undefined,
  storedTracking: () => device.source,
}));

const policy = { logged_out_search: 'other', logged_out_search_trafficsource: 'none' } as const;
const siteSettings: SiteSettings = { ...siteAt(0).siteSettings, ...policy };
let server: TestServer & { close(): Promise<void> };
let traffic: ReturnType<typeof callFromStores>;

beforeAll(async () => {
  const served = sites.map((site, at) => (at === 0 ? { ...site, siteSettings } : site));
  server = await startTestServer(await usualDatabase(), { sites: served });
  for (const gender of ['female', 'male']) await server.member({ gender, country: 'NL', fictional: true });
  traffic = callFromStores(server, () => '');
  // The page's own snapshot and the server's answer have arrived before the tests set theirs.
  $siteSettings.listen(() => undefined);
  await eventually(() => expect($isSiteSettingsFetched.get()).toBe(true));
});
afterAll(async () => {
  traffic.stop();
  await server.close();
});
beforeEach(() => {
  $siteSettings.set(siteSettings);
  clearResults();
  address.query = {};
  device.source = '';
  visited.length = 0;
  traffic.calls.length = 0;
});

test('ME11: a visitor searches without a request that needs a session, and without a live connection', async () => {
  startSession();
  await Promise.all([openSearch(), loadChats(), loadLikes()]);
  expect($user.get()).toBe(null);
  expect($results.get()).toMatchObject({ state: 'ready', numResults: 2 });
  expect($chats.get().state).toBe('loading');
  expect(traffic.calls).toEqual(['GET /api/members.php?page=1']);
  expect(visited).toEqual([]);
});

test('ME12: a visitor without permission to search is led to the login, without a request', async () => {
  address.query = { network: 'net' };
  startSession();
  await openSearch();
  expect(visited).toEqual(['login first']);
  expect(traffic.calls).toEqual([]);
});

test('ME12: the source is sent with the search and stays in the address beside the filters', async () => {
  $siteSettings.set({ ...siteSettings, logged_out_search_trafficsource: 'other' });
  address.query = { ref: 'partner', aff_sub: 'deal', gender: 'male' };
  await openSearch();
  expect($filters.get()).toEqual({ gender: 'male' });
  expect(traffic.calls[0]).toBe('GET /api/members.php?gender=male&ref=partner&page=1');
  await applyFilters({ gender: 'female' });
  expect(address.query).toEqual({ ref: 'partner', sub1: 'deal', gender: 'female' });
});

test('ME12: a source stored with consent counts as well; one in the address takes precedence', () => {
  device.source = 'network=kept&sub1=x';
  expect(visitorSource()).toEqual({ network: 'kept', sub1: 'x' });
  address.query = { ref: 'fresh' };
  expect(visitorSource()).toEqual({ ref: 'fresh' });
  $siteSettings.set({ ...siteSettings, signups: 'with_trafficsource' });
  expect(mayJoin()).toBe(true);
  [address.query, device.source] = [{}, ''];
  expect(mayJoin()).toBe(false);
});

test('ME11: a site that no longer permits visitors to search leads them to the login', async () => {
  // The page was exported under another policy than the server has now.
  address.query = { network: 'net' };
  $siteSettings.set({ ...siteSettings, logged_out_search_trafficsource: 'other' });
  await openSearch();
  expect(visited).toEqual(['login first']);
  expect($results.get()).toEqual({ state: 'loading' });
});
