// Idempotency keys and live events from before partitioning are found after the migration.
import { type RawBuilder, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrate, openDatabase } from '#server/db/index';
import { provider } from '#server/db/migrations/index';
import { findStoredAnswer, storageKey } from '#server/http/idempotency';
import { missedEvents, storeEventsNow } from '#server/live/hub';
import { databaseOfPlainOwner } from '../support/plain-owner.ts';
import { siteAt } from '../support/server.ts';

/** Rows of earlier calls and events in the tables of migration 8. */
const beforePartitions = (tenant: number, account: string): RawBuilder<unknown>[] => [
  sql`insert into account (tenant, id, email, email_key, password_hash, status, language)
    values (${tenant}, ${account}, 'a@example.test', 'a@example.test', 'x', 'active', 'en')`,
  sql`insert into idempotency (tenant, caller, route, key, body_hash, status, body, created_at)
    select ${tenant}, caller, 'PUT /api/user.php', stored.key, '\x01', 200, caller, now() - days * interval '1 day'
    from unnest(array[${account}, 'ip:192.0.2.9']) caller, unnest(array[0, 1, 2, 4]) days,
      lateral (select days || ' days ago' as sent) s,
      lateral (select case when caller like 'ip:%' then sent else encode(sha256(convert_to(sent, 'UTF8')), 'hex') end as key) stored`,
  sql`insert into event (tenant, account, body, at)
    select ${tenant}, ${account}, jsonb_build_object('type', 'user'), now() - days * interval '1 day'
    from unnest(array[3, 1, 0]) days`,
];

test.each(['postgres', 'pglite'] as const)(
  'A5 DB7: keys and events of before are kept in partitions on %s',
  async (engine) => {
    const tenant = siteAt(0).id;
    const account = crypto.randomUUID();
    const owned = engine === 'postgres' ? await databaseOfPlainOwner() : null;
    const config = owned ? ({ kind: 'postgres', url: owned.url } as const) : ({ kind: 'memory' } as const);
    const database = await openDatabase(config);
    if (owned) await owned.migrateTo('0008-consent');
    else await new Migrator({ db: database.kysely, provider }).migrateTo('0008-consent');
    for (const statement of beforePartitions(tenant, account)) await statement.execute(owned?.admin ?? database.kysely);
    await migrate(database, config);

    const now = new Date();
    const attempt = (caller: string | null, days: number) => ({
      tenant,
      route: 'PUT /api/user.php',
      ...storageKey(caller, '192.0.2.9', `${days} days ago`),
      bodyHash: new Uint8Array([1]),
    });
    await database.inTenant(tenant, async (db) => {
      const bodies = [];
      for (const caller of [account, null])
        for (const days of [0, 1, 2, 4])
          bodies.push((await findStoredAnswer(db, attempt(caller, days), now))?.body ?? null);
      const visitor = 'ip:192.0.2.9';
      expect(bodies).toEqual([account, account, account, null, visitor, visitor, visitor, null]);
      const { events, newest } = await missedEvents(db, tenant, account, new Uint8Array(32), 1);
      expect([events.map(({ id }) => id), newest]).toEqual([[2, 3], 3]);
      const [next] = await storeEventsNow(db, tenant, now, [[{ type: 'user' }, { account }]]);
      expect(next?.id).toBeGreaterThan(3);
    });
    await database.close();
    await owned?.close();
  },
);
