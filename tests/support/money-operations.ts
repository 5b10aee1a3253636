// The operations that move money, for the tests that let the database fail under them.
import { type App, createApp } from '#server/app';
import { sessionCookieHashes } from '#server/auth/sessions';
import type { Ctx } from '#server/context';
import { storeEventsNow } from '#server/live/hub';
import { deliverHeld } from '#server/modules/chats/held-messages';
import { paidDelivery } from '#server/payments/deliver-paid';
import { creditAccount, debitAccount, type Transfer } from '#server/payments/ledger';
import { send, startChat } from './chats.ts';
import { noticeOf, notify } from './fake-provider.ts';
import type { Failing } from './money.ts';
import { buy, type Order, spend } from './payments.ts';
import { type CallAnswer, siteAt, type TestServer } from './server.ts';

const tenant = siteAt(0).id;

/** Runs an operation on a database that may fail; rejects when it failed. */
export type CarryOut = (database: Failing) => Promise<unknown>;
/** Prepares a fresh case. */
export type Operation = (server: TestServer) => Promise<CarryOut>;

/** Runs as a call, of an app whose session cache holds `known`. */
const byCall =
  (
    server: TestServer,
    known: readonly { id: string; cookie: string }[],
    call: (on: TestServer) => Promise<CallAnswer>,
  ): CarryOut =>
  async (database) => {
    const app: App = await createApp({ ...server.app.services, database });
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
export const byReports =
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
export const nothing = (): Promise<void> => Promise.resolve();

/** Withdrawal from a paid purchase of which a part is spent. */
const byWithdrawal: Operation = async (server) => {
  const me = await server.member();
  const order = await buy(server, me);
  await notify(server, tenant, noticeOf(order, 'paid'));
  await spend(server, me, 5);
  return byCall(server, [], (on) => on.call('/api/withdrawal.php', { as: me, json: { payment: order.id } }));
};

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
export const BEGUN: Readonly<Record<string, readonly string[]>> = { 'an order': ['payment'] };

export const operations: Readonly<Record<string, Operation>> = {
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
  'a withdrawal': byWithdrawal,
  'a refund': byReports(['paid', 'refunded'], nothing),
  'a chargeback of what is spent in part': byReports(['paid', 'chargeback'], (server, me) => spend(server, me, 30)),
};
