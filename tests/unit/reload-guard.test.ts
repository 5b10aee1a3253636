// The inline script of members pages by itself: how often a tab loads a page again whose island cannot load.
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';

const code = readFileSync('src/layouts/inline/members.js', 'utf8');
const MINUTE = 60_000;

afterEach(() => void vi.useRealTimers());

interface Page {
  /** An island of the content, or the shell, cannot load; true when the page was loaded again. */
  fail(part?: 'content' | 'shell'): Promise<boolean>;
  /** Whether it says that it could not load. */
  readonly says: () => boolean;
}

/** Opens a page in the tab with that storage. `works`: another island of the content has loaded; `isAway`: no server answers. */
function openPage(storage: Record<string, unknown> | null, path: string, { works = false, isAway = false } = {}): Page {
  let [isReloaded, hasMessage] = [false, false];
  const listeners = new Map<string, (event: object) => Promise<void>>();
  const place = { replaceChildren: () => void (hasMessage = true) };
  const document = {
    cookie: 'auth.hint=1',
    documentElement: { dataset: {}, style: {}, toggleAttribute: () => undefined },
    addEventListener: (type: string, listen: (event: object) => Promise<void>) => listeners.set(type, listen),
    querySelectorAll: () => [],
    querySelector: (asked: string) => (asked === 'main' ? place : works ? {} : null),
    getElementById: () => ({ content: { cloneNode: () => null } }),
  };
  const globals = {
    document,
    location: { pathname: path, search: '', reload: () => void (isReloaded = true) },
    localStorage: {},
    innerWidth: 360,
    fetch: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
    matchMedia: () => ({ matches: false }),
    addEventListener: () => undefined,
    performance: { getEntriesByType: () => [] },
    history: { length: 1 },
    window: {},
    get sessionStorage() {
      if (!storage) throw new Error('refused');
      return storage;
    },
  };
  // Looked up when it is used, as storage can be refused.
  new Function('given', `with (given) {${code}}`)(globals);
  return {
    async fail(part = 'content') {
      isReloaded = false;
      const astroTransitionPersist = part === 'shell' ? 'shell' : undefined;
      await listeners.get('astro:hydration-error')?.({
        target: { dataset: { astroTransitionPersist }, closest: () => place, ...place },
      });
      return isReloaded;
    },
    says: () => hasMessage,
  };
}

test('SH30: a tab loads a page again once in 60 seconds, on any of its pages, and then says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const part of ['content', 'shell'] as const) {
    const tab = {};
    expect(await openPage(tab, '/chats').fail(part)).toBe(true);
    for (const path of ['/chats', '/likes', '/chats']) {
      const page = openPage(tab, path);
      expect([await page.fail(part), page.says()]).toEqual([false, true]);
    }
    vi.advanceTimersByTime(MINUTE - 1);
    expect(await openPage(tab, '/likes').fail(part)).toBe(false);
    vi.advanceTimersByTime(1);
    const later = openPage(tab, '/likes');
    expect([await later.fail(part), later.says()]).toEqual([true, false]);
  }
  expect(await openPage({}, '/chats').fail()).toBe(true);
});

test('SH30: no page is loaded again without the server, without storage, or beside an island that works', async () => {
  for (const page of [
    openPage({}, '/chats', { isAway: true }),
    openPage(null, '/chats'),
    openPage({}, '/chats', { works: true }),
  ])
    expect([await page.fail(), page.says()]).toEqual([false, true]);
  // What could not be loaded again does not count as the one time in a minute.
  const tab = {};
  expect(await openPage(tab, '/chats', { isAway: true }).fail()).toBe(false);
  expect(await openPage(tab, '/chats').fail()).toBe(true);
  // Without the shell no other island gets its data.
  expect(await openPage({}, '/chats', { works: true }).fail('shell')).toBe(true);
});
