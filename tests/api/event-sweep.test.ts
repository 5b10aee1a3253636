// Stored events that were never published: the next sweep finds them, they are sent once, and never as new ones.
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/events';
import { createApp } from '#server/app';
import type { Db, OpenDatabase } from '#server/db/index';
import { type Hub, storeEventsNow, type StoredEvent, toSignal } from '#server/live/hub';
import { sweepOutbox } from '#server/live/event-sweep';
import type { Site } from '#site/load';
import { eventually } from '../support/eventually.ts';
import { withoutTimeout } from '../support/large-tables.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { eventsIn, listen, openConnection, openTab, type Stream, until } from '../support/tabs.ts';

const tenant = siteAt(0).id;

/** The result of `made`, and its sweep, which runs only when the test calls it. */
async function withSweep<T>(made: () => T | Promise<T>): Promise<[T, () => void]> {
  const timers = vi.spyOn(globalThis, 'setInterval');
  const result = await made();
  const at = timers.mock.calls.findIndex(([, every]) => every === 15_000);
  const [runSweep] = timers.mock.calls[at] ?? [];
  clearInterval(timers.mock.results[at]?.value as NodeJS.Timeout | undefined);
  vi.restoreAllMocks();
  if (!runSweep) throw new Error('No sweep was started.');
  return [result, runSweep];
}

/** Sweeps until it holds: a sweep requested during another one does nothing. */
const sweepUntil = (runSweep: () => void, holds: () => boolean): Promise<void> =>
  until(() => {
    if (!holds()) runSweep();
    return holds();
  });

/** Sequential scans of event partitions by this connection, empty ones aside. */
async function scansOf(db: Db): Promise<number> {
  const { rows } = await sql<{ scans: number }>`select sum(seq_scan)::int as scans from pg_stat_xact_user_tables
    where relname like 'event%' and pg_relation_size(relid) > 0`.execute(db);
  return Number(rows[0]?.scans ?? 0);
}

