// Devices of web push that fail: which get no more, what stays chosen for them, and where a push leads.
import { afterAll, expect, test } from 'vitest';
import { PUSH } from '#domain/push';
import { pushJob } from '#server/push/send';
import { startChat, sent } from '../support/chats.ts';
import { sessionHash, type MadeMember } from '../support/members.ts';
import { like } from '../support/notifications.ts';
import { startPushService, type FakeBrowser } from '../support/push-service.ts';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';

const service = await startPushService();
afterAll(() => service.close());
const tenant = siteAt(0).id;
const DETAILS = { details: true, discreet: true };

const subscribe = async (server: TestServer, as: { cookie: string }, { subscription }: FakeBrowser, choice = {}) =>
  (await server.call('/api/user.php?push=1', { as, json: { ...subscription, ...choice } })).body;
/** As the worker does when the browser replaces a subscription. */
const renew = async (server: TestServer, as: { cookie: string }, { subscription }: FakeBrowser) => {
  const headers = { 'idempotency-key': null, 'x-client-type': 'worker' };
  return (await server.call('/api/user.php?push=1', { as, headers, json: { ...subscription, expirationTime: null } }))
    .body;
};
const devices = async (server: TestServer, as: { cookie: string }) =>
  (await server.call('/api/notifications.php', { as })).body['devices'];

/** A new like, of which the device is told. */
async function news(server: TestServer, { id }: MadeMember): Promise<void> {
  server.advance(2);
  await like(server, await server.member(), id);
}
const tell = (server: TestServer, { id }: MadeMember) =>
  pushJob.start(server.app.services, { tenant, account: id }).then(
    () => 'done',
    () => 'failed',
  );

async function logInAgain(server: TestServer, { email, password }: MadeMember): Promise<{ cookie: string }> {
  const { cookies } = await server.call('/api/user.php', { json: { email, password } });
  return { cookie: cookies.map((each) => each.split(';')[0]).join('; ') };
}

async function subscribed(server: TestServer, choice = {}) {
  server.holdClock();
  const me = await server.member();
  const browser = service.browser();
  await subscribe(server, me, browser, choice);
  return { me, browser };
}

