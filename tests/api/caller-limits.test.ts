// Every caller is counted before the database is asked: by address, by unknown session cookies, by account.
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '#server/log';
import { sitePages } from '#server/static/site-pages';
import type { AppParts } from '#server/app';
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

    test('I4: dead session cookies are refused before the database, by address', async () => {
      const opened = transactions(server());
      const answers = await many(1000, () => server().call('/api/members.php', { as: deadCookie(), ip }));
      expect([statuses(answers, 403), statuses(answers, 429)]).toEqual([120, 880]);
      expect(answers.find(({ status }) => status === 429)?.body.error).toEqual({
        code: 'too_many_requests',
        retry_after: 1,
      });
      expect(opened()).toBe(120);
      // Other calls share this count, in every brand; another address has its own.
      const site = siteAt(1);
      expect((await server().call('/api/user.php', { as: deadCookie(), ip, site })).status).toBe(429);
      expect((await server().call('/api/events.php', { as: deadCookie(), ip, site })).status).toBe(429);
      expect(opened()).toBe(120);
      expect((await server().call('/api/members.php', { as: deadCookie(), ip: '203.0.113.9' })).status).toBe(403);
      server().advance(60);
      expect((await server().call('/api/members.php', { as: deadCookie(), ip })).status).toBe(403);
    });

    test('I4: a member with a known session is served at an address that sends dead cookies', async () => {
      const member = await server().member();
      expect((await server().call('/api/user.php', { as: member, ip })).status).toBe(200);
      await many(200, () => server().call('/api/members.php', { as: deadCookie(), ip }));
      expect((await server().call('/api/user.php', { as: member, ip })).body['user']).not.toBeNull();
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
