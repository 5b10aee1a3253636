// The ledger beside a model: random histories of credits, compared entry by entry.
import { randomInt } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isoDay } from '#domain/iso-day';
import type { Db } from '#server/db/index';
import { validDays } from '#server/http/idempotency';
import { creditAccount, debitAccount, type Transfer } from '#server/payments/ledger';
import { findLedgerGaps } from '#server/payments/ledger-gaps';
import { deliver } from '#server/modules/chats/send-statement';
import { batchStatement } from '#server/modules/chats/batch/send-batch';
import { sessionCookieHashes } from '#server/auth/sessions';
import { startChat } from '../support/chats.ts';
import { isFull } from '../support/samples.ts';
import { eachEngine, figure, siteAt, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;

type Model = Map<string, bigint>;
/** The conversation a member writes in, and their session. */
interface Writer {
  readonly conversation: string;
  readonly cookieHash: Uint8Array;
}
interface Real {
  readonly db: Db;
  readonly server: TestServer;
  readonly chats: ReadonlyMap<string, Writer>;
}

/** One step of a history: credits are added (`sign` 1) or debited, and the model says whether that is possible. */
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
    const conversation = chats.get(account)?.conversation ?? '';
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
    return kind === 'refund' ? debitAccount(db, transfer) : creditAccount(db, transfer);
  }
  toString = (): string => `${this.kind} ${this.who} ${this.credits}`;
}

/**
 * All write at the same moment, each in their own conversation: one statement, which leaves out the members who cannot
 * pay.
 */
class Together implements fc.AsyncCommand<Model, Real> {
  readonly cost: number;
  constructor(cost: number) {
    this.cost = cost;
  }
  check = (): boolean => true;
  async run(model: Model, { db, server, chats }: Real): Promise<void> {
    const at = server.now();
    const items = [...chats].map(([sender, { conversation, cookieHash }], n) => ({
      ...{ n, sender, conversation, profile: null, cost: this.cost, text: 'x', client_id: crypto.randomUUID() },
      ...{
        route: 'POST /api/message.php',
        key: crypto.randomUUID(),
        lock: `${BigInt(randomInt(2 ** 47))}`,
        body_hash: '00',
      },
      cookie_hash: Buffer.from(cookieHash).toString('hex'),
    }));
    const times = { at, active_since: new Date(0), day: isoDay(at), ...validDays(at) };
    const batch = { tenant, ...times, items: JSON.stringify(items) };
    const { rows } = await db.executeQuery(batchStatement(batch));
    const paid = new Map(rows[0]?.answers.map(({ n, body }) => [n, (JSON.parse(body) as { credits: number }).credits]));
    for (const { n, sender } of items) {
      const after = (model.get(sender) ?? 0n) - BigInt(this.cost);
      expect(paid.get(n)).toBe(after < 0n ? undefined : Number(after));
      if (after >= 0n) model.set(sender, after);
    }
  }
  toString = (): string => `together ${this.cost}`;
}

const credits = fc.integer({ min: 1, max: 30 });
const kinds = fc.constantFrom<Step['kind']>('purchase', 'bonus', 'refund', 'message', 'message');
const step = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.nat(2), credits, kinds).map((drawn) => new Step(...drawn)) },
  { weight: 1, arbitrary: credits.map((cost) => new Together(cost)) },
);
const STEPS = 50;

/** The books beside the accounts: all sums, and the stored balances beside the booked ones. */
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
  expect(await findLedgerGaps(db, tenant)).toEqual([]);
}

/** Three new members, each with a conversation with the next. */
async function threeWhoWrite(server: TestServer): Promise<Map<string, Writer>> {
  const members = await Promise.all(Array.from({ length: 3 }, () => server.member({ credits: 1 })));
  const chats = new Map<string, Writer>();
  for (const [at, member] of members.entries()) {
    const conversation = await startChat(server, member, members[(at + 1) % 3]?.id ?? '');
    chats.set(member.id, {
      conversation,
      cookieHash: sessionCookieHashes(member.cookie)[0] ?? new Uint8Array(),
    });
  }
  return chats;
}

async function balancesOf(db: Db, accounts: readonly string[]): Promise<Model> {
  const rows = await db.selectFrom('account').select(['id', 'credits']).where('id', 'in', accounts).execute();
  return new Map(rows.map(({ id, credits }) => [id, BigInt(credits)]));
}

eachEngine('ledger model', (server) => {
  test(
    'A2: random histories of purchases, grants, sends and refunds match a model, entry by entry',
    isFull ? { timeout: 3_600_000 } : {},
    async () => {
      let chats = await threeWhoWrite(server());
      let histories = 0;
      const property = fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        // New members now and then: their whole account is checked after each history.
        if ((histories += 1) % 25 === 0) chats = await threeWhoWrite(server());
        await server().database.inTenant(tenant, async (db) => {
          const model = await balancesOf(db, [...chats.keys()]);
          await fc.asyncModelRun(() => ({ model, real: { db, server: server(), chats } }), steps);
          await expectBooked(db, model);
        });
      });
      await fc.assert(property, { numRuns: figure(2000, 40) });
    },
  );
});
