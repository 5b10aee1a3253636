// Seeded members' credits are booked: every balance is the sum of its entries, and premium was paid for.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bookOf } from '#scripts/seed/books';
import { loadInputs } from '#scripts/seed/inputs';
import { makeMembers } from '#scripts/seed/members';
import { seedSite } from '#scripts/seed/write';
import { offersIn } from '#domain/prices';
import { openDatabase } from '#server/db/index';
import { findLedgerGaps } from '#server/payments/ledger-gaps';
import { loadSites } from '#site/load';
import { memoryDatabase } from '../support/databases.ts';

const sites = loadSites(process.cwd());
const inputs = await loadInputs(sites, new Date('2026-03-01T12:00:00.000Z'));

test('every seeded balance is reached entry by entry, never below zero, and premium members paid list prices', () => {
  for (const site of sites)
    for (const member of makeMembers(site, 300, inputs)) {
      const { entries, payments } = bookOf(member);
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
      for (const { id, package: bundle, amount, currency, country, credits } of payments) {
        expect(offersIn(country)).toContainEqual(expect.objectContaining({ id: bundle, amount, currency, credits }));
        expect(entries.filter(({ about }) => about === id)).toMatchObject([{ kind: 'purchase', credits }]);
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
