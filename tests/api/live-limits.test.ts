// Limits of live connections by account and address, and their end with the session.
import { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type App, createApp } from '#server/app';
import { openDatabase } from '#server/db/index';
import { openStream } from '#server/live/stream';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';
import { type MadeMember, sessionHash } from '../support/members.ts';
import { eventsIn, listen, openConnection, openTab, overHttp, until } from '../support/tabs.ts';

const tenant = siteAt(0).id;
const HEARTBEAT_MS = 25_000;

/** An app whose session check runs only when the test calls it. */
async function withCheck(made: () => Promise<App>): Promise<[App, () => void]> {
  const timers = vi.spyOn(globalThis, 'setInterval');
  const app = await made();
  const at = timers.mock.calls.findIndex(([, every]) => every === HEARTBEAT_MS);
  const [check] = timers.mock.calls[at] ?? [];
  vi.restoreAllMocks();
  if (!check) throw new Error('Nothing checks sessions.');
  return [app, check];
}

/** A browser that reads nothing from its connection. */
function openStuck(port: number, { cookie }: MadeMember): Socket {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`GET /api/events.php HTTP/1.1\r\nHost: ${siteAt(0).folder}.localhost\r\nCookie: ${cookie}\r\n\r\n`),
  );
  socket.on('error', () => undefined).pause();
  onTestFinished(() => void socket.destroy());
  return socket;
}

