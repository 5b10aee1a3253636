// The SQL functions of partitions: what they create, move and drop, and what the app role may do with them.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/db/index';
import { rotated } from '#server/db/migrations/partition-functions';
import { createPartitions, dropPartitions, type Period } from '../support/partitions.ts';
import { onBothEngines, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const DAY_MS = 86_400_000;
const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

onBothEngines('partitions', (server) => {
  const owner = () => server().database.kysely;
  const asApp = <T>(work: (db: Db) => Promise<T>): Promise<T> => server().database.inTenant(tenant, work);
  const create = (period: Period, first: string, last: string): Promise<number> =>
    owner()
      .transaction()
      .execute(async (db) => {
        await sql`set local timezone = 'Pacific/Auckland'`.execute(db);
        return createPartitions(db, 'probe', period, day(first), day(last));
      });
  const rowsIn = async (name: string): Promise<string[]> => {
    const { rows } = await sql<{ note: string }>`select note from ${sql.table(name)} order by at`.execute(owner());
    return rows.map(({ note }) => note);
  };
  const write = (at: string): Promise<unknown> =>
    sql`insert into probe (tenant, at, note) values (${tenant}, ${at}::timestamptz, ${at})`.execute(owner());

  const makeTable = async (name: string): Promise<void> => {
    await sql`create table ${sql.table(name)} (tenant smallint not null, id bigint generated always as identity, at timestamptz(3) not null,
      note text not null, primary key (tenant, id, at)) partition by range (at)`.execute(owner());
    for (const statement of rotated(name, 'day', 3)) await sql.raw(statement).execute(owner());
  };

  beforeAll(() => makeTable('probe'));

  test('partitions: each is created once, in UTC, and takes the rows that waited for it', async () => {
    await write('2026-01-31T23:59:59.999Z');
    await write('2026-02-01T00:00:00Z');
    expect(await create('month', '2026-02-10', '2026-03-01')).toBe(2);
    expect(await create('month', '2026-02-10', '2026-03-01')).toBe(0);
    await write('2026-02-28T23:59:59.999Z');
    expect(await rowsIn('probe_default')).toEqual(['2026-01-31T23:59:59.999Z']);
    expect(await rowsIn('probe_2026_02')).toEqual(['2026-02-01T00:00:00Z', '2026-02-28T23:59:59.999Z']);
    expect(await create('day', '2026-04-30', '2026-05-01')).toBe(2);
    await write('2026-05-01T23:00:00Z');
    expect(await rowsIn('probe_2026_05_01')).toEqual(['2026-05-01T23:00:00Z']);
  });

  test('partitions: several processes create the same partitions at once', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create('month', '2027-01-01', '2027-03-01')));
    expect(made.reduce((all, each) => all + each)).toBe(3);
  });

  test('partitions: only whole partitions older than the bound are dropped', async () => {
    await create('month', '2025-01-01', '2025-03-01');
    for (const at of ['2025-01-05T00:00:00Z', '2025-02-05T00:00:00Z']) await write(at);
    expect(await dropPartitions(owner(), 'probe', day('2025-02-28'))).toBe(1);
    expect(await rowsIn('probe')).not.toContain('2025-01-05T00:00:00Z');
    expect(await rowsIn('probe')).toContain('2025-02-05T00:00:00Z');
    expect(await dropPartitions(owner(), 'probe', day('2025-03-01'))).toBe(1);
    expect(await rowsIn('probe')).not.toContain('2025-02-05T00:00:00Z');
  });

  test('D10: the app role has a day or two created, and dropped what is old enough by the rule', async () => {
    await makeTable('daily');
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const ago = (days: number): Date => new Date(today - days * DAY_MS);
    for (const days of [3, 4]) await createPartitions(owner(), 'daily', 'day', ago(days));
    const run = async (statement: string): Promise<unknown> =>
      (await asApp((db) => sql.raw<{ n: number }>(`select ${statement} as n`).execute(db))).rows[0]?.n;
    const days = async (): Promise<unknown> => {
      const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'daily'::regclass order by 1`.execute(owner());
      return rows.map(({ name }) => (today - Date.parse(name.slice(6).replaceAll('_', '-'))) / DAY_MS);
    };
    expect(await run(`create_upcoming_partitions('daily')`)).toBe(2);
    expect(await run(`create_upcoming_partitions('daily')`)).toBe(0);
    expect(await run(`drop_expired_partitions('daily', 4)`)).toBe(0);
    expect(await days()).toEqual([4, 3, 0, -1, NaN]);
    expect(await run(`drop_expired_partitions('daily', 3)`)).toBe(1);
    expect(await days()).toEqual([3, 0, -1, NaN]);
  });

  test('D10: a partition never gets a grant, and has forced row-level security', async () => {
    await sql`alter default privileges grant all on tables to matchloom_app, public`.execute(owner());
    await create('month', '2026-08-01', '2026-08-01');
    await sql`alter default privileges revoke all on tables from matchloom_app, public`.execute(owner());
    const { rows } = await sql`select relrowsecurity as secure, relforcerowsecurity as forced,
      has_table_privilege('matchloom_app', oid, 'select, insert, update, delete, truncate, references, trigger') as open
      from pg_class where relname = 'probe_2026_08'`.execute(owner());
    expect(rows).toEqual([{ secure: true, forced: true, open: false }]);
  });

  test('D10: the app role can neither choose a partition nor reach a row other than through its parent', async () => {
    await create('month', '2026-06-01', '2026-06-01');
    await sql`grant select on probe to matchloom_app`.execute(owner());
    for (const statement of [
      sql`select drop_partitions('probe', now())`,
      sql`select create_partitions('probe', 'day', now(), now())`,
      sql`select lock_partitioned('probe', 'share', 'access exclusive')`,
      sql`select secure_partition('probe_default')`,
      sql`select drop_expired_partitions('probe', 2)`,
      sql`select drop_expired_partitions('probe', -1)`,
      sql`select drop_expired_partitions('probe', null)`,
      sql`select drop_expired_partitions('message', 100000)`,
      sql`select create_upcoming_partitions('account')`,
      sql`select create_upcoming_partitions(null)`,
      sql`select from partition_rule`,
      sql`update partition_rule set least_days = 1`,
      sql`select from probe_default`,
      sql`select from probe_2026_06`,
      sql`drop table probe_2026_06`,
    ])
      await expect(asApp((db) => statement.execute(db))).rejects.toMatchObject({ code: '42501' });
  });

  test('partitions: a table that is not partitioned, an unknown period and an endless range are refused', async () => {
    const refused = async (parent: string, period: string, last: string): Promise<void> =>
      expect(createPartitions(owner(), parent, period as Period, day('2026-01-01'), day(last))).rejects.toMatchObject({
        code: 'P0001',
      });
    await refused('account', 'month', '2026-01-01');
    await refused("probe'; drop table probe; --", 'month', '2026-01-01');
    await refused('probe', 'minute', '2026-01-01');
    await refused('probe', 'day', '2027-01-01');
  });
});
