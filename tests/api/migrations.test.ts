// Migrations of tables with members, run by an owner without superuser rights, under row-level security.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, openDatabase } from '#server/db/index';
import { databaseOfPlainOwner } from '../support/plain-owner.ts';
import { siteAt } from '../support/server.ts';

test('CR20: the credits of members from before the ledger are booked', async () => {
  const { url, admin, migrateTo, close } = await databaseOfPlainOwner();
  await migrateTo('0001-foundation');
  const tenant = siteAt(0).id;
  await sql`insert into account (tenant, id, email, email_key, password_hash, status, language, credits)
    select ${tenant}, gen_random_uuid(), n || '@example.test', n || '@example.test', 'x', 'active', 'en', n
    from generate_series(0, 2) n`.execute(admin);
  await migrateTo('0007-fresh-ages');
  await sql`update account set accepted_terms_at = '2026-01-02' where credits = 1`.execute(admin);
  await sql`insert into profile (tenant, id, name, gender, sexuality, birth_date, country)
    select tenant, id, 'Anna', 'female', 'bi', '1990-01-01', 'NL' from account`.execute(admin);
  await sql`update account set status = 'suspended' where credits = 2`.execute(admin);
  await sql`insert into payment
      (tenant, id, account, package, credits, amount, currency, vat, method, country, provider, status, created_at, updated_at)
    select ${tenant}, gen_random_uuid(), gen_random_uuid(), '15', 15, 2199, 'EUR', 21, 'visa', 'NL', 'sandbox', status, now(), now()
    from unnest(array['pending', 'paid', 'refunded', 'chargeback']) status`.execute(admin);
  const config = { kind: 'postgres', url } as const;
  const database = await openDatabase(config);
  await migrate(database, config);
  const { rows } = await sql<{ credits: number; booked: number }>`select credits,
    coalesce((select sum(credits) from ledger l where l.account = a.id), 0)::int as booked
    from account a order by credits`.execute(admin);
  expect(rows).toEqual([0, 1, 2].map((credits) => ({ credits, booked: credits })));
  // One tick stood for both, until each had its own.
  const consents = await sql<{ same: boolean }>`select consented_at is not distinct from accepted_terms_at as same,
    consented_at is null as none from account order by credits`.execute(admin);
  expect(consents.rows).toEqual([true, false, true].map((none) => ({ same: true, none })));
  const paid = await sql<object>`select status, paid, refunded, charged_back, reversed from payment
    order by paid, refunded, charged_back`.execute(admin);
  expect(paid.rows).toEqual([
    { status: 'pending', paid: 0, refunded: 0, charged_back: 0, reversed: 0 },
    { status: 'paid', paid: 2199, refunded: 0, charged_back: 0, reversed: 0 },
    { status: 'chargeback', paid: 2199, refunded: 0, charged_back: 2199, reversed: 0 },
    { status: 'refunded', paid: 2199, refunded: 2199, charged_back: 0, reversed: 0 },
  ]);
  const reached = await sql<object>`select account_status, reachable from profile p join account a using (tenant, id)
    order by credits`.execute(admin);
  expect(reached.rows).toEqual([
    { account_status: 'active', reachable: true },
    { account_status: 'active', reachable: true },
    { account_status: 'suspended', reachable: false },
  ]);
  const forced = await sql<{ forced: boolean }>`select relforcerowsecurity as forced from pg_class
    where relname in ('account', 'profile', 'payment')`.execute(admin);
  expect(forced.rows).toEqual([{ forced: true }, { forced: true }, { forced: true }]);
  await database.close();
  await close();
});