eachEngine('unpublished events', (server, engine) => {
  /** Another process on the same database, a little later. */
  async function startSecond(database: OpenDatabase = server().database) {
    server().advance(1);
    const parts = { ...server().app.services, database, formPage: undefined as never };
    const [app, runSweep] = await withSweep(() => createApp(parts));
    const http = await listen(app.fetch);
    onTestFinished(async () => {
      http.closeAllConnections();
      http.close();
      await app.close();
    });
    server().advance(1);
    return { http, runSweep, hub: app.services.hub };
  }
  /**
   * Stores an event without publishing it, like a call whose commit is never acknowledged, or whose process dies right
   * after it.
   */
  const storeUnpublished = (account: string, body: LiveEvent = { type: 'user' }, site: Site = siteAt(0)) =>
    server().database.inTenant(site.id, async (db): Promise<StoredEvent> => {
      const [stored] = await storeEventsNow(db, site.id, server().now(), [[body, { account }]]);
      if (!stored) throw new Error('Nothing was stored.');
      return stored;
    });
  const message = { type: 'message', conversation: crypto.randomUUID(), seq: 1, credits: 9 } as const;
  const { credits: _, ...plain } = message;
  const idsIn = (tab: Stream): number[] => [...tab.text().matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

  const told = (tab: Stream): LiveEvent[] => eventsIn(tab).filter(({ type }) => type !== 'typing');
  /** Waits until a tab has all that was published to it: a signal that follows comes last. */
  async function receiveAll(hub: Hub, tab: Stream, account: string): Promise<void> {
    const profile = crypto.randomUUID();
    hub.publish([toSignal(tenant, { type: 'typing', conversation: profile, profile }, { account })]);
    await eventually(() => expect(tab.text()).toContain(profile));
  }

  test('DB7: an event that was stored but never told of reaches open tabs with the next sweep, once', async () => {
    const { http, runSweep, hub } = await startSecond();
    const [member, stranger] = [await server().member(), await server().member()];
    const [tab, other] = [await openTab(http, member), await openTab(http, stranger)];
    const stored = await storeUnpublished(member.id);
    await receiveAll(hub, tab, member.id);
    expect(told(tab)).toEqual([]);
    await sweepUntil(runSweep, () => told(tab).length > 0);
    expect(tab.lastId()).toBe(String(stored.id));
    // A late publication and another sweep send nothing twice.
    hub.publish([stored]);
    runSweep();
    await storeUnpublished(stranger.id);
    await sweepUntil(runSweep, () => told(other).length > 0);
    await receiveAll(hub, tab, member.id);
    expect([told(tab), told(other)]).toEqual([[{ type: 'user' }], [{ type: 'user' }]]);
  });

  test('DB7: a balance that is found late is not told; the member fetches the one of now', async () => {
    const { http, runSweep, hub } = await startSecond();
    const member = await server().member();
    const tab = await openTab(http, member);
    await storeUnpublished(member.id, message);
    const paid = await storeUnpublished(member.id, { type: 'payment', payment: crypto.randomUUID() });
    hub.publish([paid]);
    await until(() => eventsIn(tab).length > 0);
    await sweepUntil(runSweep, () => eventsIn(tab).length === 3);
    expect(eventsIn(tab)).toEqual([paid.body, plain, { type: 'user' }]);
    // Also where nothing newer was sent.
    const last = await storeUnpublished(member.id, message);
    await sweepUntil(runSweep, () => eventsIn(tab).length === 5);
    expect(eventsIn(tab).slice(3)).toEqual([plain, { type: 'user' }]);
    expect(idsIn(tab).slice(-2)).toEqual([paid.id, last.id]);
  });

  test('DB7: a process that starts tells its tabs nothing of what was before it', async () => {
    const member = await server().member();
    await storeUnpublished(member.id, message);
    const seen = await storeUnpublished(member.id);
    const { http, runSweep } = await startSecond();
    const resumed = await openConnection(http, member, { 'last-event-id': String(seen.id) });
    const fresh = await openTab(http, member);
    await storeUnpublished(member.id, { type: 'like' });
    for (const tab of [resumed, fresh]) {
      await sweepUntil(runSweep, () => eventsIn(tab).length > 0);
      expect(eventsIn(tab)).toEqual([{ type: 'like' }]);
    }
  });

  test('DB7: what is found behind the place of a connection is told and does not move it back', async () => {
    const { http, runSweep } = await startSecond();
    const member = await server().member();
    const first = await storeUnpublished(member.id, { type: 'like' });
    const second = await storeUnpublished(member.id);
    const fresh = await openTab(http, member);
    const resumed = await openConnection(http, member, { 'last-event-id': String(second.id) });
    for (const tab of [fresh, resumed]) await sweepUntil(runSweep, () => eventsIn(tab).length === 2);
    expect(first.id).toBeLessThan(second.id);
    expect([idsIn(fresh), idsIn(resumed)]).toEqual([[second.id], []]);
  });

  test('DB7: a brand whose sweep fails keeps no other from being told, nor this process from forgetting', async () => {
    const [broken, whole] = [siteAt(1), siteAt(0)];
    const inTenant: OpenDatabase['inTenant'] = (id, ...work) =>
      id === broken.id ? Promise.reject(new Error('away')) : server().database.inTenant(id, ...work);
    const member = await server().member();
    const listeners = new Map([broken, whole].map(({ id }) => [id, new Set([member.id])]));
    const found: StoredEvent[] = [];
    let time = server().now().getTime();
    const { log } = server().app.services;
    const [sweep, runSweep] = await withSweep(() =>
      sweepOutbox({
        database: { ...server().database, inTenant },
        ...{ log, now: () => new Date(time), listeners: () => listeners },
        onFound: (event) => void found.push(event),
      }),
    );
    onTestFinished(sweep.stop);
    server().advance(1);
    const stored = await storeUnpublished(member.id);
    await sweepUntil(runSweep, () => found.length > 0);
    expect(found).toEqual([stored]);
    expect(
      server().logged.some((line) => line.includes('outbox sweep failed') && line.includes(`"tenant":${broken.id}`)),
    ).toBe(true);
    expect(sweep.isNew(stored)).toBe(false);
    await sweep.stop();
    time += 60_000;
    runSweep();
    await sweep.stop();
    expect(sweep.isNew(stored)).toBe(true);
  });

  // The embedded engine has no other plan for a table in memory.
  if (engine === 'postgres')
    test('DB7: a sweep reads the newest events only, however many there are and listen', async () => {
      const { database } = server();
      // All of today, since after midnight a partition of few rows is rightly read whole.
      await withoutTimeout(
        database,
        sql`insert into event (tenant, account, body, at)
        select ${tenant}, gen_random_uuid(), '{"type":"user"}', start + (now() - start) * (n / 200000.0)
        from (select date_trunc('day', now() at time zone 'utc') at time zone 'utc' as start) today,
          generate_series(1, 200000) n`,
      );
      await withoutTimeout(database, sql`vacuum analyze event`);
      const accounts = new Set(Array.from({ length: 5000 }, () => crypto.randomUUID() as string));
      const member = await server().member();
      const scans: number[] = [];
      const inTenant: OpenDatabase['inTenant'] = (id, work, lock) =>
        database.inTenant(
          id,
          async (db, isFree) => {
            await sql`set local max_parallel_workers_per_gather = 0`.execute(db);
            const before = await scansOf(db);
            const result = await work(db, isFree);
            scans.push((await scansOf(db)) - before);
            return result;
          },
          lock,
        );
      const found: StoredEvent[] = [];
      const { log } = server().app.services;
      const [sweep, runSweep] = await withSweep(() =>
        sweepOutbox({
          database: { ...database, inTenant },
          ...{ log, now: () => server().now(), listeners: () => new Map([[tenant, accounts.add(member.id)]]) },
          onFound: (event) => void found.push(event),
        }),
      );
      onTestFinished(sweep.stop);
      server().advance(1);
      for (let each = 0; each < 25; each += 1) await storeUnpublished(member.id);
      runSweep();
      await sweep.stop();
      expect([found.length, scans]).toEqual([25, [0]]);
    });

  test('DB7: the index that a sweep uses takes in new events at once', async () => {
    const { rows } = await sql<{
      reloptions: string[];
    }>`select reloptions from pg_class where relname = 'event_age'`.execute(server().database.kysely);
    expect(rows).toEqual([{ reloptions: ['autosummarize=on'] }]);
  });
});
