// The ledger: every credit that comes or goes is booked once, and nothing else changes a balance.
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApp } from '#server/app';
import type { Ctx } from '#server/context';
import { storeEvents } from '#server/live';
import { deliverHeld } from '#server/modules/held-messages';
import { deliver } from '#server/modules/send-statement';
import { give, take, type Transfer } from '#server/ledger';
import type { Db, OpenDatabase } from '#server/db/index';
import { accountOf, send, startChat } from '../support/chats.ts';
import { contents, failingAt, naiveSend } from '../support/money.ts';
import { eachEngine, figure, isFull, siteAt, sites, type TestServer } from '../support/server.ts';

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
  (server) => {
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

    test('A1: the naive way overspends where requests really run at once, so this test can see it', async () => {
      if (server().engine === 'pglite') return; // One transaction at a time hides every race.
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

type Model = Map<string, bigint>;
interface Real {
  readonly db: Db;
  readonly server: TestServer;
  readonly chats: ReadonlyMap<string, string>;
}

/** One step of a history: credits come (`sign` 1) or go, and the model says whether they can. */
class Step implements fc.AsyncCommand<Model, Real> {
  readonly who: number;
  readonly credits: number;
  readonly kind: 'purchase' | 'bonus' | 'refund' | 'message';
  constructor(who: number, credits: number, kind: Step['kind']) {
    this.who = who;
    this.credits = credits;
    this.kind = kind;
  }
  check = (): boolean => true;
  async run(model: Model, real: Real): Promise<void> {
    const [account, known] = [...model][this.who % model.size] ?? ['', 0n];
    const change = BigInt(this.kind === 'purchase' || this.kind === 'bonus' ? this.credits : -this.credits);
    const after = known + change;
    expect(await this.move(real, account)).toBe(after < 0n ? null : Number(after));
    if (after >= 0n) model.set(account, after);
  }
  private async move({ db, server, chats }: Real, account: string): Promise<number | null> {
    const { credits, kind } = this;
    const at = server.now();
    const conversation = chats.get(account) ?? '';
    if (kind === 'message')
      return (
        (
          await deliver(db, {
            ...{ tenant, conversation, sender: account, client_id: crypto.randomUUID(), text: 'x', at },
            cost: credits,
          })
        )?.credits ?? null
      );
    const about = kind === 'bonus' ? null : crypto.randomUUID();
    const transfer: Transfer = {
      ...{ tenant, account, credits, kind, about, at },
      book: kind === 'bonus' ? 'bonus' : 'sales',
    };
    return kind === 'refund' ? take(db, transfer) : give(db, transfer);
  }
  toString = (): string => `${this.kind} ${this.who} ${this.credits}`;
}

const step = fc
  .tuple(
    fc.nat(2),
    fc.integer({ min: 1, max: 30 }),
    fc.constantFrom<Step['kind']>('purchase', 'bonus', 'refund', 'message', 'message', 'message'),
  )
  .map((drawn) => new Step(...drawn));

/** The books beside the accounts: all sums, and what is stored beside what was booked. */
async function expectBooked(db: Db, model: Model): Promise<void> {
  const { rows } = await sql<{ account: string; credits: number; sum: number; last: number; least: number }>`
    select a.id as account, a.credits, coalesce(sum(l.credits), 0)::int as sum, coalesce(min(l.balance), 0) as least,
      coalesce((array_agg(l.balance order by l.id desc))[1], 0) as last
    from account a left join ledger l on l.tenant = a.tenant and l.account = a.id
    where a.id = any(${[...model.keys()]}::uuid[]) group by a.id, a.credits`.execute(db);
  expect(rows).toHaveLength(model.size);
  for (const { account, credits, sum, last, least } of rows) {
    expect([BigInt(credits), BigInt(sum), BigInt(last)]).toEqual(Array(3).fill(model.get(account)));
    expect(least).toBeGreaterThanOrEqual(0);
  }
  const chain = await sql`select 1 from (
      select balance, credits, coalesce(lag(balance) over (partition by account order by id), 0) as before from ledger
      where account = any(${[...model.keys()]}::uuid[])) l where before + credits <> balance`.execute(db);
  expect(chain.rows).toEqual([]);
}

eachEngine('ledger model', (server) => {
  test(
    'A2: random histories of buying, giving, sending and refunding agree with a model, entry by entry',
    { timeout: isFull ? 3_600_000 : 60_000 },
    async () => {
      const members = await Promise.all(Array.from({ length: 3 }, () => server().member({ credits: 1 })));
      const chats = new Map<string, string>();
      for (const [at, { id, cookie }] of members.entries())
        chats.set(id, await startChat(server(), { cookie }, members[(at + 1) % 3]?.id ?? ''));
      let runs = 0;
      const property = fc.asyncProperty(fc.commands([step], { maxCommands: 50, size: 'max' }), async (commands) => {
        runs += 1;
        await server().database.inTenant(tenant, async (db) => {
          const rows = await db
            .selectFrom('account')
            .select(['id', 'credits'])
            .where('id', 'in', [...chats.keys()])
            .execute();
          const model: Model = new Map(rows.map(({ id, credits }) => [id, BigInt(credits)]));
          await fc.asyncModelRun(() => ({ model, real: { db, server: server(), chats } }), commands);
          if (runs % 20 === 1) await expectBooked(db, model);
        });
      });
      await fc.assert(property, { numRuns: figure(10_000, 40) });
      await server().database.inTenant(tenant, async (db) => {
        const rows = await db
          .selectFrom('account')
          .select(['id', 'credits'])
          .where('id', 'in', [...chats.keys()])
          .execute();
        await expectBooked(db, new Map(rows.map(({ id, credits }) => [id, BigInt(credits)])));
      });
    },
  );
});
