// The ledger: every credit that comes or goes is booked once, and nothing else changes a balance.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApp } from '#server/app';
import type { Ctx } from '#server/context';
import { storeEvents } from '#server/live';
import { deliverHeld } from '#server/modules/held-messages';
import { give, take, type Transfer } from '#server/ledger';
import type { Db, OpenDatabase } from '#server/db/index';
import { accountOf, send, startChat } from '../support/chats.ts';
import { contents, failingAt, naiveSend } from '../support/money.ts';
import { eachEngine, figure, siteAt, sites, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
/** The site under test, whose prices a test may change. */
const settings = { ...siteAt(0).settings };
const ownSites = [{ ...siteAt(0), settings }, ...sites.slice(1)];

/** Sends from many workers until all are done; answers how many went through, and what the others were told. */
async function flood(workers: number, sends: number, one: () => Promise<string>): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  let left = sends;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const outcome = await one();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return outcomes;
}

eachEngine(
  'ledger',
  (server, engine) => {
    const setUp = async (credits: number) => {
      const [one, two] = [await server().member({ credits: credits + 1 }), await server().member()];
      settings.message_credits = 1;
      return { one, two, conversation: await startChat(server(), one, two.id) };
    };
    const sendOnce = (as: { cookie: string }, conversation: string) => async (): Promise<string> => {
      const { status, body } = await send(server(), as, { conversation });
      return status === 200 ? 'sent' : `${status} ${JSON.stringify(body.error)}`;
    };

    test('A1: 64 workers spend a balance to the last credit and not one further', async () => {
      const [credits, sends] = [figure(7001, 301), figure(10_000, 500)];
      const { one, conversation } = await setUp(credits);
      settings.message_credits = 3;
      const outcomes = await flood(64, sends, sendOnce(one, conversation));
      const possible = Math.floor(credits / 3);
      const refusal = `402 ${JSON.stringify({ code: 'not_enough_credits', needed: 3, balance: credits % 3 })}`;
      expect(Object.fromEntries(outcomes)).toEqual({ sent: possible, [refusal]: sends - possible });
      const { credits: left, entries } = await accountOf(server(), one);
      expect([left, entries.length]).toEqual([credits % 3, possible + 2]);
    });

    test('A1: for drawn balances and prices exactly balance ÷ price messages are sent', async () => {
      for (let each = 0; each < figure(100, 6); each += 1) {
        const [cost, credits] = [1 + Math.floor(Math.random() * 9), Math.floor(Math.random() * 60)];
        const { one, conversation } = await setUp(credits);
        settings.message_credits = cost;
        const outcomes = await flood(64, Math.floor(credits / cost) + 8, sendOnce(one, conversation));
        expect([cost, credits, outcomes.get('sent') ?? 0]).toEqual([cost, credits, Math.floor(credits / cost)]);
      }
    });

    // One transaction at a time hides every race.
    if (engine === 'postgres')
      test('A1: the naive way overspends where requests really run at once, so this test can see it', async () => {
        const { one, conversation } = await setUp(40);
        const naive = async (): Promise<string> => {
          const message = { tenant, conversation, sender: one.id, cost: 1, at: server().now() };
          return (await server().database.inTenant(tenant, (db) => naiveSend(db, message))) ? 'sent' : 'refused';
        };
        const outcomes = await flood(64, 200, naive);
        expect(outcomes.get('sent')).toBeGreaterThan(40);
      });

    test('A3: what is booked cannot be changed or deleted by the role everything runs as', async () => {
      await server().member({ credits: 1 });
      for (const statement of ['update ledger set credits = 99', 'delete from ledger', 'truncate ledger'])
        await expect(
          server().database.inTenant(tenant, (db) => sql.raw(statement).execute(db)),
          statement,
        ).rejects.toMatchObject({ code: '42501' });
    });

    test('A7: whatever fails at whichever query, money and message are both there or neither', async () => {
      settings.message_credits = 1;
      for (const [name, operation] of Object.entries(operations)) {
        const steps = await throwEverywhere(server(), operation);
        expect(steps, name).toBeGreaterThanOrEqual(1);
      }
    });
  },
  { sites: ownSites },
);

/** Prepares a fresh case and answers what carries it out, on a database that may fail. */
type Operation = (server: TestServer) => Promise<(database: OpenDatabase) => Promise<unknown>>;

const bySend =
  (isStart: boolean): Operation =>
  async (server) => {
    const [one, two] = [await server.member({ credits: 3 }), await server.member()];
    if (!isStart) await startChat(server, one, two.id);
    return async (database) => {
      const app = await createApp({ ...server.app.services, sites: ownSites, database, formPage: undefined as never });
      try {
        const failing = { ...server, app, call: callOn(app) };
        const { status } = await send(failing as unknown as TestServer, one, { profile: two.id });
        if (status !== 200) throw new Error(`answered ${status}`);
      } finally {
        await app.close();
      }
    };
  };

const callOn =
  (app: Awaited<ReturnType<typeof createApp>>) =>
  async (path: string, { json, as }: { json: unknown; as: { cookie: string } }) => {
    const response = await app.fetch(
      new Request(`http://${siteAt(0).folder}.localhost${path}`, {
        method: 'POST',
        headers: {
          cookie: as.cookie,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(json),
      }),
      { incoming: { socket: { remoteAddress: '192.0.2.1' } } as never },
    );
    return { status: response.status };
  };

const byTransfer =
  (move: (db: Db, transfer: Transfer) => Promise<unknown>): Operation =>
  async (server) => {
    const { id } = await server.member({ credits: 9 });
    const transfer: Transfer = {
      ...{ tenant, account: id, credits: 5, kind: 'bonus', book: 'bonus', about: null },
      at: server.now(),
    };
    return (database) => database.inTenant(tenant, (db) => move(db, transfer));
  };

const byConfirming: Operation = async (server) => {
  const me = await server.member({ status: 'not_confirmed', credits: 3 });
  const other = await server.member();
  for (let each = 0; each < 2; each += 1) await send(server, me, { profile: other.id });
  return (database) =>
    database.inTenant(tenant, async (db) => {
      await db.updateTable('account').set({ status: 'active' }).where('id', '=', me.id).execute();
      const told: Parameters<typeof storeEvents>[3][number][] = [];
      const ctx = { db, tenant, site: ownSites[0], now: server.now, emit: (...each: never) => void told.push(each) };
      await deliverHeld(ctx as unknown as Ctx, me.id);
      await storeEvents(db, tenant, server.now(), told);
    });
};

const operations: Readonly<Record<string, Operation>> = {
  'a message': bySend(false),
  'a first message': bySend(true),
  'confirming with held messages': byConfirming,
  giving: byTransfer(give),
  taking: byTransfer(take),
};

/** Fails at the first query, the second, … until the operation gets through; answers how many there are. */
async function throwEverywhere(server: TestServer, operation: Operation): Promise<number> {
  const carryOut = await operation(server);
  const before = await contents(server.database, tenant);
  for (let at = 1; at < 60; at += 1) {
    const done = await carryOut(failingAt(server.database, () => at)).then(
      () => true,
      () => false,
    );
    const after = await contents(server.database, tenant);
    if (done) {
      expect(after).not.toEqual(before);
      return at - 1;
    }
    expect([at, after]).toEqual([at, before]);
  }
  throw new Error('It never got through.');
}
