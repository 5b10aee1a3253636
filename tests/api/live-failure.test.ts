// The live connection when something goes wrong while it opens, or under it: nothing leaks, nothing is lost silently.
import { IncomingMessage, ServerResponse, createServer, request, type Server } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '#server/app';
import { openStream } from '#server/stream';
import { hashToken } from '#server/sessions';
import { eachEngine, siteAt } from '../support/server.ts';

interface Tab {
  readonly status: number;
  readonly text: () => string;
  readonly ended: Promise<boolean>;
}

eachEngine('live failure', (server) => {
  let http: Server;
  beforeAll(async () => {
    http = createServer(getRequestListener(server().app.fetch, { overrideGlobalObjects: false })).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => http.once('listening', resolve));
  });
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });

  const open = (cookie: string): Promise<Tab> =>
    new Promise((resolve, reject) => {
      const { port } = http.address() as AddressInfo;
      const headers = { host: `${siteAt(0).folder}.localhost`, cookie };
      const asked = request({ host: '127.0.0.1', port, path: '/api/events.php', headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += String(chunk)));
        const late = new Promise<boolean>((end) => setTimeout(end, 4000, false));
        const ended = new Promise<boolean>((end) => answer.once('close', () => end(true)));
        resolve({ status: answer.statusCode ?? 0, text: () => text, ended: Promise.race([ended, late]) });
      });
      asked.once('error', reject).end();
    });

  test('B7: a browser that leaves while its stream opens leaves no subscription and no timer', async () => {
    const member = await server().member();
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
    outgoing.destroy();
    const made = vi.spyOn(globalThis, 'setInterval');
    const cleared = vi.spyOn(globalThis, 'clearInterval');
    const { hub } = server().app.services;
    await openStream(
      { database: server().database, hub, now: () => server().now() },
      {
        tenant: siteAt(0).id,
        cookieHash: hashToken(member.cookie.split('=')[1] ?? ''),
        lastEventId: undefined,
        outgoing,
        requestId: 'x',
      },
    );
    const beats = made.mock.results.filter((_, at) => made.mock.calls[at]?.[1] === 25_000).map(({ value }) => value);
    const stopped = cleared.mock.calls.map(([timer]) => timer);
    vi.restoreAllMocks();
    expect(beats.filter((beat) => !stopped.includes(beat as NodeJS.Timeout))).toEqual([]);
    expect(hub.size).toBe(0);
  });

  test('B7: when what was missed cannot be read the stream is refused and logged, not left open and silent', async () => {
    const member = await server().member();
    await sql`alter table event rename to event_away`.execute(server().database.kysely);
    try {
      const tab = await open(member.cookie);
      expect([tab.status, await tab.ended]).toEqual([500, true]);
      expect(tab.text()).toContain('"code":"internal"');
      expect(server().logged.some((line) => line.includes('"route":"events.open"'))).toBe(true);
      expect(server().app.services.hub.size).toBe(0);
    } finally {
      await sql`alter table event_away rename to event`.execute(server().database.kysely);
    }
  });

  test('B7: the heartbeat is an event that a page can hear', async () => {
    const made = vi.spyOn(globalThis, 'setInterval');
    const tab = await open((await server().member()).cookie);
    const beat = made.mock.calls.find(([, every]) => every === 25_000)?.[0];
    vi.restoreAllMocks();
    beat?.();
    for (let tries = 0; tries < 50 && !tab.text().includes('beat'); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(tab.text()).toMatch(/^event: beat\ndata: .+\n$/m);
  });

  test('C7: a login that replaces a session ends its open tabs', async () => {
    const member = await server().member();
    const other = await server().member();
    const tab = await open(member.cookie);
    await server().call('/api/user.php', { json: { email: other.email, password: other.password }, as: member });
    expect(await tab.ended).toBe(true);
    expect(tab.text()).toContain('data: {"type":"logout"}');
  });

  test('B7: tabs are made to resume when messages of other processes may have been lost', async () => {
    if (server().engine === 'pglite') return; // An embedded database has one process.
    const member = await server().member();
    const tab = await open(member.cookie);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(server().database.kysely);
    expect(await tab.ended).toBe(true);
    const again = await open(member.cookie);
    expect(again.status).toBe(200);
  });

  test('G7: opening streams again and again is limited by address', async () => {
    const { services } = server().app;
    const second = await createApp({ ...services, formPage: undefined as never });
    Object.assign(second.services, { limiter: { take: () => 7 } });
    const answer = await second.fetch(new Request(`http://${siteAt(0).folder}.localhost/api/events.php`), {});
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
    await second.close();
  });
});
