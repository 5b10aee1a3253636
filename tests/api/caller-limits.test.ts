// Every caller is counted before the database is asked: by address, by unknown session cookies, by account.
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '#server/log';
import { sitePages } from '#server/static/site-pages';
import type { AppParts } from '#server/app';
import { joinWith, rightForm } from '../support/joining.ts';
import { eachEngine, siteAt, sites, type TestServer } from '../support/server.ts';

let pages: Pick<AppParts, 'fallback'> = {};
const parts: Partial<AppParts> = {
  fallback: (c) => pages.fallback?.(c) ?? new Response(null, { status: 500 }),
  formPage: ({ status }) =>
    Promise.resolve(new Response('<form>', { status, headers: { 'content-type': 'text/html' } })),
};

/** Counts the transactions opened from here on. */
function transactions(server: TestServer): () => number {
  const spy = vi.spyOn(server.database, 'inTenant');
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.length;
}
const deadCookie = () => ({ cookie: `auth.session=${crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x')}` });
let next = 0;
let ip = '';
const many = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const statuses = (answers: readonly { status: number }[], status: number): number =>
  answers.filter((each) => each.status === status).length;

eachEngine(
  'limits before the database',
  (server) => {
    beforeAll(() => {
      server().holdClock();
      const { database, config } = server();
      pages = sitePages({ root: process.cwd(), withoutPages: true })({
        sites,
        database,
        config,
        log: openLog('silent'),
      });
    });
    beforeEach(() => void (ip = `198.51.100.${next++}`));

    /** Two calls of two brands by turns, so that none is at a limit of its own. */
    const dead = (at: number) => {
      const [path, site] = [at % 2 ? '/api/user.php' : '/api/members.php', siteAt(at % 4 > 1 ? 1 : 0)];
      return server().call(path, { as: deadCookie(), ip, site });
    };

    test('I4: only calls that cannot get a permit in time are refused, at once', async () => {
      const [inTenant, blocked] = [server().database.inTenant.bind(server().database), Promise.withResolvers<null>()];
      const spy = vi.spyOn(server().database, 'inTenant').mockImplementation(async (...given) => {
        await blocked.promise;
        return inTenant(...given) as never;
      });
      onTestFinished(() => spy.mockRestore());
      vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const refused: unknown[] = [];
      const answers = many(300, async (at) => {
        const { status, body } = await dead(at);
        if (status === 429) refused.push(body.error?.code);
      });
      // 4 are at work, and 200 wait.
      while (refused.length < 96) await new Promise((resolve) => setImmediate(resolve));
      expect(spy).toHaveBeenCalledTimes(4);
      expect(new Set(refused)).toEqual(new Set(['too_many_requests']));
      vi.useRealTimers();
      blocked.resolve(null);
      await answers;
      expect(refused).toHaveLength(96);
    });

    test('I4: members that are new to this process get through at the address of many dead cookies', async () => {
      const members = await Promise.all(Array.from({ length: 20 }, () => server().member({}, siteAt(1))));
      const flood = many(130, () => server().call('/api/members.php', { as: deadCookie(), ip }));
      const answers = members.map((as) => server().call('/api/user.php', { as, ip, site: siteAt(1) }));
      const users = (await Promise.all(answers)).map(({ body }) => body['user']);
      expect(users).toMatchObject(members.map(({ id }) => ({ id })));
      await flood;
    });

    test('C4 I4: few logins of an address hold connections at a time; the others wait in memory, and none is refused', async () => {
      let [open, most] = [0, 0];
      const inTenant = server().database.inTenant.bind(server().database);
      const spy = vi.spyOn(server().database, 'inTenant').mockImplementation(async (...given) => {
        most = Math.max(most, (open += 1));
        return inTenant(...given).finally(() => (open -= 1)) as never;
      });
      onTestFinished(() => spy.mockRestore());
      const { email } = await server().member();
      const answers = await many(80, () => server().call('/api/user.php', { json: { email, password: 'wrong' }, ip }));
      expect(most).toBeLessThanOrEqual(4);
      const codes = answers.map(({ body }) => body.error?.code);
      expect(codes.filter((code) => code === 'login_failed')).toHaveLength(5);
      expect(codes.filter((code) => code === 'account_blocked')).toHaveLength(75);
    });

    test('C4 I4: an address beyond a hundred failed logins is slowed down over all brands, and right passwords get through', async () => {
      const unknown = () => ({ email: `${crypto.randomUUID()}@example.test`, password: 'wrong' });
      for (const tries of [20, 20, 20, 20, 20, 3]) {
        const answers = await many(tries, (at) =>
          server().call('/api/user.php', { json: unknown(), ip, site: siteAt(at % 2) }),
        );
        expect(statuses(answers, 422)).toBe(tries);
      }
      const { email, password } = await server().member();
      expect((await server().call('/api/user.php', { json: { email, password }, ip })).status).toBe(200);
    });

    test('I4: a member with a known session is served at an address that sends dead cookies', async () => {
      const member = await server().member();
      expect((await server().call('/api/user.php', { as: member, ip })).status).toBe(200);
      await many(200, () => server().call('/api/members.php', { as: deadCookie(), ip }));
      expect((await server().call('/api/user.php', { as: member, ip })).body['user']).toMatchObject({ id: member.id });
    });

    test('I4: live sessions that this process has not seen yet do not use up the limit of their address', async () => {
      for (let at = 0; at < 130; at++) {
        const member = await server().member();
        expect((await server().call('/api/user.php', { as: member, ip })).status).toBe(200);
      }
    });

    test('I4: a member over the limit of a call is refused before the database', async () => {
      const member = await server().member();
      await server().call('/api/credits.php', { as: member, ip });
      await server().call('/api/user.php', { as: member, ip });
      const opened = transactions(server());
      const answers = await many(300, () => server().call('/api/user.php', { as: member, ip }));
      expect(statuses(answers, 200)).toBe(119);
      expect(opened()).toBe(119);
    });

    test('I4: a visitor over the limit of a call is refused before the database', async () => {
      const opened = transactions(server());
      const json = { token: 'A'.repeat(43) };
      const answers = await many(100, () => server().call('/api/activate.php', { json, ip }));
      expect([statuses(answers, 410), statuses(answers, 429)]).toEqual([30, 70]);
      expect(opened()).toBe(30);
    });

    test('I4: invalid calls from an address do not keep newcomers behind it from signing up', async () => {
      for (const [path, json] of [
        ['/api/signup-begin.php', { email: 1 }],
        ['/api/signup.php', {}],
        ['/api/activate.php', {}],
        ['/api/password-reset.php', {}],
        ['/api/password-reset-do.php', {}],
      ] as const) {
        const invalid = await many(60, (at) => server().call(path, { json, ip, as: at % 2 ? deadCookie() : null }));
        expect([path, statuses(invalid, 429)]).not.toEqual([path, 0]);
      }
      const token = 'A'.repeat(43);
      expect((await server().call('/api/activate.php', { json: { token }, ip })).status).toBe(410);
      expect(
        (await server().call('/api/password-reset.php', { json: { email: 'nobody@example.test' }, ip })).status,
      ).toBe(404);
      expect((await joinWith(server(), rightForm(), { ip })).status).toBe(200);
    });

    test('I4: requests for missing pictures are refused before the database, by address', async () => {
      const opened = transactions(server());
      const address = (): string => `/media/photos/${crypto.randomUUID().replaceAll('-', '')}-320.webp`;
      const answers = await many(1000, () => server().call(address(), { ip }));
      expect([statuses(answers, 404), statuses(answers, 429)]).toEqual([300, 700]);
      expect(opened()).toBe(300);
    });

    test('I4: a webhook without a right signature never reaches the database', async () => {
      const opened = transactions(server());
      const path = `/api/webhook/${server().app.services.provider.name}`;
      const answers = await many(50, () => server().call(path, { json: {}, ip }));
      expect(statuses(answers, 200) + statuses(answers, 204)).toBe(0);
      expect(opened()).toBe(0);
    });

    test('I4: files of a member are limited by account', async () => {
      const [me, other] = [await server().member(), await server().member()];
      const query = `payment=${crypto.randomUUID()}`;
      const answers = await many(70, () => server().call('/api/invoice.php', { query, as: me, ip }));
      expect([statuses(answers, 404), statuses(answers, 429)]).toEqual([60, 10]);
      expect((await server().call('/api/invoice.php', { query, as: other, ip })).status).toBe(404);
    });

    test('I4: forms beyond a limit get their page back with their values, unless they are a flood too', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': null };
      const answers = await many(200, () => server().call('/api/activate.php', { body: 'token=x', headers, ip }));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(170);
      expect(refused.filter(({ text }) => text === '<form>')).toHaveLength(60);
      expect(refused.filter(({ body }) => body.error?.code === 'too_many_requests')).toHaveLength(110);
    });

    test('I4: an address has a limit over all calls, counted before a body is read', async () => {
      const answers = await many(6001, () => server().call('/api/none.php', { method: 'POST', body: '{', ip }));
      expect([statuses(answers, 404), statuses(answers, 429)]).toEqual([6000, 1]);
      let isRead = false;
      const body = new ReadableStream({ pull: () => void (isRead = true) }, { highWaterMark: 0 });
      const headers = { 'content-type': 'application/json' };
      const request = new Request(`http://${siteAt(0).folder}.localhost/api/user.php`, {
        method: 'POST',
        body,
        headers: { ...headers, 'sec-fetch-site': 'same-origin' },
        duplex: 'half',
      } as RequestInit);
      const incoming = { socket: { remoteAddress: ip } } as never;
      const answer = await server().app.fetch(request, { incoming });
      expect([answer.status, isRead]).toEqual([429, false]);
    });
  },
  parts,
  { RATE_LIMITS: '1' },
);
