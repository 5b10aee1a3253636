// The store of terms and consents, used as its dialog and section use it, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { $accountSettings } from '#stores/account-settings';
import { $termsAcceptance, createConsentChange } from '#stores/consent';
import { $user, loadUser } from '#stores/session';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let cookie = '';

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  callFromStores(server, () => cookie);
  me = await server.member({ accepted_terms_at: null });
  cookie = me.cookie;
  await loadUser();
});
afterAll(() => server.close());

test('AC24: terms are due until the member accepts them; a refusal keeps them due', async () => {
  expect($user.get()?.terms_due).toBe(true);
  cookie = '';
  await $termsAcceptance.submit(undefined);
  expect($termsAcceptance.get()).toMatchObject({ state: 'failed', code: 'authentication_required' });
  cookie = me.cookie;
  await loadUser();
  expect($user.get()?.terms_due).toBe(true);
  await $termsAcceptance.submit(undefined);
  expect([$termsAcceptance.get().state, $user.get()?.terms_due]).toEqual(['done', false]);
});

test('SG31: withdrawing the consent and giving it again shows in the user and in the open settings', async () => {
  await $accountSettings.reload();
  const withdrawnAt = () => $accountSettings.ready()?.settings.consent_withdrawn_at;
  const change = createConsentChange();
  await change.submit(false);
  expect([change.get().state, $user.get()?.consented]).toEqual(['done', false]);
  expect(withdrawnAt()).not.toBeNull();
  await change.submit(true);
  expect([$user.get()?.consented, withdrawnAt()]).toEqual([true, null]);
});
