// A page of the members area that the browser restores from its cache is shown to its member only, against the real
// server.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $user, endSession, logout, startSession } from '#stores/session';
import { chatPage } from '#tests/support/chat-page';
import { setOpen } from '#tests/support/fake-live';
import { eventually } from '#tests/support/eventually';

const { visited, page: shown } = vi.hoisted(() => ({
  visited: [] as string[],
  page: { restored: null as (() => void) | null, did: [] as string[] },
}));
vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  navigateTo: (address: string) => void visited.push(address),
  redirectToLogin: () => void visited.push('login, then back'),
}));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#lib/restored', () => ({
  onRestored: (hear: () => void) => {
    shown.restored = hear;
    return () => (shown.restored = null);
  },
  showPage: () => void shown.did.push('shown'),
  reloadPage: () => void shown.did.push('reloaded'),
}));

const page = chatPage();
let through = globalThis.fetch;

beforeEach(async () => {
  visited.length = 0;
  shown.did.length = 0;
  setOpen(false);
  endSession();
  startSession();
  await eventually(() => expect($user.get()?.id).toBe(page.me.id));
  through = globalThis.fetch;
});
afterEach(() => {
  globalThis.fetch = through;
  endSession();
});

test('AU2: the member who left the page sees it again, with their newest data', async () => {
  await page.server.database.inTenant(1, (db) =>
    db.updateTable('account').set({ credits: 77 }).where('id', '=', page.me.id).execute(),
  );
  shown.restored?.();
  await eventually(() => expect([shown.did, $user.get()?.credits]).toEqual([['shown'], 77]));
  expect(visited).toEqual([]);
});

test('AU9: after the logout no session matches the page, so that it is loaded again', async () => {
  const me = page.me;
  await logout();
  expect([shown.restored, visited]).toEqual([null, ['/login']]);
  page.me = await page.server.member();
  startSession();
  expect(shown.restored).not.toBeNull();
  await eventually(() => expect($user.get()?.id).toBe(page.me.id));
  expect(me.id).not.toBe(page.me.id);
});

test('AU9: a page whose session ended meanwhile is not shown, nor to another member', async () => {
  const me = page.me;
  for (const cookie of ['', (await page.server.member()).cookie]) {
    page.me = { ...me, cookie };
    shown.restored?.();
    await eventually(() => expect(visited).toEqual([cookie === '' ? 'login, then back' : '/login']));
    expect(shown.did).toEqual([]);
    page.me = me;
    visited.length = 0;
    startSession();
    await eventually(() => expect($user.get()?.id).toBe(me.id));
  }
});

test('AU9: without an answer from the server the page is not shown', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  shown.restored?.();
  await eventually(() => expect(shown.did).toEqual(['reloaded']));
});
