// Tables that hold members already are brought up to date by a plain owner, who is bound by row-level security like everybody.
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrate, openDatabase } from '#server/db/index';
import { provider } from '#server/db/migrations/index';
import { openForMigration } from '#server/db/postgres';
import { freshDatabase, siteAt } from '../support/server.ts';

test('CR20: the credits of members from before there was a ledger are booked', async () => {
  const empty = await freshDatabase('postgres');
  if (empty.kind !== 'postgres') throw new Error('This test is about PostgreSQL.');
  const name = `owner_${crypto.randomUUID().slice(0, 8)}`;
  const admin = openForMigration(empty.url);
  await sql`create role ${sql.id(name)} login createrole nosuperuser`.execute(admin.kysely);
  await sql`alter database ${sql.id(new URL(empty.url).pathname.slice(1))} owner to ${sql.id(name)}`.execute(
    admin.kysely,
  );
  const url = Object.assign(new URL(empty.url), { username: name }).href;
  const owner = openForMigration(url);
  await sql`grant all on schema public to ${sql.id(name)}`.execute(admin.kysely);
  // Roles belong to the whole server, so another test may have made this one already.
  const grant = () =>
    sql`grant matchloom_app to ${sql.id(name)} with admin option`.execute(admin.kysely).catch(() => undefined);
  await grant();
  const first = await new Migrator({ db: owner.kysely, provider }).migrateTo('0001-foundation');
  expect(first.error).toBeUndefined();
  await grant();
  const tenant = siteAt(0).id;
  await sql`insert into account (tenant, id, email, email_key, password_hash, status, language, credits)
    select ${tenant}, gen_random_uuid(), n || '@example.test', n || '@example.test', 'x', 'active', 'en', n
    from generate_series(0, 2) n`.execute(admin.kysely);
  const before = await new Migrator({ db: owner.kysely, provider }).migrateTo('0007-fresh-ages');
  expect(before.error).toBeUndefined();
  await sql`update account set accepted_terms_at = '2026-01-02' where credits = 1`.execute(admin.kysely);
  await owner.close();

  const config = { kind: 'postgres', url } as const;
  const database = await openDatabase(config);
  await migrate(database, config);
  const { rows } = await sql<{ credits: number; booked: number }>`select credits,
    coalesce((select sum(credits) from ledger l where l.account = a.id), 0)::int as booked
    from account a order by credits`.execute(admin.kysely);
  expect(rows).toEqual([0, 1, 2].map((credits) => ({ credits, booked: credits })));
  // One tick was both, until each had its own.
  const consents = await sql<{ same: boolean }>`select consented_at is not distinct from accepted_terms_at as same,
    consented_at is null as none from account order by credits`.execute(admin.kysely);
  expect(consents.rows).toEqual([true, false, true].map((none) => ({ same: true, none })));
  const forced = await sql<{ forced: boolean }>`select relforcerowsecurity as forced from pg_class
    where relname = 'account'`.execute(admin.kysely);
  expect(forced.rows).toEqual([{ forced: true }]);
  await database.close();
  await admin.close();
});
