// Failures while the live connection opens and after: nothing leaks, nothing is lost silently.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type KyselyPlugin, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createApp } from '#server/app';
import { storeEventsNow, type StoredEvent } from '#server/live/hub';
import { openStream } from '#server/live/stream';
import { eachEngine, siteAt } from '../support/server.ts';
import { within } from '../support/eventually.ts';
import { sessionHash } from '../support/members.ts';
import { openConnection, overHttp, type Stream, until } from '../support/tabs.ts';

const failing: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: () => Promise.reject(new Error('away')),
};

eachEngine('live failure', (server, engine) => {
  const http = overHttp(server);
  const open = (cookie: string): Promise<Stream> => openConnection(http(), { cookie });
  const isEnded = ({ ended }: Stream): Promise<boolean> =>
    within(20_000, ended).then(
      () => true,
      () => false,
    );

  test('DB7: a browser that leaves while its stream opens leaves no subscription and no timer', async () => {
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
        address: '',
        cookieHash: sessionHash(member),
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

  test('DB7: when what was missed cannot be read the stream is refused and logged, not left open and silent', async () => {
    const member = await server().member();
    await sql`alter table event rename to event_away`.execute(server().database.kysely);
    try {
      const tab = await open(member.cookie);
      expect([tab.status, await isEnded(tab)]).toEqual([500, true]);
      expect(tab.text()).toContain('"code":"internal"');
      expect(server().logged.some((line) => line.includes('"route":"events.open"'))).toBe(true);
      expect(server().app.services.hub.size).toBe(0);
    } finally {
      await sql`alter table event_away rename to event`.execute(server().database.kysely);
    }
  });

  test('DB7: the heartbeat is an event that a page can hear', async () => {
    const made = vi.spyOn(globalThis, 'setInterval');
    const tab = await open((await server().member()).cookie);
    const beat = made.mock.calls.find(([, every]) => every === 25_000)?.[0];
    vi.restoreAllMocks();
    beat?.();
    await until(() => tab.text().includes('beat'));
    expect(tab.text()).toMatch(/^event: beat\ndata: .+\n$/m);
  });

  test('C7: a login that replaces a session ends its open tabs', async () => {
    const member = await server().member();
    const other = await server().member();
    const tab = await open(member.cookie);
    await server().call('/api/user.php', { json: { email: other.email, password: other.password }, as: member });
    expect(await isEnded(tab)).toBe(true);
    expect(tab.text()).toContain('data: {"type":"logout"}');
  });

  /**
   * Stores an event without publishing it, like a call whose commit is never acknowledged, or whose process dies right
   * after it.
   */
  const storeUnpublished = (account: string): Promise<StoredEvent[]> =>
    server().database.inTenant(siteAt(0).id, (db) =>
      storeEventsNow(db, siteAt(0).id, server().now(), [[{ type: 'user' }, { account }]]),
    );

  // An embedded database has one process.
  if (engine === 'postgres')
    test('DB7: a notice to other processes that fails is logged', async () => {
      const { services } = server().app;
      const broken = { ...services.database, kysely: services.database.kysely.withPlugin(failing) };
      const second = await createApp({ ...services, database: broken, formPage: undefined as never });
      second.services.hub.publish(await storeUnpublished((await server().member()).id));
      const isLogged = (): boolean =>
        server().logged.some((line) => line.includes('publishing to other processes failed'));
      await until(isLogged);
      await second.close();
    });

  if (engine === 'postgres')
    test('DB7: tabs are made to resume when messages of other processes may have been lost', async () => {
      const member = await server().member();
      const tab = await open(member.cookie);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(server().database.kysely);
      expect(await isEnded(tab)).toBe(true);
      const again = await open(member.cookie);
      expect(again.status).toBe(200);
    });

  test('G7: reopening streams is limited by address', async () => {
    const { services } = server().app;
    const second = await createApp({ ...services, formPage: undefined as never });
    Object.assign(second.services, { limiter: { take: () => 7 } });
    const answer = await second.fetch(new Request(`http://${siteAt(0).folder}.localhost/api/events.php`), {});
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
    await second.close();
  });
});
