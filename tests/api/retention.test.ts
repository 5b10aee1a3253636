// How long rows are kept: every table declares it, the database and the jobs carry it out, and the privacy page promises no less.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { SAFETY, SELFIE, SESSION, UNCONFIRMED_DAYS } from '#domain/limits';
import { STAFF_TENANT } from '#domain/staff';
import { RECORD_DAYS } from '#server/auth/deletion-record';
import { deleteExpired } from '#server/db/delete-expired';
import { DEBIT } from '#domain/debit';
import { purgeTenant } from '#server/jobs';
import { type Database, TABLES } from '#server/db/tables/index';
import { EXAMPLE_ROWS, type ExpiringTable } from '../support/example-rows.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { addStaff } from '../support/staff.ts';

const tenant = siteAt(0).id;
const HOUR_MS = 3_600_000;
type Table = keyof Database;
const tablesWith = (property: string): Table[] =>
  (Object.keys(TABLES) as Table[]).filter((name) => property in TABLES[name].retention).sort();

const rowOf = (table: ExpiringTable, at: Date, account: string): unknown =>
  EXAMPLE_ROWS[table]({ at, account, conversation: crypto.randomUUID(), id: crypto.randomUUID() });

eachEngine('retention', (server) => {
  const owner = () => server().database.kysely;
  let member: MadeMember;
  let other: MadeMember;
  beforeAll(async () => {
    [member, other] = [await server().member(), await server().member()];
  });

  test('E8: every table of the database declares its retention, and every declared one exists', async () => {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relkind in ('r', 'p')
      and not relispartition and relnamespace = 'public'::regnamespace and relname not like 'kysely%'`.execute(owner());
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort());
  });

  test('E8: what is kept while the account lives is deleted with it by the database', async () => {
    const { rows } = await sql<{ name: string }>`with recursive gone as (
        select 'account'::regclass::oid as oid
        union select conrelid from pg_constraint join gone on confrelid = gone.oid
          where contype = 'f' and confdeltype = 'c' and conparentid = 0
      ) select relname as name from gone join pg_class using (oid)`.execute(owner());
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(tablesWith('keep').filter(isWithAccount)));
  });

  test('E8: the partitioned tables are those that say so, and none may be rotated faster than declared', async () => {
    const { rows } = await sql<{ name: Table; period: string; least_days: number | null }>`
      select relname as name, period, least_days from pg_class left join partition_rule on parent = relname
      where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`.execute(owner());
    expect(rows.map(({ name }) => name)).toEqual(tablesWith('partitions'));
    for (const { name, period, least_days } of rows) {
      const { partitions, keepDays = null } = TABLES[name].retention as { partitions: string; keepDays?: number };
      expect([name, period, least_days]).toEqual([name, partitions, keepDays]);
    }
  });

  test.each(tablesWith('column') as ExpiringTable[])(
    'E8: rows of %s are deleted when their time is over',
    async (table) => {
      const { column, keepHours } = TABLES[table].retention;
      // Of a day, all of it must be over.
      const margin = column === 'day' ? 24 * HOUR_MS : 60_000;
      const bound = server().now().getTime() - keepHours * HOUR_MS;
      const count = async (): Promise<number> =>
        (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(owner())).rows[0]?.n ?? 0;
      const example = rowOf(table, server().now(), member.id) as { readonly tenant?: number };
      const isOfStaff = example.tenant === STAFF_TENANT;
      const place = isOfStaff ? STAFF_TENANT : tenant;
      const [one, two] = isOfStaff
        ? [await addStaff(server(), 'owner'), await addStaff(server(), 'owner')]
        : [member, other];
      await deleteExpired(server().database, place, server().now());
      const before = await count();
      await server().database.inTenant(place, async (db) => {
        for (const [at, { id }] of [[bound - margin, one] as const, [bound + 60_000, two] as const])
          await db
            .insertInto(table)
            .values(rowOf(table, new Date(at), id) as never)
            .execute();
      });
      expect(await count()).toBe(before + 2);
      await deleteExpired(server().database, place, server().now());
      expect(await count()).toBe(before + 1);
    },
  );

  test('E8: a report goes within a year after a person has decided it; one that is open waits', async () => {
    const { database, now } = server();
    const bound = now().getTime() - (SAFETY.keepDecidedDays - 1) * 24 * HOUR_MS;
    const decisions = [bound, bound + 60_000, null];
    const ids: string[] = decisions.map(() => crypto.randomUUID());
    await database.inTenant(tenant, async (db) => {
      for (const [index, decided] of decisions.entries()) {
        const of = { at: new Date(bound - HOUR_MS), account: member.id, conversation: '', id: ids[index] ?? '' };
        const decision = decided === null ? {} : { status: 'acted' as const, decided_at: new Date(decided) };
        await db
          .insertInto('report')
          .values({ ...EXAMPLE_ROWS.report(of), ...decision })
          .execute();
      }
    });
    await purgeTenant(server().app.services, tenant);
    const rows = await database.inTenant(tenant, (db) =>
      db.selectFrom('report').select('id').where('id', 'in', ids).execute(),
    );
    expect(rows.map(({ id }) => ids.indexOf(id)).sort()).toEqual([1, 2]);
  });

  test('E8: more rows than fit into one transaction are deleted in several, by their place', async () => {
    const old = new Date(server().now().getTime() - 1000);
    await server().database.inTenant(tenant, (db) =>
      db
        .insertInto('attempt_budget')
        .values(Array.from({ length: 8 }, () => rowOf('attempt_budget', old, member.id) as never))
        .execute(),
    );
    await deleteExpired(server().database, tenant, server().now(), 3);
    const left = await sql`select from attempt_budget where spent_until <= ${old}`.execute(owner());
    expect(left.rows).toEqual([]);
    // Row-level security lets it be found by its place: small tables are read by other ways, which are off here.
    const plan = await server().database.inTenant(tenant, async (db) => {
      for (const way of ['seqscan', 'indexscan', 'bitmapscan'])
        await sql.raw(`set local enable_${way} = off`).execute(db);
      return sql<{ 'QUERY PLAN': string }>`explain delete from session where tenant = ${tenant} and expires_at <= ${old}
        and ctid = any(array(select ctid from session where tenant = ${tenant} and expires_at <= ${old} limit 3))`.execute(
        db,
      );
    });
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Tid Scan on session');
  });
});

const isWithAccount = (name: Table): boolean =>
  (TABLES[name].retention as { keep?: string }).keep === 'while the account lives' && name !== 'account';

const privacy = readFileSync('locales/en/pages/privacy.md', 'utf8');
/** Hours a row may be there after its time began: the job runs once a day, and a day is over only with its last hour. */
function longest(table: ExpiringTable): number {
  const { column, keepHours } = TABLES[table].retention;
  return keepHours + 24 + (column === 'day' ? 24 : 0);
}
const states = (promise: string): void => expect(privacy).toContain(promise);

test('E8: the privacy page promises what the tables declare', () => {
  states('about a week if the address is never confirmed');
  expect(UNCONFIRMED_DAYS).toBe(7);
  states('Sessions 30 days');
  expect([SESSION.seconds / 86_400, TABLES.session.retention.keepHours]).toEqual([30, 0]);
  states('IP addresses at most 48 hours');
  expect(longest('login_failure')).toBeLessThanOrEqual(48);
  expect(longest('disclosure')).toBeLessThanOrEqual(48);
  states('who you skipped, about a month');
  expect(longest('swipe')).toBeLessThanOrEqual(31 * 24);
  states('a like you take back, up to two days');
  expect(longest('withdrawn_like')).toBeLessThanOrEqual(48);
  states('a message deleted for both, up to two days');
  expect(longest('deleted_message')).toBeLessThanOrEqual(48);
  expect(longest('pending_signup')).toBeLessThanOrEqual(48);
  states('counts three days');
  for (const table of ['daily_count', 'visit', 'unverified_mail'] as const)
    expect(longest(table)).toBeLessThanOrEqual(72);
  states('Two years after the last message');
  expect(longest('complaint')).toBeLessThanOrEqual(2 * 365 * 24);
  states('a selfie, until we’ve checked it, at most a week');
  expect(longest('selfie')).toBeLessThanOrEqual(SELFIE.keepDays * 24);
  states('One year after the decision');
  expect(SAFETY.keepDecidedDays).toBe(365);
  expect(longest('moderation')).toBeLessThanOrEqual(SAFETY.keepDecidedDays * 24);
  states('Payment records as long as tax law says');
  for (const table of ['ledger', 'payment', 'webhook_event'] as const)
    expect(TABLES[table].retention.keep).toBe('forever');
  states('14 months after the last debit');
  expect(DEBIT.keepDays + 1).toBeLessThanOrEqual(14 * 30.4);
  states('the erased account’s random number, made unrecognizable, for about three months');
  expect(RECORD_DAYS / 30.4).toBeCloseTo(3, 0);
  states('erased when the account is deleted');
  expect(isWithAccount('message') && isWithAccount('conversation')).toBe(true);
});