eachEngine('live limits', (server, engine) => {
  const http = overHttp(server);
  const port = (): number => (http().address() as AddressInfo).port;

  test('G7: forty streams opened at once by one member leave exactly ten, on both sides', async () => {
    const member = await server().member();
    const opened = await Promise.allSettled(Array.from({ length: 40 }, () => openConnection(http(), member)));
    const tabs = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    let ended = 0;
    for (const tab of tabs) void tab.ended.then(() => (ended += 1));
    expect(server().app.services.hub.size).toBe(10);
    await until(() => tabs.length - ended === 10);
    tabs.forEach((tab) => tab.close());
    await until(() => server().app.services.hub.size === 0);
  });

  test('G7: a stream that cannot end gives up its slot', () => {
    const { hub } = server().app.services;
    const ended: number[] = [];
    const stops = Array.from({ length: 40 }, (_, at) =>
      hub.subscribe({
        tenant,
        account: 'stuck',
        session: '',
        address: '192.0.2.1',
        deliver: () => undefined,
        end: () => void ended.push(at),
      }),
    );
    expect(hub.size).toBe(10);
    expect(ended).toEqual(Array.from({ length: 30 }, (_, at) => at));
    stops.forEach((stop) => stop());
    expect(hub.size).toBe(0);
  });

  test('G7: the socket of a replaced stream is closed without waiting for its reader', async () => {
    const member = await server().member();
    const { hub } = server().app.services;
    const outgoing = Array.from({ length: 11 }, () => new ServerResponse(new IncomingMessage(new Socket())));
    for (const each of outgoing)
      await openStream(
        { database: server().database, hub, now: () => server().now() },
        {
          tenant,
          address: '192.0.2.1',
          cookieHash: sessionHash(member),
          lastEventId: undefined,
          outgoing: each,
          requestId: 'x',
        },
      );
    expect(outgoing.map(({ destroyed }) => destroyed)).toEqual([true, ...Array<boolean>(10).fill(false)]);
    expect(hub.size).toBe(10);
    for (const each of outgoing) each.destroy();
    await until(() => hub.size === 0);
  });

  test('G7: a browser that reads nothing is disconnected, and its socket closed', async () => {
    const member = await server().member();
    const { hub } = server().app.services;
    openStuck(port(), member);
    await until(() => hub.size === 1);
    const body = { type: 'payment', payment: 'x'.repeat(1000) } as const;
    let id = 5_000_000;
    // Each write is small enough to be sent at once, so that only a stalled reader lets data pile up.
    const flood = (): void => {
      for (let sent = 0; sent < 100; sent += 1)
        hub.publish([{ tenant, id: (id += 1), account: member.id, session: null, body }]);
    };
    await until(() => (flood(), hub.size === 0));
    const open = (): Promise<number> => new Promise((done) => http().getConnections((_, count) => done(count)));
    let sockets = 1;
    await until(() => (void open().then((count) => (sockets = count)), sockets === 0), 20_000);
  });

  test('G7: one address holds at most 500 streams, and another address is not affected', async () => {
    const { services } = server().app;
    const config = { ...server().config, rateLimits: true };
    const app = await createApp({ ...services, config, sites: services.sites, formPage: undefined as never });
    const { hub } = app.services;
    const subscribe = (account: string, address = '192.0.2.1') =>
      hub.subscribe({ tenant, account, session: '', address, deliver: () => undefined, end: () => undefined });
    for (let each = 0; each < 500; each += 1) subscribe(`member-${each % 60}`);
    expect(() => subscribe('late')).toThrow('too_many_requests');
    expect(hub.size).toBe(500);
    // An account that replaces its own oldest stream takes no slot of others.
    for (let each = 0; each < 2; each += 1) subscribe('member-60', '192.0.2.2');
    expect(hub.size).toBe(502);
    await app.close();
  });

  const setStatus = (member: MadeMember, status: 'suspended' | 'pending_deletion') =>
    server().database.inTenant(tenant, (db) =>
      db.updateTable('account').set({ status }).where('tenant', '=', tenant).where('id', '=', member.id).execute(),
    );
  const dropSession = (member: MadeMember) =>
    server().database.inTenant(tenant, (db) =>
      db.deleteFrom('session').where('tenant', '=', tenant).where('account', '=', member.id).execute(),
    );
  const expireSession = (member: MadeMember) =>
    server().database.inTenant(tenant, (db) =>
      db
        .updateTable('session')
        .set({ expires_at: server().now() })
        .where('tenant', '=', tenant)
        .where('account', '=', member.id)
        .execute(),
    );
  const endings: [string, (member: MadeMember) => Promise<unknown>][] = [
    ['whose session another process deleted', dropSession],
    ['whose session has expired', expireSession],
    ['of a suspended account', (member) => setStatus(member, 'suspended')],
    ['of an account that is being deleted', (member) => setStatus(member, 'pending_deletion')],
  ];

  /** Another process on the same database; the embedded one has a single process. */
  async function secondProcess(of: TestServer) {
    const database = engine === 'postgres' ? await openDatabase(of.config.database) : of.database;
    const [app, check] = await withCheck(() =>
      createApp({ ...of.app.services, database, formPage: undefined as never }),
    );
    const second = await listen(app.fetch);
    onTestFinished(async () => {
      second.closeAllConnections();
      second.close();
      await app.close();
      if (engine === 'postgres') await database.close();
    });
    return { second, check };
  }

  test.each(endings)(
    'C7: a stream %s ends at the next heartbeat; its page is told to check the session',
    async (_, end) => {
      const { second, check } = await secondProcess(server());
      const [member, other] = [await server().member(), await server().member()];
      const [tab, stays] = [await openTab(second, member), await openTab(second, other)];
      let isOver = false;
      void tab.ended.then(() => (isOver = true));
      await end(member);
      await until(() => (check(), isOver));
      expect(eventsIn(tab)).toEqual([{ type: 'user' }]);
      expect((await openConnection(second, member)).status).toBe(403);
      await server().call('/api/user.php', { method: 'PUT', json: { language: 'de' }, as: other });
      if (engine === 'postgres') await until(() => stays.text().includes('"user"'));
      expect(eventsIn(stays).length).toBeLessThanOrEqual(1);
    },
  );

  test('C7: a failed session check ends no stream and is logged', async () => {
    const database = {
      ...server().database,
      inTenant: server().database.inTenant,
    };
    const [app, check] = await withCheck(() =>
      createApp({ ...server().app.services, database, formPage: undefined as never }),
    );
    const second = await listen(app.fetch);
    const tab = await openTab(second, await server().member());
    database.inTenant = () => Promise.reject(new Error('away'));
    check();
    await until(() => server().logged.some((line) => line.includes('checking sessions')));
    expect(app.services.hub.size).toBe(1);
    tab.close();
    second.close();
    await app.close();
  });
});
