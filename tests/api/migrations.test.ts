// Tables that hold members already are brought up to date by a plain owner, who is bound by row-level security like everybody.
import { type RawBuilder, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrate, openDatabase } from '#server/db/index';
import { provider } from '#server/db/migrations/index';
import { openForMigration } from '#server/db/postgres';
import { recall, storedAs } from '#server/idempotency';
import { missedEvents, storeEvents } from '#server/live';
import { freshDatabase, siteAt } from '../support/server.ts';

/** An empty database that a plain login owns, with rights like those of an operator's owner. */
async function ownedDatabase(): Promise<{ url: string; admin: ReturnType<typeof openForMigration>; name: string }> {
  const empty = await freshDatabase('postgres');
  if (empty.kind !== 'postgres') throw new Error('This test is about PostgreSQL.');
  const name = `owner_${crypto.randomUUID().slice(0, 8)}`;
  const admin = openForMigration(empty.url);
  await sql`create role ${sql.id(name)} login createrole nosuperuser`.execute(admin.kysely);
  await sql`alter database ${sql.id(new URL(empty.url).pathname.slice(1))} owner to ${sql.id(name)}`.execute(
    admin.kysely,
  );
  await sql`grant all on schema public to ${sql.id(name)}`.execute(admin.kysely);
  return { url: Object.assign(new URL(empty.url), { username: name }).href, admin, name };
}

test('CR20: the credits of members from before there was a ledger are booked', async () => {
  const { url, admin, name } = await ownedDatabase();
  const owner = openForMigration(url);
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

/** What calls and events of the days before left, as it stood in the tables of migration 8. */
const beforePartitions = (tenant: number, account: string): RawBuilder<unknown>[] => [
  sql`insert into account (tenant, id, email, email_key, password_hash, status, language)
    values (${tenant}, ${account}, 'a@example.test', 'a@example.test', 'x', 'active', 'en')`,
  sql`insert into idempotency (tenant, caller, route, key, body_hash, status, body, created_at)
    select ${tenant}, caller, 'PUT /api/user.php', days || ' days ago', '\x01', 200, caller, now() - days * interval '1 day'
    from unnest(array[${account}, 'ip:192.0.2.9']) caller, unnest(array[0, 1, 2, 4]) days`,
  sql`insert into event (tenant, account, body, at)
    select ${tenant}, ${account}, jsonb_build_object('type', 'user'), now() - days * interval '1 day'
    from unnest(array[3, 1, 0]) days`,
];

test.each(['postgres', 'pglite'] as const)(
  'A5 B7: keys and events of before are kept in partitions on %s',
  async (engine) => {
    const tenant = siteAt(0).id;
    const account = crypto.randomUUID();
    const owned = engine === 'postgres' ? await ownedDatabase() : null;
    const config = owned ? ({ kind: 'postgres', url: owned.url } as const) : ({ kind: 'memory' } as const);
    const database = await openDatabase(config);
    const grant = () =>
      owned
        ? sql`grant matchloom_app to ${sql.id(owned.name)} with admin option`
            .execute(owned.admin.kysely)
            .catch(() => undefined)
        : Promise.resolve();
    await grant();
    const before = await new Migrator({ db: database.kysely, provider }).migrateTo('0008-consent');
    expect(before.error).toBeUndefined();
    await grant();
    for (const statement of beforePartitions(tenant, account))
      await statement.execute(owned?.admin.kysely ?? database.kysely);
    await migrate(database, config);

    const now = new Date();
    const attempt = (caller: string | null, days: number) => ({
      tenant,
      route: 'PUT /api/user.php',
      ...storedAs(caller, '192.0.2.9', `${days} days ago`),
      bodyHash: new Uint8Array([1]),
    });
    await database.inTenant(tenant, async (db) => {
      const bodies = [];
      for (const caller of [account, null])
        for (const days of [0, 1, 2, 4]) bodies.push((await recall(db, attempt(caller, days), now))?.body ?? null);
      const visitor = 'ip:192.0.2.9';
      expect(bodies).toEqual([account, account, account, null, visitor, visitor, visitor, null]);
      const { events, newest } = await missedEvents(db, tenant, account, new Uint8Array(32), 1);
      expect([events.map(({ id }) => id), newest]).toEqual([[2, 3], 3]);
      const [next] = await storeEvents(db, tenant, now, [[{ type: 'user' }, { account }]]);
      expect(next?.id).toBeGreaterThan(3);
    });
    await database.close();
    await owned?.admin.close();
  },
);
