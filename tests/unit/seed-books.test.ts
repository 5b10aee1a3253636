// Seeded members' credits are booked: every balance is the sum of its entries, and premium was paid for.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bookOf } from '#scripts/seed/books';
import { demoLogins } from '#scripts/seed/demo';
import { loadInputs } from '#scripts/seed/inputs';
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
  expect(rows.find(({ email }) => email === 'premium@demo.example')).toMatchObject({ credits: 120, paid: 2 });
});

test('a demo site has likes, matches, conversations and payments of every kind for its lively logins', async () => {
  const [site] = sites;
  if (!site) throw new Error('no site');
  const database = await openDatabase(await memoryDatabase());
  await seedSite(database, site, { count: 300, inputs, passwords: { demo: 'x', others: 'y' } });
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
    expect(await db.selectFrom('held_message').select('text').execute()).toHaveLength(1);
    expect(await findLedgerGaps(db, site.id)).toEqual([]);
  });
  await database.close();
});
