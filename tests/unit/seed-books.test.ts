// Seeded members' credits are booked: every balance is the sum of its entries, and premium was paid for.
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { bookOf } from '#scripts/seed/books';
import { demoLogins } from '#scripts/seed/demo';
import { loadInputs } from '#scripts/seed/inputs';
import { emptyInboxes } from '#scripts/seed/empty-inboxes';
import { makeMembers } from '#scripts/seed/members';
import { seedSite } from '#scripts/seed/write';
import { paymentStatuses } from '#contract/credits';
import { openDatabase } from '#server/db/index';
import { findLedgerGaps } from '#server/payments/ledger-gaps';
import { loadSites } from '#site/load';
import { memoryDatabase } from '../support/databases.ts';
import { offersIn } from '../support/default-prices.ts';

const sites = loadSites(process.cwd());
const inputs = await loadInputs(sites, new Date('2026-03-01T12:00:00.000Z'));

/** One for all tests here, since seeding takes seconds. */
let seeded: ReturnType<typeof seedFirst> | undefined;
const seededSite = () => (seeded ??= seedFirst());
async function seedFirst() {
  const [site] = sites;
  if (!site) throw new Error('no site');
  const database = await openDatabase(await memoryDatabase());
  await seedSite(database, site, { count: 300, inputs, passwords: { demo: 'x', others: 'y' } });
  return { site, database };
}
afterAll(async () => (await seeded)?.database.close());

test('every seeded balance is reached entry by entry, never below zero, and premium members paid list prices', () => {
  for (const site of sites)
    for (const member of makeMembers(site, 300, inputs)) {
      const { entries, payments } = bookOf(member, site.prices);
      let balance = 0;
      for (const entry of entries) {
        balance += entry.credits;
        expect(entry.balance).toBe(balance);
        expect(balance).toBeGreaterThanOrEqual(0);
      }
      expect(balance).toBe(member.account.credits);
      expect(payments.length > 0).toBe(member.account.paid_user);
      const moments = entries.map(({ at }) => at);
      expect(moments).toEqual([...moments].sort());
      for (const {
        id,
        package: bundle,
        amount,
        currency,
        country,
        credits,
        paid,
        refunded,
        charged_back,
      } of payments) {
        expect(offersIn(country)).toContainEqual(expect.objectContaining({ id: bundle, amount, currency, credits }));
        const booked = entries.filter(({ about }) => about === id);
        const back = refunded + charged_back === 0 ? [] : [{ kind: 'refund' }];
        expect(booked).toMatchObject(paid === 0 ? [] : [{ kind: 'purchase', credits }, ...back]);
      }
    }
});

test('CR20: a seeded site has the entries and payments of its members', async () => {
  const [site] = sites;
  if (!site) throw new Error('no site');
  const database = await openDatabase(await memoryDatabase());
  await seedSite(database, site, { count: 100, inputs, passwords: { demo: 'x', others: 'y' } });
  const { rows } = await database.inTenant(site.id, (db) =>
    sql<{ email: string; credits: number; booked: number; paid: number; paid_user: boolean }>`
      select a.email, a.credits, a.paid_user,
        coalesce((select sum(credits) from ledger l where l.account = a.id), 0)::int as booked,
        (select count(*) from payment p where p.account = a.id and p.status = 'paid') as paid
      from account a`.execute(db),
  );
  expect(await database.inTenant(site.id, (db) => findLedgerGaps(db, site.id))).toEqual([]);
  await database.close();
  expect(rows).toHaveLength(100);
  for (const { credits, booked, paid, paid_user } of rows) expect([booked, paid > 0]).toEqual([credits, paid_user]);
  const balanceOf = (name: string) => rows.find(({ email }) => email === `${name}@demo.example`);
  // Premium has written five messages; who has not paid was given what was spent.
  expect(balanceOf('premium')).toMatchObject({ credits: 115, paid: 2 });
  expect([balanceOf('free')?.credits, balanceOf('zero')?.credits]).toEqual([4, 0]);
});

interface Life {
  readonly status: string;
  readonly unseen: number;
  readonly seen: number;
  readonly matches: number;
  readonly unread: number;
  readonly answered: number;
  readonly begun: number;
  readonly held: number;
}
const UNCONFIRMED = { status: 'not_confirmed', unseen: 2, seen: 2, matches: 1, unread: 0, answered: 0, begun: 0 };
const FREE = { status: 'active', unseen: 2, seen: 3, matches: 2, unread: 2, answered: 2, begun: 0, held: 0 };

