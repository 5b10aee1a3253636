// The store of the settings, used as its sections use it, against the real server.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  $accountSettings,
  $privacyError,
  $sessions,
  createEmailCancel,
  createEmailChange,
  createPasswordChange,
  createSessionEnd,
  setPrivacy,
} from '#stores/account-settings';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let cookie = '';
/** Loses the answer of a call when it rejects. */
let lose: (path: string, method: string) => Promise<void> | null = () => null;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  callFromStores(
    server,
    () => cookie,
    (path, method) => lose(path, method),
  );
  me = await server.member();
  cookie = me.cookie;
});
afterAll(() => server.close());

const shown = () => $accountSettings.ready()?.settings;

test('AC11: a privacy switch moves at once, and back when the server refuses', async () => {
  await $accountSettings.reload();
  const change = setPrivacy({ visible: false });
  expect(shown()?.visible).toBe(false);
  await change;
  await $accountSettings.reload();
  expect(shown()?.visible).toBe(false);
  cookie = '';
  const refused = setPrivacy({ visible: true });
  expect(shown()?.visible).toBe(true);
  await refused;
  cookie = me.cookie;
  expect([shown()?.visible, $privacyError.get()]).toEqual([false, 'authentication_required']);
});

test('AC11: the switch of the quick exit moves at once, and only it', async () => {
  const change = setPrivacy({ quick_exit: true });
  expect(shown()).toMatchObject({ quick_exit: true, visible: false });
  await change;
  await $accountSettings.reload();
  expect(shown()).toMatchObject({ quick_exit: true, visible: false });
});

test('AC4: a changed address is pending, and a wrong password names its field', async () => {
  const email = `${crypto.randomUUID()}@example.test`;
  const change = createEmailChange();
  await change.submit({ email, password: 'wrong password' });
  expect(change.get()).toMatchObject({ state: 'failed', fields: { password: 'password_old_wrong' } });
  await change.submit({ email, password: me.password });
  expect([change.get().state, shown()?.pending_email]).toEqual(['done', email]);
});

test('AC4: a change that was cancelled is not pending any more, and one that was refused still is', async () => {
  const email = `${crypto.randomUUID()}@example.test`;
  await createEmailChange().submit({ email, password: me.password });
  await server.runJobs();
  cookie = '';
  const cancel = createEmailCancel();
  await cancel.submit();
  cookie = me.cookie;
  expect([cancel.get().state, shown()?.pending_email]).toEqual(['failed', email]);
  await cancel.submit();
  expect([cancel.get().state, shown()?.pending_email]).toEqual(['done', null]);
  await $accountSettings.reload();
  expect(shown()?.pending_email).toBeNull();
});

test('AC4: a change that was confirmed before it was cancelled says so, and the new address is shown', async () => {
  const [email, other] = [`${crypto.randomUUID()}@example.test`, await server.member()];
  cookie = other.cookie;
  await createEmailChange().submit({ email, password: other.password });
  await server.runJobs();
  await $accountSettings.reload();
  expect(shown()?.pending_email).toBe(email);
  const text = server.mails.findLast(({ to }) => to === email)?.text ?? '';
  const token = /token=([\w-]{43})/.exec(text)?.[1];
  // In another tab, which renews the session that both share.
  const confirmed = await server.call('/api/email-confirm.php', { json: { token }, as: other });
  cookie = confirmed.cookies[0]?.split(';')[0] ?? '';
  const cancel = createEmailCancel();
  await cancel.submit();
  expect(cancel.get()).toMatchObject({ state: 'failed', code: 'link_expired' });
  expect(shown()).toMatchObject({ email, pending_email: null });
  cookie = me.cookie;
  await $accountSettings.reload();
});

test('AC22: an ended login leaves the list, and ending all others keeps this one', async () => {
  const logIn = () => server.call('/api/user.php', { json: { email: me.email, password: me.password } });
  for (let number = 0; number < 3; number++) await logIn();
  await $sessions.reload();
  const listed = () => $sessions.ready()?.sessions ?? [];
  expect(listed()).toHaveLength(4);
  await createSessionEnd().submit(listed()[1]?.id ?? '');
  expect(listed()).toHaveLength(3);
  await createSessionEnd().submit(null);
  expect(listed().map(({ current }) => current)).toEqual([true]);
  await $sessions.reload();
  expect(listed()).toHaveLength(1);
});

test('AC3: a new password is refused with its fields', async () => {
  const change = createPasswordChange();
  await change.submit({ old: me.password, password: 'short', password_again: 'short' });
  expect(change.get()).toMatchObject({ state: 'failed', fields: { password: expect.any(String) } });
});

test('AC3 A5: a new password whose answer was lost is not said to have failed', async () => {
  const other = await server.member();
  cookie = other.cookie;
  onTestFinished(() => {
    cookie = me.cookie;
    lose = () => null;
  });
  let lost = 0;
  lose = (path, method) =>
    method === 'PUT' && path.includes('password') && lost++ === 0 ? Promise.reject(new TypeError('network')) : null;
  const change = createPasswordChange();
  const password = 'purple lanterns over water';
  await change.submit({ old: other.password, password, password_again: password });
  expect([lost, change.get()]).toMatchObject([2, { state: 'done' }]);
  const answer = await server.call('/api/user.php', { json: { email: other.email, password } });
  expect(answer.status).toBe(200);
});
