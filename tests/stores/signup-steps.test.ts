// The store of the steps after joining, used as their page uses it, against the real server.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clearPrivateData } from '#stores/private-data';
import { openProfile, $saving, storedProfile } from '#stores/profile';
import { $edited, editSection } from '#stores/profile-edit';
import { $typed } from '#stores/profile-drafts';
import { $user, loadUser } from '#stores/session';
import {
  $finishStep,
  $openStep,
  $signupPlace,
  finishStep,
  goToStep,
  offerSteps,
  openSignup,
} from '#stores/signup-steps';
import { device } from '#tests/support/fake-storage';
import { joinNew } from '#tests/support/joining';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
const { address } = vi.hoisted(() => ({ address: { history: [{} as Record<string, unknown>] } }));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  navigateTo: () => undefined,
  queryOf: () => address.history.at(-1),
  setQuery: (_: string, query: Record<string, unknown>, isNewEntry: boolean) => {
    if (!isNewEntry) address.history.pop();
    address.history.push(query);
    return true;
  },
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

const offered = ['message', 'personal', 'about'] as const;
const line = { section: 'texts', fields: ['line'] } as const;
let server: TestServer & { close(): Promise<void> };
let traffic: ReturnType<typeof callFromStores>;
let cookie = '';
let stop = (): void => undefined;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(server, () => cookie);
  $edited.listen(() => undefined);
});
afterAll(async () => {
  stop();
  while (traffic.running.size > 0) await Promise.allSettled(traffic.running);
  traffic.stop();
  await server.close();
});

/** A page load: what the stores hold is gone, what the device and the server keep is not. */
async function load(query: Record<string, unknown> = {}): Promise<void> {
  stop();
  clearPrivateData();
  $user.set(undefined);
  address.history = [query];
  offerSteps(offered);
  stop = openSignup();
  await Promise.all([loadUser(), openProfile()]);
}

beforeEach(async () => {
  device.clear();
  ({ cookie } = await joinNew(server));
  await load();
});

test('SG8 SG9 SG11: the steps follow each other and save what they ask for, up to confirming the address', async () => {
  expect($signupPlace.get()).toBe('message');
  editSection('texts', { line: 'Hello from the lake' });
  await finishStep('message', [line], 'personal');
  expect(storedProfile()?.line).toBe('Hello from the lake');
  editSection('place', { country: 'NL', region: 'NL-UT', city: 'Utrecht' });
  editSection('details', { eye_colour: 'green' });
  await finishStep('personal', [{ section: 'place' }, { section: 'details' }], 'about');
  expect(storedProfile()).toMatchObject({ city: 'Utrecht', eye_colour: 'green' });
  expect($signupPlace.get()).toBe('about');
  await finishStep('about', [], 'confirm');
  expect($signupPlace.get()).toBe('confirm');
  expect($openStep.get()).toBe('confirm');
  expect(address.history.map(({ step }) => step)).toEqual(['message', 'personal', 'about', 'confirm']);
});

for (const [done, next] of [
  [[], 'message'],
  [['message'], 'personal'],
  [['message', 'personal'], 'about'],
  [[...offered], 'confirm'],
] as const)
  test(`SG30: after ${done.length} steps another device continues at ${next}`, async () => {
    for (const step of done) await $finishStep.submit(step);
    device.clear();
    await load();
    expect($signupPlace.get()).toBe(next);
  });

test('SG30: what was typed before the browser closed is typed again, and a skipped step saves nothing', async () => {
  editSection('texts', { line: 'Half a sent', about: 'I walk' });
  await load();
  expect($edited.get()).toMatchObject({ line: 'Half a sent', about: 'I walk' });
  await finishStep('message', [], 'personal');
  await finishStep('about', [{ section: 'texts', fields: ['about', 'looking_for'] }], 'confirm');
  expect(storedProfile()).toMatchObject({ line: '', about: 'I walk' });
  expect($typed.get().texts).toEqual({ line: 'Half a sent' });
});

test('SG30: a refused field keeps the step, and a moved-on device does not take the page away', async () => {
  editSection('texts', { line: 'x'.repeat(500) });
  await finishStep('message', [line], 'personal');
  expect($saving.get().texts).toMatchObject({ state: 'failed', code: 'invalid' });
  expect($signupPlace.get()).toBe('message');
  expect($user.get()?.signup_steps).toEqual([]);
  await server.call('/api/signup.php', { method: 'PUT', json: { step: 'message' }, as: { cookie } });
  await loadUser();
  expect($openStep.get()).toBe('personal');
  expect($signupPlace.get()).toBe('message');
});

test('SG4: a step that the site no longer offers is left', () => {
  offerSteps(['personal', 'about']);
  expect($signupPlace.get()).toBe('personal');
});

test('SG4: an address names a step, also one that is done; an unknown name continues', async () => {
  await $finishStep.submit('message');
  await load({ step: 'message' });
  expect($signupPlace.get()).toBe('message');
  await load({ step: 'confirm' });
  expect($signupPlace.get()).toBe('confirm');
  goToStep($openStep.get());
  expect($signupPlace.get()).toBe('personal');
  await load({ step: 'photo' });
  expect($signupPlace.get()).toBe('personal');
});
