// Web push: subscriptions that end with their login, and messages that a browser can decrypt.
import { afterAll, expect, test } from 'vitest';
import { isPushService } from '#domain/push';
import { migrate } from '#server/db/index';
import { openPushKeys } from '#server/push/keys';
import { sent, startChat } from '../support/chats.ts';
import { eventually } from '../support/eventually.ts';
import { block, type MadeMember } from '../support/members.ts';
import { startPushService, type FakeBrowser } from '../support/push-service.ts';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';

const service = await startPushService();
afterAll(() => service.close());
const site = siteAt(0);

const subscribe = (server: TestServer, as: { cookie: string }, { subscription }: FakeBrowser, details?: boolean) =>
  server.call('/api/user.php?push=1', { as, json: { ...subscription, ...(details === undefined ? {} : { details }) } });
const like = (server: TestServer, as: MadeMember, id: string) =>
  server.call('/api/like.php', { method: 'PUT', json: { id }, as });

/** Waits until the news is gathered and a job added, then runs it. */
const deliver = async (server: TestServer, isDone: () => boolean) =>
  eventually(async () => {
    await server.runJobs();
    expect(isDone()).toBe(true);
  });

eachEngine(
  'push',
  (server) => {
    test('PU1 PU3: push.subscribe stores the subscription of the login, push.read and push.unsubscribe follow', async () => {
      const { body } = await server().call('/api/settings.php');
      expect((body['settings'] as { push_public_key: string }).push_public_key).toMatch(/^[\w-]{87}$/);
      const me = await server().member();
      const read = async () => (await server().call('/api/push.php', { as: me })).body;
      expect(await read()).toEqual({ details: null });
      expect((await subscribe(server(), me, service.browser())).body).toEqual({ details: false, discreet: false });
      expect((await subscribe(server(), me, service.browser(), true)).body).toMatchObject({ details: true });
      expect(await read()).toEqual({ details: true, discreet: false });
      expect((await server().call('/api/push.php', { as: me, method: 'DELETE', json: {} })).status).toBe(204);
      expect(await read()).toEqual({ details: null });
    });

    test('PU1 PU3: the key pair is made once: a later start and another process have the same', async () => {
      const { app, database, config } = server();
      const keys = await app.services.pushKeys();
      await migrate(database, config.database);
      expect(await openPushKeys(database)()).toEqual(keys);
      const { body } = await server().call('/api/settings.php');
      expect(body['settings']).toMatchObject({ push_public_key: keys.publicKey });
    });

    test('PU3: an address that is no push service of a browser is refused', async () => {
      const me = await server().member();
      const { keys } = service.browser().subscription;
      for (const endpoint of [
        'https://169.254.169.254/latest',
        'http://fcm.googleapis.com/x',
        'https://evil.example/x',
      ]) {
        const { status, body } = await server().call('/api/user.php?push=1', { as: me, json: { endpoint, keys } });
        expect([status, body.error?.['fields']]).toEqual([422, { endpoint: 'not_allowed' }]);
      }
    });

    test('PU9 PU11: a like is told in a neutral text, a message with details as a number, each once', async () => {
      const me = await server().member({ credits: 5 });
      const other = await server().member({ credits: 5, paid_user: true });
      const [neutral, detailed] = [service.browser(), service.browser()];
      await subscribe(server(), me, neutral);
      const { cookies } = await server().call('/api/user.php', { json: { email: me.email, password: me.password } });
      const elsewhere = { cookie: cookies.map((each) => each.split(';')[0]).join('; ') };
      await subscribe(server(), elsewhere, detailed, true);
      server().advance(1);
      await like(server(), other, me.id);
      await deliver(server(), () => neutral.shown.length > 0 && detailed.shown.length > 0);
      expect(neutral.shown).toMatchObject([
        { title: site.name, body: 'There’s something new for you', app_badge: '1', tag: 'news' },
      ]);
      expect(detailed.shown).toMatchObject([{ body: '1 new like' }]);
      server().advance(1);
      const conversation = await startChat(server(), other, me.id);
      await deliver(server(), () => detailed.shown.length > 1);
      expect(detailed.shown[1]).toMatchObject({ body: '1 unread message · 1 new like', app_badge: '2' });
      expect(detailed.shown[1]?.navigate).toContain(`/chats/${conversation}`);
      // Safari of today reads it there.
      expect(detailed.badges).toEqual([1, 2]);
      expect(service.requests.every(({ authorization }) => authorization?.startsWith('vapid t='))).toBe(true);
    });

    test('PU3: nothing is told of one’s own actions, of a blocked member, nor after the logout', async () => {
      const me = await server().member();
      const [other, blocked] = [await server().member(), await server().member()];
      const [browser, control] = [service.browser(), service.browser()];
      await subscribe(server(), me, browser);
      await subscribe(server(), other, control);
      server().advance(1);
      await like(server(), blocked, me.id);
      await block(server().database, site, me.id, blocked.id);
      await like(server(), me, other.id);
      await deliver(server(), () => control.shown.length > 0);
      expect(browser.shown).toEqual([]);
      await server().call('/api/logout.php', { as: me });
      server().advance(1);
      await like(server(), other, me.id);
      await like(server(), blocked, other.id);
      await deliver(server(), () => control.shown.length > 1);
      expect(browser.shown).toEqual([]);
    });

    test('AC7 PU3: a type that is not wanted by push is not told; the others are, without it in their text', async () => {
      const me = await server().member({ credits: 5 });
      const other = await server().member({ credits: 5, paid_user: true });
      const control = await server().member();
      const [browser, controls] = [service.browser(), service.browser()];
      const want = (type: string, wanted: boolean) =>
        server().call('/api/push-types.php', { method: 'PUT', json: { type, wanted }, as: me });
      await subscribe(server(), me, browser, true);
      await subscribe(server(), control, controls);
      expect((await server().call('/api/notifications.php', { as: me })).body['devices']).toBe(1);
      await want('like', false);
      await want('new_messages', false);
      server().advance(1);
      await like(server(), other, me.id);
      await like(server(), other, control.id);
      await deliver(server(), () => controls.shown.length > 0);
      expect(browser.shown).toEqual([]);
      server().advance(1);
      const conversation = await startChat(server(), other, me.id);
      await deliver(server(), () => browser.shown.length > 0);
      expect(browser.shown).toMatchObject([{ body: '1 unread message', app_badge: '2' }]);
      const { seq } = await sent(server(), other, { conversation });
      await server().call('/api/chat-read.php', { method: 'PUT', json: { conversation, seq }, as: me });
      server().advance(1);
      await sent(server(), other, { conversation });
      await like(server(), me, control.id);
      await deliver(server(), () => controls.shown.length > 1);
      expect(browser.shown).toHaveLength(1);
      await want('new_messages', true);
      server().advance(1);
      await sent(server(), other, { conversation });
      await deliver(server(), () => browser.shown.length > 1);
    });

    test('PU3: another member on the same device takes the subscription over', async () => {
      const [first, second, other] = [await server().member(), await server().member(), await server().member()];
      const browser = service.browser();
      await subscribe(server(), first, browser);
      await subscribe(server(), second, browser);
      expect((await server().call('/api/push.php', { as: first })).body).toEqual({ details: null });
      server().advance(1);
      await like(server(), other, first.id);
      await like(server(), other, second.id);
      await deliver(server(), () => browser.shown.length > 0);
      expect(browser.shown).toHaveLength(1);
    });

    test('PU3: a dead subscription counts no more, and a service that is down gets the message later', async () => {
      const [me, other] = [await server().member(), await server().member()];
      const browser = service.browser();
      await subscribe(server(), me, browser);
      server().advance(1);
      browser.status = 503;
      await like(server(), other, me.id);
      await eventually(async () => {
        const outcome = await server()
          .runJobs()
          .then(
            () => 'nothing to do',
            () => 'refused',
          );
        expect(outcome).toBe('refused');
      });
      browser.status = 201;
      await deliver(server(), () => browser.shown.length > 0);
      for (const status of [410, 404]) {
        const gone = service.browser();
        gone.status = status;
        await subscribe(server(), me, gone);
        const again = await server().member();
        server().advance(1);
        await like(server(), again, me.id);
        await eventually(async () => {
          await server().runJobs();
          expect((await server().call('/api/push.php', { as: me })).body).toEqual({ details: null });
        });
      }
    });

    test('PU3: what the worker stores when the browser replaces a subscription takes its place, with the same details', async () => {
      const [me, other] = [await server().member(), await server().member()];
      const [old, renewed] = [service.browser(), service.browser()];
      await subscribe(server(), me, old, true);
      // As the worker sends it: without a key, and with all that a browser writes of a subscription.
      const { body } = await server().call('/api/user.php?push=1', {
        as: me,
        headers: { 'idempotency-key': null, 'x-client-type': 'worker' },
        json: { ...renewed.subscription, expirationTime: null },
      });
      expect(body).toEqual({ details: true, discreet: false });
      server().advance(1);
      await like(server(), other, me.id);
      await deliver(server(), () => renewed.shown.length > 0);
      expect(renewed.shown).toMatchObject([{ body: '1 new like' }]);
      expect(old.shown).toEqual([]);
    });
  },
  {},
  { PUSH_ORIGIN: service.origin },
);

test('PU3: push services are known by host and scheme', () => {
  for (const good of [
    'https://fcm.googleapis.com/fcm/send/a',
    'https://web.push.apple.com/a',
    'https://db5.notify.windows.com/w',
  ])
    expect(isPushService(good)).toBe(true);
  for (const bad of [
    'https://fcm.googleapis.com:8443/a',
    'https://push.apple.com.evil.example/a',
    'https://u:p@fcm.googleapis.com/a',
    'x',
  ])
    expect(isPushService(bad)).toBe(false);
});
