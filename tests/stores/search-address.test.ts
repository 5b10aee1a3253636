// Addresses of the search that someone mistyped, and a profile of the search that does not load.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { noteRefusal } from '#stores/absent';
import { $member, cardOf, openMember } from '#stores/member';
import {
  $filterCount,
  $filters,
  $results,
  applyFilters,
  clearResults,
  cursorTo,
  goToPage,
  openSearch,
} from '#stores/search';
import { loadUser } from '#stores/session';
import { eventually } from '#tests/support/eventually';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const { query } = vi.hoisted(() => ({ query: { now: {} as Record<string, string> } }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#lib/paths', () => ({
  queryOf: () => query.now,
  setQuery: (_route: string, values: Record<string, string>) => {
    query.now = values;
    return true;
  },
  linkTo: (name: string) => `/${name}`,
}));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let traffic: ReturnType<typeof callFromStores>;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(server, () => me.cookie);
  me = await server.member({ gender: 'female', sexuality: 'hetero', country: 'NL' });
  for (const birth_date of ['1985-01-01', '1990-01-01'])
    await server.member({ gender: 'male', sexuality: 'hetero', country: 'NL', birth_date });
  await server.member({ gender: 'male', sexuality: 'hetero', country: 'BE', birth_date: '1985-01-01' });
  await loadUser();
});
afterAll(async () => {
  traffic.stop();
  await server.close();
});

test('ME3: a reversed range of ages is meant the other way round', async () => {
  query.now = { min_age: '60', max_age: '30' };
  await openSearch();
  expect($filters.get()).toMatchObject({ min_age: 30, max_age: 60 });
  expect($results.get()).toMatchObject({ state: 'ready', numResults: 2 });
});

test('ME3: an address and a saved search of all countries find them, and leave out a region that goes with none', async () => {
  query.now = { country: 'any', countryregion: 'NL-UT', min_age: '30', max_age: '60' };
  await openSearch();
  const anywhere = { country: 'any', min_age: 30, max_age: 60 };
  expect([$filters.get(), $filterCount.get()]).toEqual([anywhere, 3]);
  expect($results.get()).toMatchObject({ state: 'ready', numResults: 3 });
  await applyFilters({ country: 'NL', countryregion: 'NL-UT' });
  expect(query.now).toEqual({ country: 'NL', countryregion: 'NL-UT' });
  await applyFilters({ ...anywhere, countryregion: 'NL-UT' });
  expect([query.now, $filters.get()]).toEqual([anywhere, anywhere]);
  expect($results.get()).toMatchObject({ state: 'ready', numResults: 3 });
});

test('ME3: the order is in the address and is no filter; an unknown one counts as none', async () => {
  query.now = { sort: 'newest', min_age: '30', max_age: '60' };
  await openSearch();
  expect([$filters.get().sort, $filterCount.get(), $results.get().state]).toEqual(['newest', 2, 'ready']);
  expect(traffic.calls.at(-1)).toContain('sort=newest');
  await applyFilters({ sort: 'newest' });
  expect([query.now, $filterCount.get()]).toEqual([{ sort: 'newest' }, 0]);
  query.now = { sort: 'oldest' };
  await openSearch();
  expect([$filters.get(), $results.get().state]).toEqual([{}, 'ready']);
});

test('ME7: a page without members from which the search goes on is not the end of it', async () => {
  const ask = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = ask));
  for (const [next, state] of [
    ['further', 'ready'],
    [null, 'empty'],
  ] as const) {
    globalThis.fetch = () =>
      Promise.resolve(Response.json({ profiles: [], numResults: 0, at_least: next !== null, page: 1, next }));
    await applyFilters({ min_age: 98 });
    expect($results.get().state).toBe(state);
  }
});

