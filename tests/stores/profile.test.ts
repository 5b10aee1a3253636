// The stores of one's own profile, used as its screen uses them, against the real server.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { device } from '#tests/support/fake-storage';
import { dispatchLive } from '#stores/live';
import { clearPrivateData } from '#stores/private-data';
import { $profile, $saving, openProfile, saveSection } from '#stores/profile';
import { $typed } from '#stores/profile-drafts';
import { $edited, discardSection, editSection } from '#stores/profile-edit';
import { applyFilters, $results } from '#stores/search';
import { $user, loadUser } from '#stores/session';
import { eventually } from '#tests/support/eventually';
import type { MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  navigateTo: () => undefined,
  queryOf: () => ({}),
  setQuery: () => true,
}));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#domain/limits', async (original) => ({
  ...(await original<object>()),
  RETRY: { times: 1, baseMs: 1, capMs: 1 },
}));
const site = siteAt(0);
vi.mock('#lib/page', () => ({
  isVisitor: () => false,
  readPage: () => ({ language: 'en', tag: 'en-GB', countries: {}, siteSettings: site.siteSettings, texts: {} }),
}));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let traffic: ReturnType<typeof callFromStores>;
/** Holds back the answers of saving until it resolves. */
let hold: Promise<void> | null = null;
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(
    server,
    () => me.cookie,
    (_, method) => (method === 'PATCH' ? hold : null),
  );
  stops.push($edited.listen(() => undefined));
});
afterAll(async () => {
  stops.forEach((stop) => stop());
  while (traffic.running.size > 0) await Promise.allSettled(traffic.running);
  traffic.stop();
  await server.close();
});
beforeEach(async () => {
  hold = null;
  clearPrivateData();
  device.clear();
  me = await server.member({ gender: 'female', country: 'NL', name: 'Anna' });
  await openProfile();
  traffic.calls.length = 0;
});

const shown = () => {
  const state = $profile.get();
  if (state.state !== 'ready') throw new Error(`The profile is ${state.state}.`);
  return state.profile;
};
/** Lets the answers of saving arrive when it is called. */
function holdAnswers(): () => void {
  let release: () => void = () => undefined;
  hold = new Promise((resolve) => (release = resolve));
  return release;
}

test('PR1 PR6: what is saved shows at once, counts at once, and stays', async () => {
  const release = holdAnswers();
  editSection('texts', { looking_for: 'A walker' });
  expect([shown().looking_for, $edited.get()?.looking_for]).toEqual(['', 'A walker']);
  const { done } = shown().completeness;
  const saving = saveSection('texts');
  expect([shown().looking_for, shown().completeness.done]).toEqual(['A walker', done + 1]);
  expect($saving.get()['texts']).toEqual({ state: 'saving' });
  release();
  await saving;
  expect($saving.get()['texts']).toEqual({ state: 'saved' });
  expect([shown().looking_for, $typed.get()['texts']]).toEqual(['A walker', undefined]);
  await openProfile();
  expect(shown().looking_for).toBe('A walker');
});

test('PR2: a refused field says why and keeps what was typed; the profile is as before', async () => {
  editSection('basics', { name: '@anna', date_of_birth: '1990-02-30' });
  const saving = saveSection('basics');
  expect(shown().name).toBe('@anna');
  await saving;
  expect($saving.get()['basics']).toMatchObject({
    state: 'failed',
    code: 'invalid',
    fields: { name: 'name_starts_with_at', date_of_birth: 'no_such_date' },
  });
  expect([shown().name, shown().date_of_birth, $edited.get()?.name]).toEqual(['Anna', '1990-06-15', '@anna']);
  editSection('basics', { name: 'Annika' });
  expect($saving.get()['basics']).toMatchObject({ fields: { date_of_birth: 'no_such_date' } });
  editSection('basics', { date_of_birth: '1990-02-20' });
  expect($saving.get()['basics']).toBeUndefined();
  await saveSection('basics');
  expect(shown()).toMatchObject({ name: 'Annika', date_of_birth: '1990-02-20' });
});

test('PR1: a server that is away puts the section back and keeps what was typed', async () => {
  editSection('details', { tattoos: 'many' });
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.reject(new TypeError('cut'));
  await saveSection('details').finally(() => (globalThis.fetch = fetch));
  expect($saving.get()['details']).toEqual({ state: 'failed', code: 'offline', fields: {} });
  expect([shown().tattoos, $edited.get()?.tattoos]).toEqual([null, 'many']);
});

test('PR1: only the fields that differ are sent, and nothing when none does', async () => {
  editSection('texts', { about: 'Else' });
  editSection('texts', { about: 'About me' });
  await saveSection('texts');
  expect(traffic.calls.filter((call) => call.startsWith('PATCH'))).toEqual([]);
});

test('PR1: what is typed while a section is saved is not lost', async () => {
  const release = holdAnswers();
  editSection('texts', { about: 'First', looking_for: 'Walks' });
  const saving = saveSection('texts');
  editSection('texts', { about: 'Second' });
  release();
  await saving;
  expect([shown().about, shown().looking_for]).toEqual(['First', 'Walks']);
  expect($typed.get()['texts']).toEqual({ about: 'Second' });
});

test('PR1: leaving keeps what was not saved, discarding deletes it, and another member sees none of it', async () => {
  editSection('texts', { about: 'Unsaved' });
  editSection('place', { country: 'DE', region: null, city: null });
  // The page is left; the device keeps the drafts of an expired session.
  clearPrivateData();
  await openProfile();
  expect($edited.get()).toMatchObject({ about: 'Unsaved', country: 'DE' });
  const first = me;
  me = await server.member({ name: 'Berta' });
  clearPrivateData();
  await openProfile();
  expect([$edited.get()?.name, $edited.get()?.about]).toEqual(['Berta', 'About me']);
  me = first;
  clearPrivateData();
  await openProfile();
  discardSection('texts');
  discardSection('place');
  expect($edited.get()).toMatchObject({ about: 'About me', country: 'NL' });
  expect([...device.keys()]).toEqual([]);
});

test('PR1: a draft that no longer fits the form is left out', async () => {
  device.set(`draft:${me.id}:profile:details`, JSON.stringify({ hair_colour: 'striped' }));
  device.set(`draft:${me.id}:profile:texts`, '{');
  await openProfile();
  expect($typed.get()).toMatchObject({});
  expect($edited.get()?.hair_colour).toBe('brown');
});

test('PR2 ME3: a changed orientation reloads the user and forgets what the search had found', async () => {
  await loadUser();
  await server.member({ gender: 'male', country: 'NL' });
  await applyFilters({ gender: 'male' });
  expect($results.get().state).toBe('ready');
  editSection('orientation', { seeks: 'female' });
  await saveSection('orientation');
  expect(shown().sexuality).toBe('lesbian');
  await eventually(() => expect($user.get()?.profile.seeks).toEqual(['female']));
  expect($results.get().state).not.toBe('ready');
});

test('PR1: a change in another tab arrives, and does not touch what is typed here', async () => {
  editSection('texts', { about: 'Typed here' });
  await server.call('/api/profile.php', {
    method: 'PATCH',
    as: me,
    json: { section: 'texts', looking_for: 'From the other tab' },
  });
  dispatchLive({ type: 'user' });
  await eventually(() => expect(shown().looking_for).toBe('From the other tab'));
  expect($edited.get()).toMatchObject({ about: 'Typed here', looking_for: 'From the other tab' });
});
