// Every operation that moves money, with the database failing at each of its queries: it takes effect wholly or not at
// all.
import { expect, test } from 'vitest';
import { type App, createApp } from '#server/app';
import type { Ctx } from '#server/context';
import { creditAccount, debitAccount, type Transfer } from '#server/payments/ledger';
import { storeEventsNow } from '#server/live/hub';
import { deliverHeld } from '#server/modules/chats/held-messages';
import { paidDelivery } from '#server/payments/deliver-paid';
import { sessionCookieHashes } from '#server/auth/sessions';
import { send, startChat } from '../support/chats.ts';
import { noticeOf, notify } from '../support/fake-provider.ts';
import {
  combined,
  tableChecksums,
  type Failing,
  failingAt,
  failingFrom,
  type Figures,
  figures,
} from '../support/money.ts';
import { buy, type Order, spend } from '../support/payments.ts';
import { type CallAnswer, eachEngine, siteAt, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;

/** Runs an operation on a database that may fail; rejects when it failed. */
type CarryOut = (database: Failing) => Promise<unknown>;
/** Prepares a fresh case. */
type Operation = (server: TestServer) => Promise<CarryOut>;

/** Runs as a call, of an app whose session cache holds `known`. */
const byCall =
  (
    server: TestServer,
    known: readonly { id: string; cookie: string }[],
    call: (on: TestServer) => Promise<CallAnswer>,
  ): CarryOut =>
  async (database) => {
    const app: App = await createApp({ ...server.app.services, database, formPage: undefined as never });
    for (const { id, cookie } of known)
      app.services.sessionOwners.set(tenant, sessionCookieHashes(cookie)[0] ?? new Uint8Array(), id);
    try {
      const { status } = await call({ ...server, app, call: (path, options) => server.callApp(app, path, options) });
      if (status >= 300) throw new Error(`answered ${status}`);
    } finally {
      await app.close();
    }
  };

const bySend =
  (how: 'first' | 'alone' | 'together'): Operation =>
  async (server) => {
    const [one, two] = [await server.member({ credits: 3 }), await server.member()];
    if (how !== 'first') await startChat(server, one, two.id);
    return byCall(server, how === 'together' ? [one] : [], (on) => send(on, one, { profile: two.id }));
  };

const byTransfer =
  (move: typeof creditAccount): Operation =>
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
      const told: Parameters<typeof storeEventsNow>[3][number][] = [];
      const emit: Ctx['emit'] = (...each) => void told.push(each);
      await deliverHeld({ db, tenant, site: siteAt(0), now: server.now, emit }, me.id);
      await storeEventsNow(db, tenant, server.now(), told);
    });
};

