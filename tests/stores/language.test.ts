// The member's language is the one chosen last on any device, against the real server; the test is one of the
// devices.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { redirectLanguage } from '#domain/languages';
import { dispatchLive } from '#stores/live';
import { $user, endSession, startSession, saveLanguage } from '#stores/session';
import { $toasts, closeToast } from '#stores/toasts';
import type { MadeMember } from '#tests/support/members';
import { pageFetch } from '#tests/support/page-fetch';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { eventually } from '#tests/support/eventually';

const { page } = vi.hoisted(() => ({
  page: {
    ...{ language: 'en', cookie: null as string | null, shown: [] as string[] },
    /** Why the server does not save a language. */
    refusal: null as string | null,
  },
}));
vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => page.language }));
vi.mock('#lib/navigation/switch-language', () => ({
  switchLanguage: (language: string) => void (language !== page.language && page.shown.push(language)),
}));
vi.mock('#lib/storage', () => ({
  cookie: () => page.cookie,
  setCookie: (_name: string, value: string) => void (page.cookie = value),
  readStored: () => null,
  removeStored: () => undefined,
}));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let calls: string[] = [];
const plainFetch = globalThis.fetch;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  const ask = pageFetch(server, siteAt(0), () => me.cookie);
  globalThis.fetch = (input, init) => {
    calls.push(`${init?.method ?? 'GET'} ${String(input)}`);
    if (page.refusal && init?.method === 'PUT')
      return Promise.resolve(Response.json({ error: { code: page.refusal } }, { status: 403 }));
    return ask(input, init);
  };
});
afterAll(async () => {
  endSession();
  globalThis.fetch = plainFetch;
  await server.close();
});
beforeEach(async () => {
  endSession();
  me = await server.member();
  Object.assign(page, { language: 'en', cookie: null, shown: [], refusal: null });
  for (const { id } of $toasts.get()) closeToast(id);
  calls = [];
});

const PUT = 'PUT /api/user.php';
/** The member chooses on another device. */
const chooseElsewhere = (language: string): Promise<unknown> =>
  server.call('/api/user.php', { as: me, method: 'PUT', json: { language } });
const accountLanguage = async (): Promise<unknown> =>
  ((await server.call('/api/user.php', { as: me })).body['user'] as { language: string }).language;
const still = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
/** Loads the page (again) and waits for its user. */
async function load(): Promise<void> {
  endSession();
  startSession();
  await eventually(() => expect($user.get()).toBeTruthy());
}

test('AC19 SI5: a load on another device does not revert the language, it follows once', async () => {
  page.cookie = 'en';
  await load();
  await chooseElsewhere('nl');
  await load();
  // Its answer comes after that of anything the load has sent.
  expect(await accountLanguage()).toBe('nl');
  expect(calls).not.toContain(PUT);
  expect([page.shown, page.cookie?.slice(0, 2)]).toEqual([['nl'], 'nl']);
  page.language = 'nl';
  await load();
  expect([page.shown, calls.includes(PUT)]).toEqual([['nl'], false]);
});

test('AC19: an open tab follows as soon as it is told', async () => {
  page.cookie = 'en';
  await load();
  await chooseElsewhere('nl');
  dispatchLive({ type: 'user' });
  await eventually(() => expect(page.shown).toEqual(['nl']));
  expect(calls).not.toContain(PUT);
});

test('AC19 SI5: a choice made here is sent to the account once, and stays when the page is loaded again', async () => {
  page.cookie = 'en';
  await load();
  Object.assign(page, { cookie: 'nl', language: 'nl' });
  await load();
  await eventually(async () => expect(await accountLanguage()).toBe('nl'));
  await eventually(() => expect($user.get()?.language).toBe('nl'));
  await load();
  expect([calls.filter((call) => call === PUT).length, page.shown]).toEqual([1, []]);
});

test('AC19: a choice in the menu is sent before its page loads, and its event does not lead the tab there as well', async () => {
  page.cookie = 'en';
  await load();
  page.cookie = 'nl';
  saveLanguage('nl');
  await eventually(async () => expect(await accountLanguage()).toBe('nl'));
  dispatchLive({ type: 'user' });
  await eventually(() => expect(page.cookie).toBe('nl.told'));
  page.language = 'nl';
  await load();
  expect([calls.filter((call) => call === PUT).length, page.shown]).toEqual([1, []]);
});

