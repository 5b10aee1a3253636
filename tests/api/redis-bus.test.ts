// Live events between processes over Redis, also while it is away.
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app';
import { openDatabase } from '#server/db/index';
import { readConfig } from '#server/config/index';
import { publishOnCommit } from '#server/live/event-bus';
import { storeEventsNow } from '#server/live/hub';
import { startFakeRedis } from '../support/fake-redis.ts';
import { sent, startChat } from '../support/chats.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { eventsIn, listen, openTab, until } from '../support/tabs.ts';

eachEngine('live events over Redis', (server, engine) => {
  // An embedded database has one process.
  if (engine !== 'postgres') return;

  /** Another process on the same database and Redis. */
  async function startProcess(redisUrl: string) {
    const database = await openDatabase(server().config.database);
    const { services } = server().app;
    const config = { ...services.config, redisUrl };
    const app = await createApp({ ...services, config, database, formPage: undefined as never });
    const http = await listen(app.fetch);
    onTestFinished(async () => {
      http.closeAllConnections();
      http.close();
      await app.close();
      await database.close();
    });
    return { app, http };
  }

  test('CH35 DB7 G1: an event crosses to another process, and does again after Redis was away', async () => {
    const redis = await startFakeRedis();
    const [here, there] = [await startProcess(redis.url), await startProcess(redis.url)];
    expect(redis.listeners).toBe(2);
    const [me, other] = [await server().member({ credits: 9, paid_user: true }), await server().member()];
    const write = (json: object) =>
      server().callApp(here.app, '/api/message.php', {
        json: { profile: other.id, client_id: crypto.randomUUID(), ...json },
        as: me,
      });
    const tab = await openTab(there.http, other);
    expect((await write({ text: 'one' })).status).toBe(200);
    await until(() => tab.text().includes('"seq":1'));
    await redis.goAway();
    const lost = await write({ text: 'two' });
    expect(lost.status).toBe(200);
    await until(() => server().logged.some((line) => line.includes('publishing to other processes failed')));
    expect(tab.text()).not.toContain('"seq":2');
    await redis.comeBack();
    // The tab is made to resume, since what was published meanwhile is lost.
    await tab.ended;
    await until(() => redis.listeners === 2);
    const again = await openTab(there.http, other, { 'last-event-id': tab.lastId() });
    await until(() => again.text().includes('"seq":2'));
    await write({ text: 'three' });
    await until(() => again.text().includes('"seq":3'));
  });

  test('DB7 G1: what goes with a transaction comes over the database, all else over Redis alone, and each once', async () => {
    const redis = await startFakeRedis();
    const [here, there] = [await startProcess(redis.url), await startProcess(redis.url)];
    const [me, other] = [await server().member({ credits: 9, paid_user: true }), await server().member()];
    const notified: string[] = [];
    const onMessage = (payload: string): void => void notified.push(payload);
    onTestFinished(await server().database.listen('matchloom_live', { onMessage, onReconnect: () => undefined }));
    const tab = await openTab(there.http, other);
    const types = (): string[] => eventsIn(tab).map(({ type }) => type);
    const write = (text: string) =>
      server().callApp(here.app, '/api/message.php', {
        json: { profile: other.id, client_id: crypto.randomUUID(), text },
        as: me,
      });
    const { id: tenant } = siteAt(0);
    const storeWithCommit = () =>
      server().database.inTenant(tenant, async (db) => {
        const stored = await storeEventsNow(db, tenant, server().now(), [[{ type: 'user' }, { account: other.id }]]);
        await publishOnCommit(db, stored);
        return stored;
      });
    await write('one');
    await until(() => types().length === 1);
    const stored = await storeWithCommit();
    await until(() => types().length === 2);
    here.app.services.hub.publish(stored);
    await write('two');
    await until(() => tab.text().includes('"seq":2'));
    await redis.goAway();
    await storeWithCommit();
    await until(() => types().length === 4);
    expect(types()).toEqual(['message', 'user', 'message', 'user']);
    expect(notified).toHaveLength(2);
  });

  test('CH35 DB7: a process starts without Redis, and works', async () => {
    const redis = await startFakeRedis();
    await redis.goAway();
    const alone = await startProcess(redis.url);
    const [me, other] = [await server().member({ credits: 9 }), await server().member()];
    await startChat(server(), me, other.id);
    const tab = await openTab(alone.http, other);
    const json = { profile: other.id, text: 'Hello', client_id: crypto.randomUUID() };
    expect((await server().callApp(alone.app, '/api/message.php', { json, as: me })).status).toBe(200);
    await until(() => tab.text().includes('"seq":2'));
    await sent(server(), me, { profile: other.id });
  });
});

test('REDIS_URL is an address of Redis, or empty', () => {
  expect(readConfig({ REDIS_URL: 'rediss://me:secret@redis.internal:6379' }).redisUrl).toMatch(/^rediss:/);
  expect(readConfig({ REDIS_URL: '' }).redisUrl).toBeNull();
  expect(() => readConfig({ REDIS_URL: 'https://redis.internal' })).toThrow('REDIS_URL must be an address');
});
