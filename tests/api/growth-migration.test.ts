// Migrations of monthly messages and of ledger entries lose and reorder nothing.
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '#server/db/index';
import { migrate, openDatabase } from '#server/db/index';
import { provider } from '#server/db/migrations/index';
import { findLedgerGaps } from '#server/payments/ledger-gaps';
import { createPartitions } from '../support/partitions.ts';
import { databaseOfPlainOwner } from '../support/plain-owner.ts';
import { engines, sites } from '../support/server.ts';

const BEFORE = '0008-consent';
/** Per tenant. */
const [ACCOUNTS, ENTRIES, CONVERSATIONS, MESSAGES] = [6, 40, 5, 240];
const tenants = sites.slice(0, 2).map(({ id }) => id);
const START = '2025-09-20T00:00:00Z';

/** A database before the migration, and a connection that row-level security does not restrict. */
async function oldDatabase(engine: (typeof engines)[number]) {
  if (engine === 'postgres') {
    const { url, admin, migrateTo, close } = await databaseOfPlainOwner();
    await migrateTo(BEFORE);
    const config = { kind: 'postgres', url } as const;
    const database = await openDatabase(config);
    onTestFinished(async () => {
      await database.close();
      await close();
    });
    return { admin, owner: database.kysely, database, update: () => migrate(database, config) };
  }
  const database = await openDatabase({ kind: 'memory' });
  const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo(BEFORE);
  expect(error).toBeUndefined();
  onTestFinished(() => database.close());
  return {
    admin: database.kysely,
    owner: database.kysely,
    database,
    update: () => migrate(database, { kind: 'memory' }),
  };
}

/** One message a day; every tenth comes from a process whose clock is two days behind. */
const fill = async (db: Db, tenant: number): Promise<void> => {
  const id = (kind: number, n: string) =>
    sql.raw(`('00000000-0000-4000-80${kind}0-' || lpad((${n})::text, 12, '0'))::uuid`);
  await sql`insert into account (tenant, id, email, email_key, password_hash, status, language, credits)
    select ${tenant}, ${id(1, 'n')}, n || '@example.test', n || '@example.test', 'x', 'active', 'en',
      case when n < ${ACCOUNTS} then ${ENTRIES} + n else 0 end from generate_series(1, ${ACCOUNTS}) n`.execute(db);
  // In turns, so that no account's entries are adjacent, and at times that say nothing about their order.
  await sql`insert into ledger (tenant, account, book, kind, credits, balance, at)
    select ${tenant}, ${id(1, 'n')}, 'bonus', 'bonus', case entry when 1 then n + 1 else 1 end, entry + n, now() - make_interval(mins => entry)
    from generate_series(1, ${ENTRIES}) entry, generate_series(1, ${ACCOUNTS - 1}) n order by entry, n`.execute(db);
  await sql`insert into conversation (tenant, id, one, two, starter, created_at, last_at, last_seq)
    select ${tenant}, ${id(2, 'n')}, ${id(1, 'n')}, ${id(1, 'n + 1')}, ${id(1, 'n')}, ${START}, ${START},
      case when n < ${CONVERSATIONS} then ${MESSAGES} else 0 end from generate_series(1, ${CONVERSATIONS}) n`.execute(
    db,
  );
  await sql`insert into message (tenant, conversation, seq, sender, client_id, text, at, cost)
    select ${tenant}, ${id(2, 'n')}, seq, ${id(1, 'n')}, gen_random_uuid(), n || ' ' || seq,
      ${START}::timestamptz + make_interval(days => seq - case seq % 10 when 0 then 2 else 0 end), seq % 2
    from generate_series(1, ${MESSAGES}) seq, generate_series(1, ${CONVERSATIONS - 1}) n`.execute(db);
};

const messages = async (db: Db): Promise<unknown> =>
  (await sql`select tenant, conversation, seq, sender, client_id, text, cost from message order by 1, 2, 3`.execute(db))
    .rows;

test.each(engines)(
  'messages and ledger entries written before are all there, in their order, on %s',
  async (engine) => {
    const { admin, owner, database, update } = await oldDatabase(engine);
    for (const tenant of tenants) await fill(admin, tenant);
    const before = await messages(admin);
    const order = await sql`select tenant, account, id from ledger order by tenant, account, id`.execute(admin);
    await update();

    expect(before).toHaveLength(tenants.length * MESSAGES * (CONVERSATIONS - 1));
    expect(await messages(admin)).toEqual(before);
    const outside =
      await sql`select m.seq from message m join conversation c on c.tenant = m.tenant and c.id = m.conversation
    where m.at not between c.created_at and c.last_at or (m.seq = c.last_seq and m.at <> c.last_at)`.execute(admin);
    expect(outside.rows).toEqual([]);
    const backwards =
      await sql`select seq from (select seq, at, lag(at) over (partition by tenant, conversation order by seq) as before
    from message) m where at < before`.execute(admin);
    expect(backwards.rows).toEqual([]);
    const months = await sql<{
      name: string;
      all: number;
    }>`select tableoid::regclass::text as name, count(*)::int as all
    from message group by 1 order by 1`.execute(admin);
    expect(months.rows.length).toBeGreaterThanOrEqual(8);
    for (const { name } of months.rows) expect(name).toMatch(/^message_\d{4}_\d{2}$/);

    const numbered = await sql<{
      version: number;
    }>`select tenant, account, id, version from ledger order by tenant, account, version`.execute(admin);
    expect(numbered.rows.map(({ version, ...entry }) => entry)).toEqual(order.rows);
    for (const tenant of tenants)
      expect(await database.inTenant(tenant, (db) => findLedgerGaps(db, tenant))).toEqual([]);
    const versions = await sql<{ version: number }>`select ledger_version as version from account
    order by tenant, id`.execute(admin);
    const each = [...Array<number>(ACCOUNTS - 1).fill(ENTRIES), 0];
    expect(versions.rows.map(({ version }) => version)).toEqual([...each, ...each]);

    // A month is created to which a message is waiting to move.
    const [tenant = 0] = tenants;
    await sql`update message set at = '2040-02-29T12:00:00Z' where tenant = ${tenant} and seq = 1`.execute(admin);
    expect(await createPartitions(owner, 'message', 'month', new Date('2040-02-01T00:00:00Z'))).toBe(1);
    const moved = await sql`select count(*)::int as n from message_2040_02`.execute(admin);
    expect(moved.rows).toEqual([{ n: CONVERSATIONS - 1 }]);

    // A second run changes nothing, and row-level security still applies.
    await update();
    const seen = await database.inTenant(tenant, (db) =>
      sql<{ n: number }>`select count(*)::int as n from message`.execute(db),
    );
    expect(seen.rows).toEqual([{ n: MESSAGES * (CONVERSATIONS - 1) }]);
  },
);
