// The store of web push, used as its screens use it, against the real server and a browser's answers.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clearPrivateData } from '#stores/private-data';
import { $isDiscreet, switchDiscreet } from '#stores/discreet';
import { $push, startPush } from '#stores/push';
import { createDiscreetSwitch, createPushDetails, createPushStart, createPushStop } from '#stores/push-choice';
import { $siteSettings } from '#stores/site-settings';
import { removeStored } from '#lib/storage';
import { eventually } from '#tests/support/eventually';
import { browser } from '#tests/support/fake-push';
import type { MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/push', () => import('#tests/support/fake-push'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/page', () => ({ readPage: () => ({ siteSettings: siteAt(0).siteSettings }), isVisitor: () => false }));

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
});

const stored = async () => (await server.call('/api/push.php', { as: me })).body['details'];
const turnOn = async (): Promise<void> => {
  startPush(me.id, () => undefined);
  await createPushStart().submit(undefined);
};

test('PU2: a browser without push is not capable', () => {
  browser.isCapable = false;
  startPush(me.id, () => undefined);
  expect($push.get()).toMatchObject({ capable: false, subscribed: 'not_capable' });
});

test('PU2 PU3: the member turns it on, asks for details, and turns it off', async () => {
  await turnOn();
  expect($push.get()).toMatchObject({ capable: true, subscribed: browser.subscription, details: false });
  await createPushDetails().submit(true);
  expect([$push.get().details, await stored()]).toEqual([true, true]);
  await createPushStop().submit(undefined);
  expect([$push.get().subscribed, browser.subscription, await stored()]).toEqual([false, null, null]);
});

test('PU11: a device with the discreet icon is told of by neutral notifications, and the next login says so again', async () => {
  const isDiscreet = async () =>
    (
      await server.database.inTenant(siteAt(0).id, (db) =>
        db.selectFrom('push_subscription').select('discreet').where('account', '=', me.id).executeTakeFirst(),
      )
    )?.discreet;
  await turnOn();
  expect(await isDiscreet()).toBe(false);
  await createDiscreetSwitch().submit(true);
  expect([$isDiscreet.get(), await isDiscreet()]).toEqual([true, true]);
  await createPushStop().submit(undefined);
  expect(await isDiscreet()).toBeUndefined();
  await turnOn();
  expect(await isDiscreet()).toBe(true);
  await createDiscreetSwitch().submit(false);
  expect([$isDiscreet.get(), await isDiscreet()]).toEqual([false, false]);
});

test('PU11: the discreet icon, switched on or off while the server could not be told, is told with the next page', async () => {
  const isDiscreet = async () => (await server.call('/api/push.php', { as: me })).body['discreet'];
  await turnOn();
  for (const isOn of [true, false]) {
    // As if its own call had been lost.
    switchDiscreet(isOn);
    expect(await isDiscreet()).toBe(!isOn);
    startPush(me.id, () => undefined);
    await eventually(async () => expect(await isDiscreet()).toBe(isOn));
  }
});

test('PU4: a denied permission is a state of its own', async () => {
  browser.answer = 'denied';
  await turnOn();
  expect($push.get().subscribed).toBe('denied');
  expect(await stored()).toBeNull();
});

test('AU7 CH6 PU2: a message is kept as the last one and told to the session', async () => {
  let told = 0;
  startPush(me.id, () => (told += 1));
  const message = {
    title: 'T',
    body: 'B',
    lang: 'en',
    tag: 'news',
    icon: 'https://x.example/icon-192.png',
    navigate: 'https://x.example/chats',
    app_badge: '2',
    data: { id: '1 2' },
  };
  browser.receive(message);
  expect([told, $push.get().last]).toEqual([1, message]);
});

test('PU3: the next login of the member keeps the subscription; another member ends it', async () => {
  await turnOn();
  const { subscription } = browser;
  clearPrivateData();
  startPush(me.id, () => undefined);
  await eventually(() => expect($push.get().subscribed).toEqual(subscription));
  clearPrivateData();
  startPush(crypto.randomUUID(), () => undefined);
  await eventually(() => expect(browser.subscription).toBeNull());
  expect($push.get().subscribed).toBe(false);
});

test('PU3: after a logout, which clears the device, the browser is no longer subscribed', async () => {
  await turnOn();
  removeStored();
  clearPrivateData();
  await eventually(() => expect(browser.subscription).toBeNull());
});
