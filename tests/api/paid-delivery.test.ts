// Messages held for lack of credits: the purchase that pays for them delivers them, and their failure never loses a
// purchase.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app';
import { openJobs } from '#server/jobs';
import { paidDelivery } from '#server/payments/deliver-paid';
import { processReport } from '#server/payments/process-report';
import { settle } from '#server/payments/settle';
import { accountOf, sent, startChat } from '../support/chats.ts';
import { noticeOf, notify, reportOf } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order, stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

const tenant = siteAt(0).id;

eachEngine('paid delivery', (server, engine) => {
  /** A confirmed member with one or more held messages to another member. */
  async function waiting(
    credits: number,
    texts: readonly string[] = ['held'],
  ): Promise<{ me: MadeMember; other: MadeMember; order: Order }> {
    const [me, other] = [await server().member({ credits }), await server().member({ credits: 1 })];
    const conversation = await startChat(server(), other, me.id);
    const held = { tenant, conversation, sender: me.id, at: server().now() };
    await server().database.inTenant(tenant, (db) =>
      db
        .insertInto('held_message')
        .values(texts.map((text) => ({ ...held, text, client_id: crypto.randomUUID() })))
        .execute(),
    );
    return { me, other, order: await buy(server(), me, '6') };
  }
  const report = async (order: Order, kind: string): Promise<void> =>
    expect((await notify(server(), tenant, noticeOf(order, kind))).status).toBe(204);
  const textsTo = async (as: MadeMember, from: MadeMember): Promise<unknown[]> => {
    const { body } = await server().call('/api/messages.php', { as, query: `profile=${from.id}` });
    return (body['messages'] as { text: string }[]).map(({ text }) => text);
  };

  test('A7 G5: when they cannot be delivered the purchase stays, and a job delivers them once', async () => {
    const { me, other, order } = await waiting(0);
    const jobs = await openJobs(server().app.services);
    onTestFinished(jobs.stop);
    const app = await createApp({ ...server().app.services, queue: jobs.queue, formPage: undefined as never });
    onTestFinished(app.close);
    const heard = recordEvents({ ...server(), app }, me.id);
    const { kysely, boss } = server().database;
    await sql`alter table held_message rename to held_message_away`.execute(kysely);
    try {
      const call = (path: string, options = {}) => server().callApp(app, path, options);
      const paid = noticeOf(order, 'paid');
      const now = () => server().now();
      for (const notice of [paid, paid]) expect((await notify({ now, call }, tenant, notice)).status).toBe(204);
    } finally {
      await sql`alter table held_message_away rename to held_message`.execute(kysely);
    }
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 6, paid_user: true, status: 'paid' });
    expect(heard).toEqual([{ type: 'payment', payment: order.id }, { type: 'user' }]);
    expect(server().logged.some((line) => line.includes('delivering held messages failed'))).toBe(true);
    expect(await textsTo(other, me)).toEqual(['Good evening']);
    const { rows } = await boss.executeSql(`select data from pgboss.job where name = '${paidDelivery.name}'`);
    expect(rows).toEqual([{ data: { tenant, account: me.id } }]);
    // A queue may run a job twice.
    for (const { data } of [...rows, ...rows] as { data: unknown }[]) await paidDelivery.start(app.services, data);
    expect(await textsTo(other, me)).toEqual(['Good evening', 'held']);
    expect(heard[2]).toMatchObject({ type: 'message', seq: 2 });
    const { credits, entries } = await accountOf(server(), me);
    expect([credits, entries.filter(({ kind }) => kind === 'message').length]).toEqual([5, 1]);
  });

  test('A7 G5: when the second of two cannot be delivered neither is delivered nor charged; a job delivers both, once', async () => {
    const { me, other, order } = await waiting(0, ['first', 'second']);
    const heard = recordEvents(server(), me.id);
    const purse = async () => {
      const { credits, entries } = await accountOf(server(), me);
      return [credits, entries.map(({ kind }) => kind)];
    };
    const job = () => paidDelivery.start(server().app.services, { tenant, account: me.id });
    const { kysely } = server().database;
    await sql`alter table message add constraint no_second check (text <> 'second') not valid`.execute(kysely);
    try {
      await report(order, 'paid');
      await expect(job()).rejects.toThrow('no_second');
    } finally {
      await sql`alter table message drop constraint no_second`.execute(kysely);
    }
    expect(await stateOf(server(), me, order)).toMatchObject({ paid_user: true, status: 'paid' });
    expect([await purse(), await textsTo(other, me)]).toEqual([[6, ['purchase']], ['Good evening']]);
    expect(heard).toEqual([{ type: 'payment', payment: order.id }, { type: 'user' }]);
    // The purchase left the job behind; a queue may run it twice.
    for (const run of [() => server().runJobs(), job]) {
      await run();
      expect(await textsTo(other, me)).toEqual(['Good evening', 'first', 'second']);
      expect(await purse()).toEqual([4, ['purchase', 'message', 'message']]);
    }
  });

  test('CH36 G2: a waiting message that its sender sends again before the job is one message, and holds up none behind it', async () => {
    const { me, other } = await waiting(3, ['first', 'second']);
    const { client_id, conversation } = await server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('held_message')
        .select(['client_id', 'conversation'])
        .where('sender', '=', me.id)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow(),
    );
    await sent(server(), me, { conversation, client_id, text: 'first' });
    await paidDelivery.start(server().app.services, { tenant, account: me.id });
    expect(await textsTo(other, me)).toEqual(['Good evening', 'first', 'second']);
    expect(await textsTo(me, other)).toEqual(['Good evening', 'first', 'second']);
    expect((await accountOf(server(), me)).credits).toBe(1);
  });

  test('A7 G5: a report that brings no credits delivers nothing', async () => {
    const { me, other, order } = await waiting(3);
    for (const kind of ['pending', 'failed', 'cancelled']) await report(order, kind);
    expect(await textsTo(other, me)).toEqual(['Good evening']);
    await report(order, 'paid');
    expect(await textsTo(other, me)).toEqual(['Good evening', 'held']);
    const next = await waiting(3);
    for (const kind of ['refunded', 'paid', 'chargeback']) await report(next.order, kind);
    expect(await textsTo(next.other, next.me)).toEqual(['Good evening']);
    expect((await stateOf(server(), next.me, next.order)).credits).toBe(3);
  });

  test('A7: a tenant unknown to this process loses no purchase, and the missing delivery is logged', async () => {
    const { me, order } = await waiting(0);
    const services = { ...server().app.services, sites: [] };
    await processReport(services, tenant, 'sandbox', reportOf(order, 'paid'));
    expect((await stateOf(server(), me, order)).credits).toBe(6);
    expect(server().logged.some((line) => line.includes('is unknown'))).toBe(true);
  });

  // An embedded database has one connection.
  if (engine === 'postgres')
    test('A8: rows that refer to the member can be written while a purchase is booked', async () => {
      const { me, order } = await waiting(0);
      await server().database.inTenant(tenant, async (db) => {
        const source = { tenant, provider: 'sandbox', at: server().now() };
        const { changed } = await settle(db, source, reportOf(order, 'paid'));
        expect(changed).toEqual({ payment: order.id, account: me.id, gaveCredits: true, isPurchase: true });
        // What a like, a block or a first message locks; it throws where it would have to wait.
        await sql`select from account where tenant = ${tenant} and id = ${me.id} for key share nowait`.execute(
          server().database.kysely,
        );
      });
    });
});