test('AC19: a choice in the menu that does not arrive is sent by the next page', async () => {
  page.cookie = 'en';
  await load();
  Object.assign(page, { cookie: 'nl', refusal: 'wrong_origin' });
  saveLanguage('nl');
  await eventually(() => expect(calls).toContain(PUT));
  Object.assign(page, { language: 'nl', refusal: null });
  await load();
  await eventually(async () => expect(await accountLanguage()).toBe('nl'));
});

test('AC19: returning to the previous language is a choice, too', async () => {
  for (const language of ['nl', 'en']) {
    Object.assign(page, { cookie: language, language });
    await load();
    await eventually(async () =>
      expect([await accountLanguage(), $user.get()?.language]).toEqual([language, language]),
    );
  }
  expect(page.shown).toEqual([]);
});

test('AC19: older news does not undo what another tab has just chosen, which is sent instead', async () => {
  page.cookie = 'en';
  await load();
  await chooseElsewhere('nl');
  page.cookie = 'de';
  dispatchLive({ type: 'user' });
  await eventually(() => expect(page.shown).toEqual(['de']));
  expect([page.cookie?.slice(0, 2), await accountLanguage()]).toEqual(['de', 'de']);
});

test('AC19: a choice on a page outside the members area counts, and later choices too', async () => {
  Object.assign(page, { cookie: 'nl', language: 'nl' });
  await load();
  await eventually(() => expect($user.get()?.language).toBe('nl'));
  // From the terms, where English was chosen, back to the Dutch page.
  page.cookie = 'en';
  await load();
  await eventually(() => expect(page.shown).toEqual(['en']));
  expect(await accountLanguage()).toBe('en');
  page.language = 'en';
  await chooseElsewhere('de');
  dispatchLive({ type: 'user' });
  await eventually(() => expect(page.shown).toEqual(['en', 'de']));
});

test('AC19 SI4: an answer that is not about the user changes no language', async () => {
  page.cookie = 'en';
  await load();
  // Another tab has chosen, and sent it; this one has not asked since.
  await chooseElsewhere('nl');
  page.cookie = 'nl.told';
  dispatchLive({ type: 'message', conversation: crypto.randomUUID(), seq: 1, credits: 77 });
  expect([$user.get()?.credits, page.cookie]).toEqual([77, 'nl.told']);
});

test('AC19: a choice that could not be saved is reported once, retried, and reported again when another one fails', async () => {
  page.refusal = 'unavailable';
  page.cookie = 'nl';
  await load();
  const puts = (): number => calls.filter((call) => call === PUT).length;
  const codes = (): string[] => $toasts.get().map(({ code }) => code);
  await eventually(() => expect(codes()).toEqual(['language_failed']));
  expect(siteAt(0).texts('en')['errors']).toHaveProperty('language_failed');
  for (const { id } of $toasts.get()) closeToast(id);
  const before = puts();
  await load();
  await eventually(() => expect(puts()).toBe(2 * before));
  await still();
  expect([codes(), page.cookie]).toEqual([[], 'nl']);
  page.cookie = 'de';
  await load();
  await eventually(() => expect(codes()).toEqual(['language_failed']));
  page.refusal = null;
  await load();
  await eventually(async () => expect(await accountLanguage()).toBe('de'));
});

test('AC19: nothing is reported where the session has ended, or where no page has the language of an old cookie', async () => {
  for (const [cookie, refusal, kept] of [
    ['nl', 'authentication_required', 'nl'],
    ['xx', null, 'en.told'],
  ] as const) {
    Object.assign(page, { cookie, refusal });
    await load();
    await eventually(() => expect(calls).toContain(PUT));
    await eventually(() => expect(page.cookie).toBe(kept));
    await still();
    expect([$toasts.get(), page.cookie]).toEqual([[], kept]);
    calls = [];
  }
});

test('SI5: an address in another language is neither left nor taken for a choice', async () => {
  page.cookie = 'en';
  await load();
  page.language = 'fi';
  await load();
  expect([page.shown, calls.includes(PUT), page.cookie?.slice(0, 2)]).toEqual([[], false, 'en']);
});

test('SI4: a cookie that marks the choice as sent is the same choice to the server', async () => {
  page.cookie = 'nl';
  page.language = 'nl';
  await load();
  await eventually(() => expect(page.cookie).not.toBe('nl'));
  const codes = siteAt(0).languages.map(({ code }) => code);
  expect(redirectLanguage(page.cookie, 'en', codes)).toBe('nl');
});
