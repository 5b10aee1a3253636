// A database that hangs or is not needed: calls end in time, and calls without a query are answered.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '#server/db/config';
import { migrate, openDatabase } from '#server/db/index';
import { sent, startChat } from '../support/chats.ts';
import { emptyDatabase, freshDatabase } from '../support/databases.ts';
import { eachEngine, siteAt, startTestServer, usualDatabase } from '../support/server.ts';
import { eventually, within } from '../support/eventually.ts';

/**
 * The statement timeout of this test, which must never be too short for a database that answers, and the bound for a
 * call that times out, well below the time without such a limit.
 */
const WAITS = { answerWithinMs: 4000, connectWithinMs: 1500 };
const IN_TIME_MS = 9000;

/** A proxy to the database that can hold traffic back, like a lost network. */
async function pausableProxy(
  url: string,
): Promise<{ url: string; hold(what?: 'all' | 'answers'): void; release(): void; close(): void }> {
  const to = new URL(url);
  const sockets = new Set<Socket>();
  const answers = new Set<Socket>();
  let isHeld = false;
  const door = createServer((from) => {
    const into = connect(Number(to.port), to.hostname);
    answers.add(into.on('close', () => answers.delete(into)));
    for (const [one, other] of [
      [from, into],
      [into, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => (sockets.delete(one), other.destroy()));
      one.pipe(other);
      if (isHeld) one.pause();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => door.once('listening', resolve));
  const hold = (what: 'all' | 'answers' = 'all'): void => {
    isHeld = what === 'all';
    for (const socket of isHeld ? sockets : answers) socket.pause();
  };
  const release = (): void => {
    isHeld = false;
    for (const socket of sockets) socket.resume();
  };
  return {
    url: Object.assign(new URL(url), { port: String((door.address() as AddressInfo).port) }).href,
    hold,
    release,
    close: () => {
      for (const socket of sockets) socket.destroy();
      door.close();
    },
  };
}

describe('database loss', () => {
  test('H5: a silent database ends a call with 503, and its connections are not used again', async () => {
    const real = await freshDatabase('postgres');
    const door = await pausableProxy(real.url);
    const server = await startTestServer({ ...real, url: door.url, ...WAITS });
    const member = await server.member();
    const put = (language: string) => server.call('/api/user.php', { method: 'PUT', json: { language }, as: member });
    expect((await put('de')).status).toBe(200);
    door.hold();
    const away = await within(IN_TIME_MS, put('fr'));
    // Before any query times out: readiness must answer within two seconds.
    const ready = await within(2000, server.call('/readyz'));
    expect([away.status, away.body.error?.code, ready.status]).toEqual([503, 'unavailable', 503]);
    door.release();
    expect((await server.call('/api/user.php', { as: member })).body['user']).toMatchObject({ language: 'de' });
    await eventually(async () => expect((await server.call('/readyz')).status).toBe(200));
    await server.close();
    door.close();
  });

  test('H5 CH36: a message whose connection hangs or breaks is answered in time, and a retry is the same message', async () => {
    const real = await freshDatabase('postgres');
    const door = await pausableProxy(real.url);
    const server = await startTestServer({ ...real, url: door.url, ...WAITS });
    const [me, other] = [await server.member({ credits: 10 }), await server.member()];
    const conversation = await startChat(server, me, other.id);
    await sent(server, me, { conversation });
    const send = (client_id: string, key: string) =>
      server.call('/api/message.php', {
        as: me,
        json: { conversation, text: 'Still there?', client_id },
        headers: { 'idempotency-key': key },
      });
    const breaks = [
      async (): Promise<void> => door.hold(),
      async (): Promise<void> => door.hold('answers'),
      async (): Promise<void> => {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(server.database.kysely);
      },
    ];
    for (const [at, cut] of breaks.entries()) {
      const [client_id, key] = [crypto.randomUUID(), crypto.randomUUID()];
      await cut();
      const first = await within(IN_TIME_MS, send(client_id, key));
      expect(at < 2 ? [503] : [200, 503]).toContain(first.status);
      door.release();
      let again = await send(client_id, key);
      for (let turn = 0; turn < 50 && again.status !== 200; turn += 1) again = await send(client_id, key);
      expect(again.body).toMatchObject({ credits: 7 - at, message: { seq: 3 + at } });
      if (at === 1) expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    await server.close();
    door.close();
  });

  test('H5: tables are brought up to date without the time limits of calls', async () => {
    const real = await emptyDatabase();
    const config = { ...real, answerWithinMs: 200 };
    const [holder, database] = [await openDatabase(real), await openDatabase(config)];
    let migrated = Promise.resolve();
    await holder.kysely.transaction().execute(async (db) => {
      // A migration of another process holds this lock of Kysely's.
      await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(db);
      migrated = migrate(database, config);
      migrated.catch(() => undefined);
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await eventually(async () => expect((await waiting.execute(db)).rows).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, 700));
    });
    await migrated;
    await Promise.all([holder.close(), database.close()]);
  });

  test('D10: prepared statements show each tenant only its own rows, also with a generic plan', async () => {
    const server = await startTestServer({ ...(await freshDatabase('postgres')), poolSize: 1 } as DatabaseConfig);
    const members = [await server.member({}, siteAt(0)), await server.member({}, siteAt(1))];
    for (let turn = 0; turn < 20; turn += 1) {
      const [own, other] = [members[turn % 2], members[(turn + 1) % 2]];
      const user = async (as: (typeof members)[number] | undefined) =>
        (await server.call('/api/user.php', { site: siteAt(turn % 2), as: as ?? null })).body['user'];
      expect(await user(own)).toMatchObject({ id: own?.id });
      expect(await user(other)).toBeNull();
    }
    const { rows } = await sql<{ uses: number }>`select generic_plans + custom_plans as uses
      from pg_prepared_statements where statement like '%/* na' || 'med */%'`.execute(server.database.kysely);
    expect(rows.map(({ uses }) => uses).sort()).toEqual([20, 40]);
    await server.close();
  });

  test('AU2: auth.user and auth.logout answer a visitor without a session cookie without a transaction', async () => {
    const config = await usualDatabase();
    const open = await openDatabase(config);
    const database = { ...open, inTenant: () => Promise.reject(new Error('A transaction was opened.')) };
    const server = await startTestServer(config, { database });
    const user = await server.call('/api/user.php');
    expect([user.status, user.text]).toEqual([200, '{"user":null}']);
    const logout = await server.call('/api/logout.php');
    expect([logout.status, logout.cookies.length]).toEqual([204, 2]);
    await server.close();
    await open.close();
  });
});

eachEngine('interrupted', (server) => {
  test('F1: a browser that leaves in the middle of its body is no fault of ours', async () => {
    const http = createHttpServer(getRequestListener(server().app.fetch, { overrideGlobalObjects: false })).listen(0);
    onTestFinished(() => void http.close());
    await new Promise((resolve) => http.once('listening', resolve));
    const origin = `http://${siteAt(0).folder}.localhost`;
    const isRead = new Promise((resolve) => http.once('request', resolve));
    const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
    const head = [`POST /api/user.php HTTP/1.1`, `Host: ${new URL(origin).host}`, `Origin: ${origin}`];
    socket.write([...head, 'content-type: application/json', 'content-length: 50', '', '{"email":'].join('\r\n'));
    await isRead;
    socket.destroy();
    await eventually(() => expect(server().logged.some((line) => line.includes('"route":"auth.login"'))).toBe(true));
    expect(server().logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