test('ME7: behind its members a search ends with a page that leads back, and never with nothing found', async () => {
  const ask = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = ask));
  const card = { ...cardOf((await firstFound()) ?? '') };
  // Three pages: few members before the search stops, more of them behind it, and no one on the last.
  const pages = [3, 24, 0].map((count) => Array.from({ length: count }, () => ({ ...card, id: crypto.randomUUID() })));
  globalThis.fetch = (input) => {
    const page = Number(new URL(String(input), 'https://here.example').searchParams.get('page') ?? 1);
    const next = page < pages.length ? `behind-${page}` : null;
    return Promise.resolve(Response.json({ profiles: pages[page - 1], numResults: 3, at_least: true, page, next }));
  };
  await applyFilters({ min_age: 96 });
  expect($results.get()).toMatchObject({ state: 'ready', numResults: 3 });
  await goToPage(2);
  expect($results.get()).toMatchObject({ state: 'ready', numResults: 27 });
  await goToPage(3);
  expect($results.get()).toMatchObject({ state: 'ready', page: 3, profiles: [], next: null, numResults: 27 });
  expect(cursorTo(2)).toBe('behind-1');
  await goToPage(1);
  expect($results.get()).toMatchObject({ state: 'ready', numResults: 3 });
});

async function firstFound(): Promise<string | undefined> {
  await applyFilters({ min_age: 30, max_age: 60 });
  const found = $results.get();
  return found.state === 'ready' ? found.profiles[0]?.id : undefined;
}

/** Answers searches with pages of a bounded one: each is empty, and there is a next one. */
function bounded(at_least: boolean): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  const ask = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = ask));
  globalThis.fetch = (input) => {
    const { searchParams } = new URL(String(input), 'https://here.example');
    asked.push(searchParams);
    const page = Number(searchParams.get('page') ?? 1);
    const answer =
      page > 1 && !searchParams.has('cursor')
        ? Response.json({ error: { code: 'page_gone' } }, { status: 410 })
        : Response.json({ profiles: [], numResults: 3, at_least, page, next: `behind-${page}` });
    return Promise.resolve(answer);
  };
  return asked;
}

test('ME1 ME7: where a search stopped, the address of its next page has the cursor, also after a reload and in a new tab', async () => {
  const asked = bounded(true);
  await applyFilters({ min_age: 97 });
  await goToPage(2);
  await goToPage(3);
  const address = { min_age: '97', page: '3', cursor: 'behind-2' };
  expect(query.now).toEqual({ min_age: 97, page: 3, cursor: 'behind-2' });
  expect(cursorTo(4)).toBe('behind-3');
  clearResults();
  query.now = address;
  await openSearch();
  expect(asked.at(-1)?.get('cursor')).toBe('behind-2');
  expect($results.get()).toMatchObject({ state: 'ready', page: 3, numResults: 3 });
  expect([query.now, cursorTo(4)]).toEqual([address, 'behind-3']);
});

test('ME1: the address of a page that its number finds has no cursor, and one without its cursor opens the first', async () => {
  bounded(false);
  await applyFilters({ min_age: 97 });
  expect(cursorTo(2)).toBeUndefined();
  bounded(true);
  clearResults();
  query.now = { min_age: '97', page: '2' };
  await openSearch();
  expect([query.now, $results.get()]).toMatchObject([{ min_age: 97 }, { state: 'ready', page: 1 }]);
  expect(query.now).not.toHaveProperty('page');
});

test('SA1 ME7: when a member leaves the results, a page that was found by its cursor is read again by it', async () => {
  const asked = bounded(true);
  const stop = $results.listen(() => undefined);
  onTestFinished(stop);
  await applyFilters({ min_age: 97 });
  await goToPage(2);
  asked.length = 0;
  noteRefusal(me.id, 'not_found');
  await eventually(() => expect(asked.map((each) => each.get('cursor'))).toEqual(['behind-1']));
  await eventually(() => expect($results.get()).toMatchObject({ state: 'ready', page: 2 }));
});

test('ME2: a profile that does not load keeps the card of the search, and a retry loads the rest', async () => {
  query.now = { min_age: '30', max_age: '60' };
  await openSearch();
  const results = $results.get();
  const card = results.state === 'ready' ? results.profiles[1] : undefined;
  const id = card?.id ?? '';
  const ask = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = ask));
  // Not one of the statuses that are tried again.
  globalThis.fetch = () => Promise.resolve(Response.json({ error: { code: 'internal' } }, { status: 418 }));
  await openMember(id);
  expect($member.get()).toMatchObject({ state: 'failed' });
  expect(cardOf(id)).toMatchObject({ name: card?.name });
  expect($results.get()).toEqual(results);
  globalThis.fetch = ask;
  await openMember(id);
  expect($member.get()).toMatchObject({ state: 'ready', member: { id } });
});
