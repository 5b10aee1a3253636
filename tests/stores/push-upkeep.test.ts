// What keeps the notifications of a device right: a lost subscription is made again or forgotten, and what was shown goes when it is old.
import type { WritableAtom } from 'nanostores';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clearPrivateData } from '#stores/private-data';
import { $notificationCount } from '#stores/notification-count';
import { $push, PUSH_OWNER, startPush } from '#stores/push';
import { createPushStart } from '#stores/push-choice';
import { renewLostPush, watchShownNews } from '#stores/push-upkeep';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { removeStored, writeStored } from '#lib/storage';
import { eventually } from '#tests/support/eventually';
import { browser } from '#tests/support/fake-push';
import type { MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const { taken } = vi.hoisted(() => ({ taken: { times: 0 } }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/push', () => import('#tests/support/fake-push'));
vi.mock('#lib/push-upkeep', () => ({ takeAwayShown: () => Promise.resolve(void (taken.times += 1)) }));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#lib/navigation/switch-language', () => ({ switchLanguage: () => undefined }));
vi.mock('#lib/page', () => ({ readPage: () => ({ siteSettings: siteAt(0).siteSettings }), isVisitor: () => false }));
vi.mock('#stores/notification-count', async () => ({
  $notificationCount: (await import('nanostores')).atom<number | null>(null),
}));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let traffic: ReturnType<typeof callFromStores>;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  me = await server.member();
  traffic = callFromStores(server, () => me.cookie);
  $siteSettings.listen(() => undefined);
  await eventually(() => expect($siteSettings.get().push_public_key).not.toBeNull());
});
afterAll(async () => {
  traffic.stop();
  await server.close();
});
beforeEach(async () => {
  me = await server.member();
  removeStored();
  clearPrivateData();
  Object.assign(browser, { isCapable: true, permission: 'default', answer: 'granted', subscription: null, asked: 0 });
  $user.set({ id: me.id } as never);
  taken.times = 0;
});

const endpoints = async (): Promise<string[]> =>
  (
    await server.database.inTenant(siteAt(0).id, (db) =>
      db.selectFrom('push_subscription').select('endpoint').where('account', '=', me.id).execute(),
    )
  ).map(({ endpoint }) => endpoint);

/** The member turns push on; meanwhile the browser ends it, and then the next page is opened. */
async function losePush(permission: typeof browser.permission): Promise<() => void> {
  startPush(me.id, () => undefined);
  await createPushStart().submit(undefined);
  expect(await endpoints()).toEqual([browser.subscription?.endpoint]);
  Object.assign(browser, { permission, subscription: null, asked: 0 });
  $push.set({ ...$push.get(), subscribed: false });
  startPush(me.id, () => undefined);
  return renewLostPush();
}

test('DE103 PU3: a subscription that the browser has ended is made again, and the server has it instead', async () => {
  const stop = await losePush('granted');
  await eventually(() =>
    expect($push.get()).toMatchObject({ capable: true, subscribed: { endpoint: expect.any(String) } }),
  );
  expect(browser.subscription).not.toBeNull();
  expect(await endpoints()).toEqual([browser.subscription?.endpoint]);
  expect(browser.asked).toBe(0);
  stop();
});

test('DE110 PU3: a subscription that the browser still has, but its push service has ended, is made again at the next page', async () => {
  startPush(me.id, () => undefined);
  await createPushStart().submit(undefined);
  const dead = browser.subscription?.endpoint;
  await server.database.inTenant(siteAt(0).id, (db) =>
    db.updateTable('push_subscription').set({ gone: true, details: true }).where('account', '=', me.id).execute(),
  );
  startPush(me.id, () => undefined);
  const stop = renewLostPush();
  await eventually(() =>
    expect($push.get()).toMatchObject({ capable: true, subscribed: { endpoint: expect.any(String) } }),
  );
  expect(browser.subscription?.endpoint).not.toBe(dead);
  expect([$push.get().subscribed, $push.get().details]).toEqual([browser.subscription, true]);
  expect(await endpoints()).toEqual([browser.subscription?.endpoint]);
  expect(browser.asked).toBe(1);
  stop();
});

test('DE110 PU3: one who turns notifications on while the browser has such a subscription gets another one', async () => {
  startPush(me.id, () => undefined);
  await createPushStart().submit(undefined);
  const dead = browser.subscription?.endpoint;
  await server.database.inTenant(siteAt(0).id, (db) =>
    db.updateTable('push_subscription').set({ gone: true }).where('account', '=', me.id).execute(),
  );
  await createPushStart().submit(undefined);
  expect(browser.subscription?.endpoint).not.toBe(dead);
  expect($push.get().subscribed).toEqual(browser.subscription);
});

test('DE103 PU3 PU4: where the permission was taken back, the server forgets the device, and nothing is asked', async () => {
  for (const [permission, subscribed] of [
    ['denied', 'denied'],
    ['default', false],
  ] as const) {
    const stop = await losePush(permission);
    await eventually(async () => expect(await endpoints()).toEqual([]));
    await eventually(() => expect($push.get()).toMatchObject({ capable: true, subscribed }));
    expect([browser.permission, browser.subscription, browser.asked]).toEqual([permission, null, 0]);
    stop();
    browser.permission = 'default';
  }
});

test('PU3: nothing is renewed for a member who did not turn it on here', async () => {
  browser.permission = 'granted';
  startPush(me.id, () => undefined);
  const stop = renewLostPush();
  await eventually(() => expect($push.get().capable).toBe(true));
  $siteSettings.set({ ...$siteSettings.get() });
  expect([browser.subscription, await endpoints()]).toEqual([null, []]);
  stop();
});

test('E11: what the device shows goes once nothing is new, also at the first look, and when the session ends', () => {
  const $count = $notificationCount as WritableAtom<number | null>;
  writeStored(PUSH_OWNER, me.id);
  for (const first of [0, 2]) {
    taken.times = 0;
    $count.set(null);
    const stop = watchShownNews();
    // Nothing is known yet.
    expect(taken.times).toBe(0);
    $count.set(first);
    expect([first, taken.times]).toEqual([first, first === 0 ? 1 : 0]);
    for (const count of [2, 1]) $count.set(count);
    $count.set(0);
    expect([first, taken.times]).toEqual([first, first === 0 ? 2 : 1]);
    stop();
  }
  taken.times = 0;
  clearPrivateData();
  expect(taken.times).toBe(1);
});

test('E11: what the device shows of a member whose session ended unseen goes when another one is here, not when they are back', () => {
  const $count = $notificationCount as WritableAtom<number | null>;
  $count.set(null);
  for (const [owner, times] of [
    [me.id, 0],
    [crypto.randomUUID(), 1],
    [null, 1],
  ] as const) {
    taken.times = 0;
    writeStored(PUSH_OWNER, owner);
    watchShownNews()();
    expect([owner, taken.times]).toEqual([owner, times]);
  }
});
