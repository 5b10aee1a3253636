// The store of notification choices and dismissed alerts, used as their screens use them, against the real server.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { $dismissed, dismissAlert } from '#stores/alerts';
import { dispatchLive } from '#stores/live';
import {
  $enabling,
  $notifications,
  createQuietHours,
  enableNotifications,
  loadNotifications,
  switchNotification,
  watchNotifications,
} from '#stores/notifications';
import { $user, loadUser } from '#stores/session';
import { $toasts } from '#stores/toasts';
import { removeStored } from '#lib/storage';
import { eventually } from '#tests/support/eventually';
import { device } from '#tests/support/fake-storage';
import type { MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));

const tenant = siteAt(0).id;
let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let held: Promise<void> | null = null;
let traffic: ReturnType<typeof callFromStores>;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(
    server,
    () => me.cookie,
    (_, method) => (method === 'PUT' ? held : null),
  );
  $notifications.listen(() => undefined);
});
afterAll(async () => {
  traffic.stop();
  await server.close();
});
beforeEach(async () => {
  me = await server.member();
  await loadUser();
  await loadNotifications();
  $toasts.set([]);
});

const types = () => {
  const shown = $notifications.get();
  if (shown.state !== 'ready') throw new Error(shown.state);
  return shown.types;
};
const stored = async () => (await server.call('/api/notifications.php', { as: me })).body['types'];
const stopMails = (reasons: string[]) =>
  server.database.inTenant(tenant, (db) =>
    db.updateTable('account').set({ notifications_disabled: reasons }).where('id', '=', me.id).execute(),
  );

test('AC7: a switch shows at once and is saved; of several quick ones the last counts', async () => {
  const saved = switchNotification({ by: 'types', type: 'like', wanted: false });
  expect(types().like).toBe(false);
  void switchNotification({ by: 'types', type: 'news', wanted: true });
  void switchNotification({ by: 'types', type: 'like', wanted: true });
  await saved;
  expect(types()).toMatchObject({ like: true, news: true });
  expect(await stored()).toMatchObject({ like: true, news: true });
});

test('AC7: a choice that the server refuses is taken back and said, and does not touch the others', async () => {
  const answer = Promise.withResolvers<void>();
  held = answer.promise;
  const saved = switchNotification({ by: 'types', type: 'weekly_updates', wanted: false });
  await eventually(async () => expect(await stored()).toMatchObject({ weekly_updates: false }));
  // The session ends on the server before the next choice is sent.
  await server.database.inTenant(tenant, (db) => db.deleteFrom('session').where('account', '=', me.id).execute());
  void switchNotification({ by: 'types', type: 'like', wanted: false });
  expect(types()).toMatchObject({ weekly_updates: false, like: false });
  held = null;
  answer.resolve();
  await saved;
  expect(types()).toMatchObject({ weekly_updates: false, like: true });
  expect($toasts.get().map(({ code }) => code)).toEqual(['authentication_required']);
});

test('AC7: push and mail of a type are switched apart; each shows at once and is saved', async () => {
  const saved = switchNotification({ by: 'push', type: 'like', wanted: false });
  void switchNotification({ by: 'types', type: 'new_messages', wanted: false });
  const shown = { types: { like: true, new_messages: false }, push: { like: false, new_messages: true } };
  expect($notifications.get()).toMatchObject(shown);
  await saved;
  expect($notifications.get()).toMatchObject(shown);
  expect((await server.call('/api/notifications.php', { as: me })).body).toMatchObject(shown);
  void switchNotification({ by: 'push', type: 'like', wanted: true });
  await switchNotification({ by: 'push', type: 'like', wanted: false });
  expect((await server.call('/api/notifications.php', { as: me })).body).toMatchObject({ push: { like: false } });
});

test('AC9: mails that were stopped are switched on again, here and in the user', async () => {
  await stopMails(['fbl', 'bounce']);
  await Promise.all([loadUser(), loadNotifications()]);
  expect($notifications.get()).toMatchObject({ state: 'ready', disabled: ['fbl', 'bounce'] });
  expect($user.get()?.notifications_disabled).toEqual(['fbl', 'bounce']);
  await enableNotifications();
  expect([$enabling.get().state, $notifications.get()]).toMatchObject(['done', { disabled: [] }]);
  expect($user.get()?.notifications_disabled).toEqual([]);
});

test('AC9: what is stopped elsewhere, such as by a link in a mail, shows without a reload', async () => {
  const stop = watchNotifications();
  await stopMails(['listunsubscribe']);
  dispatchLive({ type: 'user' });
  await eventually(() => expect($notifications.get()).toMatchObject({ disabled: ['listunsubscribe'] }));
  stop();
});

test('AC7: quiet hours are set and ended; the same time twice is refused at its field, and nothing changes', async () => {
  const quiet = createQuietHours();
  await quiet.submit({ from: '23:00', to: '07:30' });
  expect($notifications.get()).toMatchObject({ quiet: { from: '23:00', to: '07:30' } });
  await quiet.submit({ from: '07:30', to: '07:30' });
  expect(quiet.get()).toMatchObject({ state: 'failed', fields: { 'quiet.to': 'not_allowed' } });
  expect($notifications.get()).toMatchObject({ quiet: { from: '23:00', to: '07:30' } });
  await quiet.submit(null);
  expect($notifications.get()).toMatchObject({ quiet: null });
});

test('AC10: a dismissed alert is remembered with the time, also after a logout', () => {
  expect($dismissed.get().has('mail-fbl')).toBe(false);
  dismissAlert('mail-fbl');
  expect($dismissed.get().get('mail-fbl')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  device.set('draft:x', 'private');
  removeStored();
  expect([...device.keys()]).toEqual(['dismissed:mail-fbl']);
});
