// Credits of messages that are not opened: back once, at the end of their time or when the receiver is gone, and only where promised.
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations';
import { setAccountStatus } from '#server/auth/account-status';
import { suspendAccount } from '#server/auth/suspension';
import { unopenedReturn } from '#server/modules/chats/return-unopened';
import { findLedgerGaps } from '#server/payments/ledger-gaps';
import { accountOf, send, sent } from '../support/chats.ts';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy } from '../support/payments.ts';
import { figure, onBothEngines, siteAt, sites, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
const DAYS = 14;
const promising = (days: number) =>
  sites.map((site) => ({ ...site, siteSettings: { ...site.siteSettings, return_days: days } }));

onBothEngines(
  'unopened messages',
  (server) => {
    const run = (ms: number, services: Partial<TestServer['app']['services']> = {}): Promise<void> =>
      unopenedReturn.run({ ...server().app.services, now: () => new Date(ms), ...services }, { tenant });
    const read = (as: MadeMember, conversation: string, seq: number) =>
      server().call('/api/chat-read.php', { method: 'PUT', json: { conversation, seq }, as });
    const returned = async (of: MadeMember): Promise<number[]> =>
      (await accountOf(server(), of)).entries.filter(({ kind }) => kind === 'returned').map(({ credits }) => credits);
    const pair = async () => [await server().member({ credits: 9 }), await server().member()] as const;

    test('DE67: they come back after 14 days to the millisecond, once, and name the receiver', async () => {
      const [me, other] = await pair();
      const { at } = await sent(server(), me, { profile: other.id });
      const due = Date.parse(at) + DAYS * DAY_MS;
      await run(due - 1);
      expect(await returned(me)).toEqual([]);
      await run(due);
      await run(due + DAY_MS);
      const { credits, entries } = await accountOf(server(), me);
      expect(credits).toBe(9);
      expect(entries.at(-1)).toEqual({ kind: 'returned', credits: 1, balance: 9, about: other.id });
      expect(await returned(me)).toEqual([1]);
      const ledger = (await server().call('/api/ledger.php', { as: me })).body['entries'];
      expect((ledger as object[])[0]).toMatchObject({ kind: 'returned', credits: 1, balance: 9 });
    });

    test('DE67: what was opened stays paid, what was written after it comes back in one entry', async () => {
      const [me, other] = await pair();
      const { conversation, seq } = await sent(server(), me, { profile: other.id });
      await read(other, conversation, seq);
      await sent(server(), me, { conversation });
      const { at } = await sent(server(), me, { conversation });
      await run(Date.parse(at) + DAYS * DAY_MS);
      expect(await returned(me)).toEqual([2]);
    });

    test('A1 A5: many runs at once return a message once, and the ledger has no gap', async () => {
      const [me, other] = await pair();
      const { at } = await sent(server(), me, { profile: other.id });
      const due = Date.parse(at) + DAYS * DAY_MS;
      await Promise.all(Array.from({ length: figure(64, 8) }, () => run(due)));
      expect(await returned(me)).toEqual([1]);
      expect(await server().database.inTenant(tenant, (db) => findLedgerGaps(db, tenant))).toEqual([]);
    });

    test('A7: a failure leaves neither the mark nor the credits, and the next run has both', async () => {
      const [me, other] = await pair();
      const { at } = await sent(server(), me, { profile: other.id });
      const due = Date.parse(at) + DAYS * DAY_MS;
      const { database } = server().app.services;
      let works = 0;
      const failing = {
        ...database,
        inTenant: ((of, work) =>
          database.inTenant(of, async (db, hasLock) => {
            const result = await work(db, hasLock);
            works += 1;
            if (works > 1) throw new Error('the connection was lost');
            return result;
          })) as typeof database.inTenant,
      };
      await expect(run(due, { database: failing })).rejects.toThrow('the connection was lost');
      expect(await returned(me)).toEqual([]);
      await run(due);
      expect(await returned(me)).toEqual([1]);
    });

    test('DE67: at once when the receiver leaves or is removed, and not while they are only suspended', async () => {
      const inTenant = server().database.inTenant.bind(server().database);
      const now = server().now();
      const until = new Date(now.getTime() + 40 * DAY_MS);
      const written = async (): Promise<readonly [MadeMember, MadeMember]> => {
        const [me, other] = await pair();
        const { conversation, seq } = await sent(server(), me, { profile: other.id });
        await read(other, conversation, seq);
        await sent(server(), me, { conversation });
        return [me, other];
      };
      const [leaving, banned, scammer, suspended] = [
        await written(),
        await written(),
        await written(),
        await written(),
      ];
      const end = { tenant, now, until: null };
      await inTenant(tenant, async (db) => {
        await setAccountStatus(db, tenant, leaving[1].id, ['active'], 'pending_deletion');
        await suspendAccount(db, { ...end, account: banned[1].id, rule: 'harassment' });
        await suspendAccount(db, { ...end, account: scammer[1].id, rule: 'scam' });
        await suspendAccount(db, { ...end, account: suspended[1].id, rule: 'scam', until });
      });
      await run(server().now().getTime() + 60_000);
      expect(await Promise.all([leaving, banned, scammer, suspended].map(([me]) => returned(me)))).toEqual([
        [1],
        [1],
        [2],
        [],
      ]);
    });

    test('a message that was deleted for both and one of long ago bring nothing back', async () => {
      const [me, other] = await pair();
      const client_id = crypto.randomUUID();
      const { conversation, at } = await sent(server(), me, { profile: other.id, client_id });
      const json = { conversation, client_id, scope: 'both' };
      const gone = await server().call('/api/message.php', { method: 'DELETE', json, as: me });
      expect(gone.status).toBeLessThan(300);
      await run(Date.parse(at) + DAYS * DAY_MS);
      const [writer, reader] = await pair();
      const old = await sent(server(), writer, { profile: reader.id });
      await run(Date.parse(old.at) + 2 * DAYS * DAY_MS);
      expect([await returned(me), await returned(writer)]).toEqual([[], []]);
    });

    test('DE67 DB11: credits that came back count as unused in a withdrawal', async () => {
      const [me, other] = [await server().member({ credits: 0 }), await server().member()];
      const order = await buy(server(), me, '6');
      await notify(server(), tenant, noticeOf(order, 'paid'));
      const { at } = await sent(server(), me, { profile: other.id });
      const preview = async () =>
        (
          (await server().call('/api/withdrawal.php', { query: `payment=${order.id}`, as: me })).body['withdrawal'] as {
            credits: number;
          }
        ).credits;
      expect(await preview()).toBe(5);
      await run(Date.parse(at) + DAYS * DAY_MS);
      expect(await preview()).toBe(6);
    });

    test('a brand that does not promise it returns nothing', async () => {
      const [me, other] = await pair();
      const { body } = await send(server(), me, { profile: other.id });
      const { at } = body['message'] as { at: string };
      await run(Date.parse(at) + DAYS * DAY_MS, { sites: promising(0) });
      expect(await returned(me)).toEqual([]);
    });
  },
  { sites: promising(DAYS) },
);
