// Money under crashes: the server killed, its database connections ended, reports repeated and shuffled; nothing counts
// twice.
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '#server/db/config';
import { migrate, openDatabase, type OpenDatabase } from '#server/db/index';
import { createOrder, saveReference } from '#server/payments/orders';
import { startSandbox } from '#server/payments/sandbox-host/server';
import { sign } from '#server/payments/signature';
import { fromPage, type CrashingServer, pause, post, startCrashingServer } from '../support/crashing-server.ts';
import { noticeOf, refOf, SECRET } from '../support/fake-provider.ts';
import { addMember, type MadeMember } from '../support/members.ts';
import { freshFolder } from '../support/processes.ts';
import { dataFolder, freshDatabase } from '../support/databases.ts';
import { figure, siteAt, usualEngines } from '../support/server.ts';
import { eventually } from '../support/eventually.ts';

const site = siteAt(0);
const tenant = site.id;
/** Every restart takes seconds where other tests run in parallel. */
const TIMEOUT_MS = figure(3_600_000, 600_000);
const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
};

async function opened<T>(config: DatabaseConfig, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    await migrate(database, config);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Members whose stored balance differs from the booked one; there must be none. */
const unbalanced = (database: OpenDatabase): Promise<unknown[]> =>
  database.inTenant(tenant, async (db) => {
    const { rows } = await sql`select a.id, a.credits, coalesce(sum(l.credits), 0) as booked from account a
      left join ledger l on l.tenant = a.tenant and l.account = a.id
      group by a.tenant, a.id, a.credits having a.credits <> coalesce(sum(l.credits), 0)`.execute(db);
    return rows;
  });

const report = (port: number, notice: object): Promise<{ status: number }> => {
  const body = JSON.stringify(notice);
  return post(port, site.folder, '/api/webhook/sandbox', body, sign(SECRET, tenant, Buffer.from(body), new Date()));
};

/** Kills the server so many times while `work` runs, spread over its progress from 0 to 1. */
async function whileCrashing(
  server: CrashingServer,
  deaths: number,
  progress: () => number,
  work: Promise<unknown>,
): Promise<void> {
  while (server.kills < deaths) {
    while (progress() < (server.kills + 1) / (deaths + 1)) await pause(5);
    await pause(Math.random() * 30);
    await server.killAndRestart();
  }
  await work;
}

async function manyOrders(database: OpenDatabase, members: readonly MadeMember[], count: number) {
  const now = new Date();
  const order = { package: '35', credits: 35, amount: 4599, currency: 'EUR', method: 'visa', country: 'NL', vat: 21 };
  const undiscounted = { ...order, discount_code: null, provider: 'sandbox' };
  return database.inTenant(tenant, async (db) => {
    const ids: string[] = [];
    for (let each = 0; each < count; each += 1) {
      const id = crypto.randomUUID();
      const row = await createOrder(db, tenant, id, { ...undiscounted, account: pick(members).id }, now);
      await saveReference(db, row, { ref: refOf(id), redirect: 'http://localhost:9/' }, now);
      ids.push(id);
    }
    return ids;
  });
}

describe.each(usualEngines)('crashes on %s', (engine) => {
  test(
    'B1: payments reported one to five times in any order are credited once, though the server dies',
    async () => {
      const DATA_DIR = engine === 'pglite' ? await dataFolder() : freshFolder();
      const config: DatabaseConfig =
        engine === 'pglite' ? { kind: 'folder', folder: `${DATA_DIR}/db` } : await freshDatabase('postgres');
      const count = figure(1000, 40);
      const ids = await opened(config, async (database) => {
        const members = await Promise.all(Array.from({ length: 20 }, () => addMember(database, site, new Date())));
        return manyOrders(database, members, count);
      });
      const env = { DATA_DIR, NICHES: site.folder, SANDBOX_URL: 'http://127.0.0.1:9', SANDBOX_SECRET: SECRET };
      const server = await startCrashingServer({
        ...env,
        ...(config.kind === 'postgres' ? { DATABASE_URL: config.url } : {}),
      });
      const notices = ids.flatMap((id) => {
        const notice = noticeOf({ id, amount: 4599, currency: 'EUR' }, 'paid');
        const again = { ...notice, event: `evt_${crypto.randomUUID()}` };
        return Array.from({ length: 1 + Math.floor(Math.random() * 5) }, () => (Math.random() < 0.8 ? notice : again));
      });
      const left = notices.map((notice) => ({ notice, rank: Math.random() })).sort((a, b) => a.rank - b.rank);
      const deliver = async (): Promise<void> => {
        for (let next = left.pop(); next; next = left.pop()) {
          // Retries until it is accepted, as a provider does.
          while ((await report(server.port, next.notice)).status !== 204) await pause(40);
        }
      };
      const stopEnding =
        engine === 'postgres' && config.kind === 'postgres' ? await endBackends(config.url, server) : null;
      const progress = (): number => 1 - left.length / notices.length;
      const delivered = Promise.all(Array.from({ length: 12 }, deliver));
      await whileCrashing(server, figure(12, 2), progress, delivered);
      await stopEnding?.();
      await server.stop();
      await opened(config, async (database) => {
        const { rows } = await database.inTenant(tenant, (db) =>
          sql<{ status: string; grants: number }>`select p.status, count(l.id) as grants from payment p
          left join ledger l on l.tenant = p.tenant and l.about = p.id group by p.tenant, p.id, p.status`.execute(db),
        );
        expect(rows).toEqual(Array(count).fill({ status: 'paid', grants: 1 }));
        expect(await unbalanced(database)).toEqual([]);
      });
    },
    TIMEOUT_MS,
  );
});

/** Ends a connection of the running server to its database every 60 ms until stopped. */
async function endBackends(url: string, server: CrashingServer): Promise<() => Promise<void>> {
  const admin = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
  let isOn = true;
  const ending = (async () => {
    while (isOn) {
      if (server.isUp)
        await sql`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1) as one`.execute(
          admin.kysely,
        );
      await pause(60);
    }
  })();
  return async () => {
    isOn = false;
    await ending;
    await admin.close();
  };
}

test(
  'H1: the embedded database killed at random under load loses nothing it acknowledged and always opens again',
  async () => {
    const DATA_DIR = await dataFolder();
    const config: DatabaseConfig = { kind: 'folder', folder: `${DATA_DIR}/db` };
    const sandbox = await startSandbox({
      ...{ root: process.cwd(), host: '127.0.0.1', port: 0, folder: null },
      secret: SECRET,
      now: () => new Date(),
    });
    onTestFinished(() => sandbox.close());
    const members = await opened(config, (database) =>
      Promise.all(
        Array.from({ length: 6 }, () => addMember(database, site, new Date(), { credits: 5000, paid_user: true })),
      ),
    );
    const env = { DATA_DIR, NICHES: site.folder, SANDBOX_SECRET: SECRET };
    const server = await startCrashingServer({ ...env, SANDBOX_URL: sandbox.url.replace('localhost', '127.0.0.1') });
    const acknowledged = { orders: [] as string[], paid: [] as string[], messages: [] as string[] };
    let isOver = false;
    const call = (cookie: string, path: string, body: object, key: string = crypto.randomUUID()) =>
      post(server.port, site.folder, path, JSON.stringify(body), fromPage(cookie, key));
    const buy = async ({ cookie }: MadeMember): Promise<void> => {
      const { status, text } = await call(cookie, '/api/payment.php', { package: '6', method: 'visa' });
      if (status !== 200) return;
      const { payment, redirect } = JSON.parse(text) as { payment: { payment_id: string }; redirect: string };
      acknowledged.orders.push(payment.payment_id);
      const notice = { ...noticeOf({ id: payment.payment_id, amount: 999, currency: 'EUR' }, 'paid') };
      const ref = redirect.split('/').at(-1) ?? '';
      if ((await report(server.port, { ...notice, ref })).status === 204) acknowledged.paid.push(payment.payment_id);
    };
    const write = async ({ cookie, id }: MadeMember): Promise<void> => {
      const client_id = crypto.randomUUID();
      const profile = members.find((other) => other.id !== id)?.id;
      const { status } = await call(cookie, '/api/message.php', { profile, text: 'Good evening', client_id });
      if (status === 200) acknowledged.messages.push(client_id);
    };
    const load = async (member: MadeMember): Promise<void> => {
      while (!isOver) {
        await (Math.random() < 0.5 ? buy(member) : write(member));
        await pause(5);
      }
    };
    const loads = Promise.all(members.map(load));
    for (let round = 0; round < figure(100, 2); round += 1) {
      await pause(100 + Math.random() * 800);
      await server.killAndRestart();
    }
    // Two short runs may end before any answer.
    await eventually(() => expect(acknowledged.messages.length * acknowledged.paid.length).toBeGreaterThan(0));
    isOver = true;
    await loads;
    await server.stop();
    await opened(config, async (database) => {
      const found = await database.inTenant(tenant, async (db) => ({
        orders: (await db.selectFrom('payment').select('id').execute()).map(({ id }) => id),
        paid: (await db.selectFrom('ledger').select('about').where('kind', '=', 'purchase').execute()).map(
          ({ about }) => about,
        ),
        messages: (await db.selectFrom('message').select('client_id').execute()).map(({ client_id }) => client_id),
      }));
      expect(acknowledged.orders.filter((id) => !found.orders.includes(id))).toEqual([]);
      expect(acknowledged.paid.filter((id) => !found.paid.includes(id))).toEqual([]);
      expect(acknowledged.messages.filter((id) => !found.messages.includes(id))).toEqual([]);
      expect(new Set(found.paid).size).toBe(found.paid.length);
      expect(await unbalanced(database)).toEqual([]);
    });
  },
  TIMEOUT_MS,
);
