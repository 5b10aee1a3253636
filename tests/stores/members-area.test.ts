// The stores of the members area, used as the screens use them, against the real server.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  $filterCount,
  $filters,
  $results,
  applyFilters,
  clearResults,
  goToPage,
  openSearch,
  resetFilters,
} from '#stores/search';
import { $member, openMember } from '#stores/member';
import { $logout, $user, endSession, loadUser, logout, startSession } from '#stores/session';
import { block, type MadeMember } from '#tests/support/members';
import { pageFetch } from '#tests/support/page-fetch';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { eventually } from '#tests/support/eventually';

const { visited, announced, query, page } = vi.hoisted(() => ({
  announced: [] as string[],
  visited: [] as string[],
  query: { now: {} as Record<string, string>, isElsewhere: false },
  page: { language: 'en', chosen: null as string | null },
}));
vi.mock('#lib/navigation/switch-language', () => ({ switchLanguage: () => undefined }));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  navigateTo: (address: string) => void visited.push(address),
  redirectToLogin: () => void visited.push('login, then back'),
  queryOf: () => (query.isElsewhere ? null : query.now),
  setQuery: (_route: string, values: Record<string, unknown>) => {
    if (query.isElsewhere) return false;
    query.now = Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    );
    return true;
  },
}));
vi.mock('#lib/live', () => ({
  listen: () => () => undefined,
  announce: (event: { type: string }) => void announced.push(event.type),
}));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => page.language }));
vi.mock('#lib/storage', () => ({
  cookie: () => page.chosen,
  setCookie: (_name: string, value: string) => void (page.chosen = value),
  readStored: () => null,
  removeStored: () => undefined,
}));

const site = siteAt(0);
let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let cookie = '';
let calls: string[] = [];
const plainFetch = globalThis.fetch;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  me = await server.member({ gender: 'female', sexuality: 'hetero', country: 'NL' });
  for (let number = 0; number < 30; number += 1)
    await server.member({ gender: 'male', sexuality: 'hetero', country: 'NL' });
  const ask = pageFetch(server, site, () => cookie);
  globalThis.fetch = (input, init) => {
    calls.push(`${init?.method ?? 'GET'} ${String(input)}`);
    return ask(input, init);
  };
});
afterAll(async () => {
  globalThis.fetch = plainFetch;
  await server.close();
});
beforeEach(() => {
  cookie = me.cookie;
  calls = [];
  visited.length = 0;
  query.now = {};
  query.isElsewhere = false;
  page.chosen = null;
  endSession();
  clearResults();
});

describe('search', () => {
  test('ME3 ME7: opening it shows the first page, most recently active first, and the count', async () => {
    await openSearch();
    const results = $results.get();
    expect(results).toMatchObject({ state: 'ready', page: 1, numResults: 30 });
    expect(results.state === 'ready' && results.profiles.length).toBe(24);
  });

  test('ME6: a page that was read is shown again without a request', async () => {
    await openSearch();
    await goToPage(2);
    expect($results.get()).toMatchObject({ state: 'ready', page: 2 });
    expect(query.now).toEqual({ page: '2' });
    const before = calls.length;
    await goToPage(1);
    expect($results.get()).toMatchObject({ state: 'ready', page: 1 });
    expect(calls.length).toBe(before);
  });

  test('ME3: filters are in the address, narrow the results and can be removed', async () => {
    await openSearch();
    await applyFilters({ min_age: 98, max_age: 99 });
    expect($results.get()).toEqual({ state: 'empty' });
    expect([query.now, $filterCount.get()]).toEqual([{ min_age: '98', max_age: '99' }, 2]);
    await resetFilters();
    expect([query.now, $filters.get()]).toEqual([{}, {}]);
    expect($results.get().state).toBe('ready');
  });

  test('ME8: cleared results have no count', async () => {
    await openSearch();
    clearResults();
    expect($results.get()).toEqual({ state: 'loading' });
  });

  test('an invalid address is an ordinary search', async () => {
    query.now = { min_age: 'old', page: '-3', shoe: '44' };
    await openSearch();
    expect($results.get()).toMatchObject({ state: 'ready', page: 1 });
  });

  test('ME6: a page that does not exist is replaced by the first', async () => {
    query.now = { min_age: '20', page: '9' };
    await openSearch();
    expect($results.get()).toMatchObject({ state: 'ready', page: 1 });
    expect(query.now).toEqual({ min_age: '20' });
    await goToPage(7);
    expect($results.get()).toMatchObject({ state: 'ready', page: 1 });
  });

  test('ME1: under the address of another page the search requests nothing and changes nothing', async () => {
    await openSearch();
    const before = [$results.get(), calls.length];
    query.isElsewhere = true;
    await openSearch();
    await goToPage(2);
    await applyFilters({ min_age: 98 });
    expect([$results.get(), calls.length]).toEqual(before);
    expect([query.now, $filters.get()]).toEqual([{}, {}]);
  });
});