/** Retried under its key after every failure, as the page does. */
const byOrder: Operation = async (server) => {
  const me = await server.member();
  const options = {
    as: me,
    json: { package: '35', method: 'visa' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  };
  return byCall(server, [], (on) => on.call('/api/payment.php', options));
};

/** The last of these reports about an order of a member who may have spent credits or have messages held. */
const byReports =
  (
    kinds: readonly string[],
    before: (server: TestServer, me: Awaited<ReturnType<TestServer['member']>>) => Promise<unknown>,
  ): Operation =>
  async (server) => {
    const me = await server.member();
    const order: Order = await buy(server, me);
    for (const kind of kinds.slice(0, -1)) await notify(server, tenant, noticeOf(order, kind));
    await before(server, me);
    const last = noticeOf(order, kinds.at(-1) ?? '');
    return byCall(server, [], (on) => notify(on, tenant, last));
  };
const nothing = (): Promise<void> => Promise.resolve();

/** Held messages that no credits pay for any more, of a confirmed member. */
async function holdUnpaid(server: TestServer, me: Awaited<ReturnType<TestServer['member']>>): Promise<void> {
  const other = await server.member({ credits: 1 });
  const conversation = await startChat(server, other, me.id);
  const held = { tenant, conversation, sender: me.id, text: 'held', at: server.now() };
  await server.database.inTenant(tenant, (db) =>
    db
      .insertInto('held_message')
      .values([1, 2].map(() => ({ ...held, client_id: crypto.randomUUID() })))
      .execute(),
  );
}

/** The job that delivers the messages that a payment left held. */
const byJob: Operation = async (server) => {
  const me = await server.member({ credits: 3 });
  await holdUnpaid(server, me);
  return (database) => paidDelivery.start({ ...server.app.services, database }, { tenant, account: me.id });
};

/** An order may be begun and not sent yet: its row is written before the provider is asked, and moves nothing. */
const BEGUN: Readonly<Record<string, readonly string[]>> = { 'an order': ['payment'] };

const operations: Readonly<Record<string, Operation>> = {
  'a message': bySend('alone'),
  'a message of a batch': bySend('together'),
  'a first message': bySend('first'),
  'confirming with held messages': byConfirming,
  giving: byTransfer(creditAccount),
  taking: byTransfer(debitAccount),
  'an order': byOrder,
  'a payment': byReports(['paid'], nothing),
  'a payment that pays for held messages': byReports(['paid'], holdUnpaid),
  'a job that delivers held messages': byJob,
  'a refund': byReports(['paid', 'refunded'], nothing),
  'a chargeback of what is spent in part': byReports(['paid', 'chargeback'], (server, me) => spend(server, me, 30)),
};

/**
 * Fails at the first query, the second, … until the operation succeeds; answers the number of queries, and of those
 * outside transactions.
 */
async function throwEverywhere(server: TestServer, name: string, operation: Operation): Promise<[number, number]> {
  const carryOut = await operation(server);
  const look = (except: readonly string[]): Promise<Record<string, string>> =>
    tableChecksums(server.database, tenant, except);
  const except = BEGUN[name] ?? [];
  const [before, all] = [await look(except), await look([])];
  for (let at = 1; at < 60; at += 1) {
    const failing = failingFrom(server.database, at);
    const isDone = await carryOut(failing).then(
      () => true,
      () => false,
    );
    if (isDone) {
      expect(await look([])).not.toEqual(all);
      return [at - 1, failing.lone];
    }
    expect([at, await look(except)]).toEqual([at, before]);
  }
  throw new Error('It never got through.');
}

async function effectOf(server: TestServer, work: () => Promise<unknown>): Promise<Figures> {
  const before = await figures(server.database, tenant);
  await work();
  return combined(await figures(server.database, tenant), before, (now, then) => now - then);
}
const both = (one: Figures, other: Figures): Figures => combined(one, other, (a, b) => a + b);

/** The part that a job may do later when it fails: without it the rest has the effect of this other operation. */
const MAY_WAIT: Readonly<Record<string, Operation>> = {
  'a payment that pays for held messages': byReports(['paid'], nothing),
};

/** Fails only at the first query, in the next case only at the second, …; answers the number of queries. */
async function throwOnce(server: TestServer, name: string, operation: Operation): Promise<number> {
  const unharmed = failingAt(server.database, Infinity);
  const wholeOf = async (of: Operation): Promise<Figures> => {
    const carryOut = await of(server);
    return effectOf(server, () => carryOut(unharmed));
  };
  const whole = await wholeOf(operation);
  const alone = await wholeOf(MAY_WAIT[name] ?? operation);
  expect(whole).toMatchObject({ unbalanced: 0 });
  const look = (): Promise<Record<string, string>> => tableChecksums(server.database, tenant, BEGUN[name]);
  for (let at = 1; at < 60; at += 1) {
    // Jobs of earlier cases, which find nothing to do.
    await server.runJobs();
    const carryOut = await operation(server);
    const before = await look();
    const failing = failingAt(server.database, at);
    const errors: unknown[] = [];
    const effect = await effectOf(server, () => carryOut(failing).catch((error: unknown) => errors.push(error)));
    if (!failing.hasFailed) {
      expect([errors, effect]).toEqual([[], whole]);
      return at - 1;
    }
    if (errors.length > 0) {
      expect([at, await look()]).toEqual([at, before]);
      const again = await effectOf(server, () => carryOut(unharmed));
      expect([at, both(effect, again)]).toEqual([at, whole]);
    } else if (effect['held_message'] === whole['held_message']) expect([at, effect]).toEqual([at, whole]);
    else {
      expect([at, effect]).toEqual([at, alone]);
      const later = await effectOf(server, () => server.runJobs());
      // The job sends the sender the new balance once more.
      expect([at, both(effect, later)]).toEqual([at, { ...whole, event: (whole['event'] ?? 0) + 1 }]);
    }
  }
  throw new Error('It never got through.');
}

eachEngine('money faults', (server) => {
  test.each(Object.entries(operations))(
    'A7: a failure of any query of %s leaves both the money and its effect, or neither',
    { timeout: 600_000 },
    async (name, operation) => {
      const [steps, lone] = await throwEverywhere(server(), name, operation);
      expect(steps).toBeGreaterThanOrEqual(1);
      expect(lone).toBe(name === 'a message of a batch' ? 1 : 0);
      const begun = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('payment').select('status').where('status', '=', 'created').execute(),
      );
      expect(begun).toEqual([]);
    },
  );

  test.each(Object.entries(operations))(
    'A7: a failure of a single query of %s, with later ones succeeding, leaves it done wholly or not at all',
    { timeout: 600_000 },
    async (name, operation) => {
      expect(await throwOnce(server(), name, operation)).toBeGreaterThanOrEqual(1);
    },
  );
});
