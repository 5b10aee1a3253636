// Callers that wait for a permit: who does, who need not, and that no request of a closed connection waits.
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Applicant } from '#server/http/concurrency-limiter';
import { Refusal } from '#server/http/refusal';
import { freshIp } from '../support/joining.ts';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';
import { addStaff, codeOf, nextCode, STAFF_PASSWORD, staffCall } from '../support/staff.ts';
import { listen, until } from '../support/tabs.ts';

/** Counts the transactions opened from here on. */
function transactions(server: TestServer): () => number {
  const spy = vi.spyOn(server.database, 'inTenant');
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.length;
}
const deadCookie = () => ({ cookie: `auth.session=${crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x')}` });
let next = 0;
let ip = '';

eachEngine(
  'waiting callers',
  (server) => {
    beforeAll(() => server().holdClock());
    beforeEach(() => void (ip = `198.51.100.${next++}`));

    type Calling = (at: number) => Promise<{ status: number }>;
    /** Stops the time of those that wait. */
    function stopTime(): void {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
    }
    /** Makes so many calls, none of which waits; four at a time may be at work. */
    async function spend(count: number, call: Calling): Promise<void> {
      for (let at = 0; at < count; at += 4) {
        const answers = Array.from({ length: Math.min(4, count - at) }, (_, each) => call(at + each));
        for (const { status } of await Promise.all(answers)) expect(status).not.toBe(429);
      }
    }
    /** Calls that wait, until time passes. */
    function wait(count: number, call: Calling) {
      let answered = 0;
      const calls = Array.from({ length: count }, async (_, at) => call(at).finally(() => (answered += 1)));
      const letPass = async (ms: number): Promise<void> => {
        expect(answered).toBe(0);
        await until(() => (vi.advanceTimersByTime(ms), answered === count), 20_000);
        await Promise.all(calls);
      };
      return { letPass };
    }

    for (const [kind, path] of [
      ['calls of members', '/api/likes.php'],
      ['calls of anyone', '/api/user.php'],
      ['streams', '/api/events.php'],
    ] as const)
      test(`I4: beyond a limit, ${kind} with dead session cookies wait before the database, by address over all brands`, async () => {
        const opened = transactions(server());
        const call = (at: number, from = ip) =>
          server().call(path, { as: deadCookie(), ip: from, site: siteAt(at % 2) });
        // One more than the limit begins at once, as the first one beyond it.
        stopTime();
        await spend(121, call);
        const { letPass } = wait(5, call);
        await call(0, freshIp());
        expect(opened()).toBe(122);
        await letPass(50);
      });

    test('C4 I4 DA-lockout: a known browser does not wait for the strangers behind its address', async () => {
      const { email, password } = await server().member();
      const first = await server().call('/api/user.php', { json: { email, password }, ip: freshIp() });
      const known = first.cookies.find((each) => each.startsWith('auth.known='))?.split(';')[0] ?? '';
      const guess = () => {
        const json = { email: `${crypto.randomUUID()}@example.test`, password: 'wrong' };
        return server().call('/api/user.php', { json, ip });
      };
      stopTime();
      const { logins } = server().app.services.concurrency;
      const closeSignal = () => new AbortController().signal;
      // A hundred an hour, and one more begins at once.
      for (let at = 0; at < 101; at += 1)
        (await logins.acquire({ caller: ip, group: 'stranger', closeSignal })).release();
      const { letPass } = wait(1, guess);
      const as = { cookie: known };
      expect((await server().call('/api/user.php', { json: { email, password }, as, ip })).status).toBe(200);
      await letPass(1000);
    });

    test('I4: a request whose connection is closed does not wait any longer', async () => {
      const asked = Promise.withResolvers<Applicant>();
      const spy = vi.spyOn(server().app.services.concurrency.logins, 'acquire').mockImplementation((applicant) => {
        asked.resolve(applicant);
        return new Promise((_, reject) => {
          applicant.closeSignal().addEventListener('abort', () => reject(new Refusal('too_many_requests')));
        });
      });
      onTestFinished(() => spy.mockRestore());
      const http = await listen(server().app.fetch);
      onTestFinished(() => void http.close());
      const host = `${siteAt(0).folder}.localhost`;
      const headers = { host, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const { port } = http.address() as AddressInfo;
      const sent = request({ host: '127.0.0.1', port, path: '/api/user.php', method: 'POST', headers });
      sent.on('error', () => undefined);
      sent.end(JSON.stringify({ email: 'someone@example.test', password: 'wrong' }));
      const { closeSignal } = await asked.promise;
      expect(closeSignal().aborted).toBe(false);
      sent.destroy();
      await until(() => closeSignal().aborted);
    });

    test('C4 I4: logins of staff wait like those of members', async () => {
      const staff = await addStaff(server(), 'support');
      nextCode(server());
      const spy = vi.spyOn(server().app.services.concurrency.logins, 'acquire');
      onTestFinished(() => spy.mockRestore());
      const input = { email: staff.email, password: STAFF_PASSWORD, code: codeOf(server(), staff.secret) };
      expect((await staffCall(server(), 'session.login', input)).status).toBe(200);
      expect(spy.mock.calls.map(([{ group }]) => group)).toEqual([`staff ${staff.email}`]);
    });
  },
  {},
  { RATE_LIMITS: '1' },
);