describe('profile', () => {
  test('ME2: a profile opens, with its card shown at once', async () => {
    await openSearch();
    const results = $results.get();
    const card = results.state === 'ready' ? results.profiles[0] : undefined;
    const opening = openMember(card?.id ?? '');
    expect($member.get()).toMatchObject({ state: 'loading', card: { name: card?.name } });
    await opening;
    expect($member.get()).toMatchObject({ state: 'ready', member: { id: card?.id } });
    await openMember(null);
    expect($member.get()).toEqual({ state: 'loading', card: null });
  });

  test('a missing profile is gone, one that blocked the viewer has its own state', async () => {
    await openMember(crypto.randomUUID());
    expect($member.get()).toEqual({ state: 'gone' });
    await openMember('not an id');
    expect($member.get()).toEqual({ state: 'gone' });
    const other = await server.member({ gender: 'male' });
    await block(server.database, site, other.id, me.id);
    await openMember(other.id);
    expect($member.get()).toEqual({ state: 'blocked', code: 'blocked' });
  });
});

describe('session', () => {
  test('AU4 AU5: the user is fetched at start', async () => {
    startSession();
    await eventually(() => expect($user.get()?.profile.name).toBe(me.name));
    expect(calls[0]).toBe('GET /api/user.php');
  });

  test('AU9: logging out ends the session on the server and leads to the login page', async () => {
    const other = await server.member();
    cookie = other.cookie;
    await loadUser();
    await logout();
    expect($logout.get().state).toBe('done');
    expect(announced).toEqual(['logout']);
    expect(visited).toEqual(['/login']);
    expect((await server.call('/api/members.php', { as: other })).status).toBe(403);
  });

  test('AU10: a refusal for a dead session logs out, once', async () => {
    startSession();
    await eventually(() => expect($user.get()).not.toBeUndefined());
    cookie = '';
    await Promise.all([openSearch(), openMember(me.id)]);
    expect(visited).toEqual(['login, then back']);
    expect($user.get()).toBeNull();
  });

  test('AU11: another refusal, or one of the user endpoint itself, does not log out', async () => {
    startSession();
    await eventually(() => expect($user.get()).not.toBeUndefined());
    const other = await server.member({ gender: 'male' });
    await block(server.database, site, other.id, me.id);
    await openMember(other.id);
    const through = globalThis.fetch;
    const refusal = { error: { code: 'authentication_required', authentication_required: true } };
    globalThis.fetch = () => Promise.resolve(Response.json(refusal, { status: 403 }));
    await loadUser();
    globalThis.fetch = through;
    expect(visited).toEqual([]);
    expect($user.get()?.profile.name).toBe(me.name);
  });

  test('AU2 AC19: a language chosen on this device is saved to the account', async () => {
    page.language = 'nl';
    page.chosen = 'nl';
    startSession();
    await eventually(() => expect($user.get()?.language).toBe('nl'));
    expect(calls).toContain('PUT /api/user.php');
    page.language = 'en';
  });

  test('AU5: an unreachable server at the start logs no one out', async () => {
    const through = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new TypeError('failed'));
    vi.useFakeTimers();
    const restore = (): void => {
      vi.useRealTimers();
      globalThis.fetch = through;
    };
    onTestFinished(restore);
    startSession();
    await vi.advanceTimersByTimeAsync(60_000);
    restore();
    expect([visited, $user.get()]).toEqual([[], undefined]);
    await loadUser();
    expect($user.get()?.profile.name).toBe(me.name);
  });

  test('AU2: a missing session at the start leads to the login page', async () => {
    cookie = '';
    startSession();
    await eventually(() => expect(visited).toEqual(['login, then back']));
  });
});