test('DE108: each demo login has new likes, matches and unread messages, as far as its kind allows', async () => {
  const { site, database } = await seededSite();
  await database.inTenant(site.id, async (db) => {
    for (const { kind, email } of demoLogins) {
      const { rows } = await sql<Life>`select a.status,
        (select count(*) from member_like where liked = a.id and not seen)::int as unseen,
        (select count(*) from member_like where liked = a.id and seen)::int as seen,
        (select count(*) from member_like l join member_like m on m.liker = l.liked and m.liked = l.liker where l.liked = a.id)::int as matches,
        (select count(*) from conversation where (one = a.id and one_unread > 0) or (two = a.id and two_unread > 0))::int as unread,
        (select count(distinct conversation) from message where sender = a.id)::int as answered,
        (select count(*) from conversation where starter = a.id and last_seq > 0)::int as begun,
        (select count(*) from held_message where sender = a.id)::int as held
        from account a where email = ${email}`.execute(db);
      expect([email, rows[0]]).toEqual([
        email,
        {
          ...{ free: FREE, zero: FREE },
          ...{ unconfirmed: { ...UNCONFIRMED, held: 0 }, waiting: { ...UNCONFIRMED, held: 1 } },
          premium: { status: 'active', unseen: 2, seen: 4, matches: 2, unread: 2, answered: 2, begun: 2, held: 0 },
          lively: { status: 'active', unseen: 3, seen: 4, matches: 3, unread: 2, answered: 4, begun: 4, held: 0 },
        }[kind],
      ]);
    }
    // Each login of a place meets others.
    const { rows } = await sql<{
      partners: number;
      talks: number;
    }>`select count(distinct partner)::int as partners, count(*)::int as talks
      from (select case when a.id = c.one then c.two else c.one end as partner from conversation c
        join account a on a.id in (c.one, c.two) and a.email in ('free@demo.example', 'zero@demo.example', 'nl@demo.example')) met`.execute(
      db,
    );
    expect(rows).toEqual([{ partners: 11, talks: 11 }]);
    expect(await findLedgerGaps(db, site.id)).toEqual([]);
  });
});

test('a demo site has likes, matches, conversations and payments of every kind for its lively logins', async () => {
  const { site, database } = await seededSite();
  await database.inTenant(site.id, async (db) => {
    const lively = demoLogins.filter(({ kind }) => kind === 'lively');
    expect(lively.map(({ country }) => country)).toEqual(['NL', 'GB', 'US']);
    for (const { email, country } of lively) {
      const { id } = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      const profile = await db.selectFrom('profile').select('country').where('id', '=', id).executeTakeFirstOrThrow();
      expect(profile.country).toBe(country);
      const states = await db.selectFrom('payment').select('status').distinct().where('account', '=', id).execute();
      expect(states.map(({ status }) => status).sort()).toEqual(paymentStatuses.toSorted());
      const likes = await sql<{ unseen: number; matches: number }>`select
        count(*) filter (where liked = ${id}::uuid and not seen)::int as unseen,
        count(*) filter (where liked = ${id}::uuid and exists (select from member_like m where m.liker = l.liked and m.liked = l.liker))::int as matches
        from member_like l`.execute(db);
      expect(likes.rows[0]).toEqual({ unseen: 3, matches: 3 });
      const chats = await sql<{ last_seq: number; unread: number; fictional: boolean }>`select last_seq,
        case when one = ${id}::uuid then one_unread else two_unread end as unread, p.fictional
        from conversation c join profile p on p.id = case when one = ${id}::uuid then two else one end
        where ${id}::uuid in (one, two) order by last_seq desc`.execute(db);
      expect(chats.rows.map(({ last_seq, unread }) => [last_seq, unread])).toEqual([
        [300, 0],
        [7, 2],
        [4, 0],
        [1, expect.any(Number)],
        [1, expect.any(Number)],
      ]);
      expect(chats.rows.filter(({ fictional }) => fictional)).toHaveLength(1);
    }
  });
});

test('the inboxes of logins can be emptied, which leaves the others as they are', async () => {
  const { site, database } = await seededSite();
  const [free] = demoLogins;
  if (!free) throw new Error('no login');
  await database.inTenant(site.id, async (db) => {
    const { id } = await db
      .selectFrom('account')
      .select('id')
      .where('email', '=', free.email)
      .executeTakeFirstOrThrow();
    const count = async () => {
      const { rows } = await sql<{ own: number; likes: number; talks: number; messages: number }>`select
        (select count(*) from member_like where ${id}::uuid in (liker, liked))::int
          + (select count(*) from conversation where ${id}::uuid in (one, two))::int as own,
        (select count(*) from member_like)::int as likes, (select count(*) from conversation)::int as talks,
        (select count(*) from message)::int as messages`.execute(db);
      return rows[0] ?? { own: 0, likes: 0, talks: 0, messages: 0 };
    };
    const before = await count();
    await emptyInboxes(db, site.id, [free]);
    const after = await count();
    expect([before.own, after.own]).toEqual([11, 0]);
    // Five likes received, three given; three conversations of ten messages.
    expect([before.likes - after.likes, before.talks - after.talks, before.messages - after.messages]).toEqual([
      8, 3, 10,
    ]);
    expect(await findLedgerGaps(db, site.id)).toEqual([]);
  });
});