eachEngine(
  'devices of web push',
  (server) => {
    test('DE110 PU11: a subscription that its service has ended leaves its choices to the one that replaces it, also a discreet name', async () => {
      const { me, browser } = await subscribed(server(), DETAILS);
      browser.status = 410;
      await news(server(), me);
      expect([await tell(server(), me), await devices(server(), me)]).toEqual(['done', 0]);
      const renewed = service.browser();
      expect(await renew(server(), me, renewed)).toEqual(DETAILS);
      expect(await devices(server(), me)).toBe(1);
      // What was not told is told then.
      expect(await tell(server(), me)).toBe('done');
      expect(renewed.shown).toMatchObject([{ title: 'Notebook', body: '1 new like' }]);
    });

    test('DE110 PU3: an address that its service no longer knows is not stored again, by any login of the device', async () => {
      const { me, browser } = await subscribed(server(), { details: true });
      browser.status = 410;
      await news(server(), me);
      await tell(server(), me);
      const again = await logInAgain(server(), me);
      for (const as of [me, again, await server().member()]) {
        expect(await subscribe(server(), as, browser)).toEqual({ details: null });
        expect(await devices(server(), as)).toBe(0);
      }
      // It is not dialled any more.
      const before = service.requests.length;
      await news(server(), me);
      expect([await tell(server(), me), service.requests.length]).toEqual(['done', before]);
      const fresh = service.browser();
      expect(await subscribe(server(), me, fresh)).toMatchObject({ details: true });
      await news(server(), me);
      await tell(server(), me);
      expect(fresh.shown).toHaveLength(1);
    });

    test('DE110 PU3: a device that was subscribed with another key is gone; a message that is refused counts as not told', async () => {
      for (const status of [401, 403]) {
        const { me, browser } = await subscribed(server());
        browser.status = status;
        await news(server(), me);
        expect([await tell(server(), me), await devices(server(), me)]).toEqual(['done', 0]);
      }
      const { me, browser } = await subscribed(server());
      browser.status = 413;
      await news(server(), me);
      expect([await tell(server(), me), await devices(server(), me)]).toEqual(['done', 1]);
      browser.status = 201;
      expect(await tell(server(), me)).toBe('done');
      expect(browser.shown).toHaveLength(1);
    });

    test('DE110 PU3: a device that was not reached for three days gets no more; one that was reached in between does', async () => {
      for (const isReached of [false, true]) {
        const { me, browser } = await subscribed(server());
        const failAfter = async (ms: number): Promise<void> => {
          browser.status = 503;
          server().advance(ms / 1000);
          await news(server(), me);
          expect(await tell(server(), me)).toBe('failed');
        };
        await failAfter(0);
        await failAfter(PUSH.unreachedMs - 60_000);
        expect(await devices(server(), me)).toBe(1);
        if (isReached) {
          browser.status = 201;
          expect(await tell(server(), me)).toBe('done');
        }
        await failAfter(120_000);
        expect([isReached, await devices(server(), me)]).toEqual([isReached, isReached ? 1 : 0]);
        // The queue tries again what failed, and finds no device.
        if (!isReached) expect(await tell(server(), me)).toBe('done');
      }
    });

    test('PU3 PU11: the next login of the member on a device keeps what was chosen for it, that of another member does not', async () => {
      const { me, browser } = await subscribed(server(), DETAILS);
      const again = await logInAgain(server(), me);
      expect(await subscribe(server(), again, browser)).toEqual(DETAILS);
      expect(await subscribe(server(), again, browser, { discreet: false })).toEqual({
        details: true,
        discreet: false,
      });
      const other = await server().member();
      expect(await subscribe(server(), other, browser)).toEqual({ details: false, discreet: false });
    });

    test('PU3: a push leads to what came since the last one: to the only chat with unread messages, to all chats, or to the likes', async () => {
      const { me, browser } = await subscribed(server());
      const [anna, ben] = [
        await server().member({ credits: 50, paid_user: true }),
        await server().member({ credits: 50, paid_user: true }),
      ];
      const opened = async (): Promise<string | undefined> => {
        expect(await tell(server(), me)).toBe('done');
        return new URL(browser.shown.at(-1)?.navigate ?? '').pathname;
      };
      server().advance(2);
      const first = await startChat(server(), anna, me.id);
      server().advance(2);
      await sent(server(), anna, { conversation: first });
      expect(await opened()).toBe(`/chats/${first}`);
      // An old message does not lead to the chats who has a new like.
      await news(server(), me);
      expect(await opened()).toBe('/likes');
      server().advance(2);
      const second = await startChat(server(), ben, me.id);
      expect(await opened()).toBe('/chats');
      // Anna's was read meanwhile, and Ben writes once more.
      await server().call('/api/chat-read.php', { method: 'PUT', json: { conversation: first, seq: 9 }, as: me });
      server().advance(2);
      await sent(server(), ben, { conversation: second });
      expect(await opened()).toBe(`/chats/${second}`);
    });

    test('H9 PU3: a like that becomes known after the push that is later than it is told by the next one', async () => {
      const { me, browser } = await subscribed(server());
      await news(server(), me);
      server().advance(2);
      await tell(server(), me);
      const late = await server().member();
      const at = new Date(server().now().getTime() - PUSH.lateMs / 2);
      await server().database.inTenant(tenant, (db) =>
        db.insertInto('member_like').values({ tenant, liker: late.id, liked: me.id, at }).execute(),
      );
      await tell(server(), me);
      expect(browser.shown.map(({ app_badge }) => app_badge)).toEqual(['1', '2']);
      // Not once more.
      await tell(server(), me);
      expect(browser.shown).toHaveLength(2);
    });

    test('PU3: a job that an older process has added names a conversation, and is done', async () => {
      const { me, browser } = await subscribed(server());
      await news(server(), me);
      await pushJob.start(server().app.services, { tenant, account: me.id, conversation: crypto.randomUUID() });
      expect(browser.shown).toHaveLength(1);
      const [row] = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('push_subscription').selectAll().where('session', '=', sessionHash(me)).execute(),
      );
      expect(row).toMatchObject({ gone: false, failing_since: null, claimed_until: null });
    });
  },
  {},
  { PUSH_ORIGIN: service.origin },
);
