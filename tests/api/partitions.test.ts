// The job that rotates partitions: it adds what comes next and drops what is old, by a login that owns no table.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { isoDay } from '#domain/iso-day';
import { migrate, openDatabase, type OpenDatabase } from '#server/db/index';
import { rotatePartitions } from '#server/db/partitions';
import { openJobs } from '#server/jobs';
import { storeEventsNow } from '#server/live/hub';
import { emptyDatabase } from '../support/databases.ts';
import { hasLockTimeouts } from '../support/locks.ts';
import { createPartitions } from '../support/partitions.ts';
import { monthOf } from '../support/months.ts';
import { onBothEngines, siteAt, sites } from '../support/server.ts';
import { eventually } from '../support/eventually.ts';

const tenant = siteAt(0).id;
const DAY_MS = 86_400_000;
const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);

const addDay = (database: OpenDatabase, parent: string, days: number): Promise<unknown> =>
  createPartitions(database.kysely, parent, 'day', daysFromNow(days));

/** Stores a key and an event of the first two tenants, dated so many days from now. */
async function store(database: OpenDatabase, days: number): Promise<void> {
  const at = daysFromNow(days);
  for (const { id } of sites.slice(0, 2))
    await database.inTenant(id, async (db) => {
      await storeEventsNow(db, id, at, [[{ type: 'user' }, { account: crypto.randomUUID() }]]);
      const attempt = { caller: crypto.randomUUID(), route: 'PUT /api/user.php', key: crypto.randomUUID() };
      const answer = { body_hash: Buffer.from([1]), status: 200, body: null };
      await db
        .insertInto('idempotency')
        .values({ tenant: id, ...attempt, ...answer, day: isoDay(at) })
        .execute();
    });
}

/** The number of rows of each partition, by days from today. */
async function rowsOf(database: OpenDatabase, parent: string): Promise<Record<string, number>> {
  const today = Date.parse(isoDay(new Date()));
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${parent}::regclass`.execute(database.kysely);
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(
      database.kysely,
    );
    const day = /_(\d{4})_(\d\d)_(\d\d)$/.exec(name)?.slice(1).join('-');
    counts[day ? String((Date.parse(day) - today) / DAY_MS) : 'default'] = counted.rows[0]?.n ?? 0;
  }
  return counts;
}

onBothEngines('partitions', (server, engine) => {
  test('A5 DB7: old days are dropped for all tenants, the next ones are there, and what came too early moves', async () => {
    const { database } = server();
    for (const days of [-1, -2, -3, -4]) {
      await addDay(database, 'idempotency', days);
      await addDay(database, 'event', days);
    }
    for (const days of [-5, -3, -2, -1, 0, 1, 2]) await store(database, days);
    expect(await rowsOf(database, 'idempotency')).toMatchObject({ '-3': 2, '-2': 2, 0: 2, 1: 2, default: 4 });
    await rotatePartitions(database, tenant);
    expect(await rowsOf(database, 'idempotency')).toEqual({ '-2': 2, '-1': 2, 0: 2, 1: 2, default: 2 });
    expect(await rowsOf(database, 'event')).toEqual({ '-1': 2, 0: 2, 1: 2, default: 2 });
    await addDay(database, 'idempotency', 2);
    await addDay(database, 'event', 2);
    expect(await rowsOf(database, 'idempotency')).toMatchObject({ 2: 2, default: 0 });
    expect(await rowsOf(database, 'event')).toMatchObject({ 2: 2, default: 0 });
    await rotatePartitions(database, tenant);
    const [{ id: other } = { id: 0 }] = sites.slice(1);
    const seen = await database.inTenant(other, (db) =>
      sql<{ tenant: number; n: number }>`select tenant, count(*)::int as n from event group by 1`.execute(db),
    );
    expect(seen.rows).toEqual([{ tenant: other, n: 4 }]);
  });

  test('CH36: messages get the months that come next, and lose none', async () => {
    const { database } = server();
    const [today, later] = [new Date(), new Date()];
    later.setUTCMonth(today.getUTCMonth() + 2, 1);
    await sql`drop table ${sql.table(`message_${monthOf(later)}`)}`.execute(database.kysely);
    await createPartitions(database.kysely, 'message', 'month', daysFromNow(-4000));
    await rotatePartitions(database, tenant);
    for (const at of [today, later, daysFromNow(-4000)]) {
      const found = await sql<object>`select to_regclass(${`message_${monthOf(at)}`}) is not null as there`.execute(
        database.kysely,
      );
      expect([monthOf(at), ...found.rows]).toEqual([monthOf(at), { there: true }]);
    }
  });

  test('A5: a process that starts keeps the partitions at once, and then every hour', async () => {
    const { database, app } = server();
    await addDay(database, 'event', -9);
    const jobs = await openJobs(app.services);
    onTestFinished(() => jobs.stop());
    await jobs.work(app.services, [siteAt(0)]);
    expect(await jobs.queue.boss.getSchedules('rotate_partitions')).toMatchObject([{ cron: '7 * * * *' }]);
    await eventually(async () => expect(await rowsOf(database, 'event')).not.toHaveProperty('-9'));
  });

  if (engine === 'postgres' && hasLockTimeouts)
    test('A5: a long transaction delays the next partition, not the calls, and the next run catches up', async () => {
      const { database } = server();
      const member = await server().member();
      for (const parent of ['idempotency', 'event']) await addDay(database, parent, -9);
      await database.inTenant(tenant, async (db) => {
        await sql`select count(*) from idempotency`.execute(db);
        const rotating = rotatePartitions(database, tenant).catch((error: unknown) => error);
        const call = { method: 'PUT', json: { language: 'nl' }, as: member };
        expect((await server().call('/api/user.php', call)).status).toBe(200);
        expect(await rotating).toMatchObject({ code: '55P03' });
      });
      expect(await rowsOf(database, 'idempotency')).toHaveProperty('-9');
      expect(await rowsOf(database, 'event')).not.toHaveProperty('-9');
      await rotatePartitions(database, tenant);
      expect(await rowsOf(database, 'idempotency')).not.toHaveProperty('-9');
    });
});

test('A5: two logins, an owner who migrates and one that serves, maintain the partitions together', async () => {
  const empty = await emptyDatabase();
  const admin = await openDatabase(empty);
  const [owner, login] = ['owner', 'login'].map((name) => `${name}_${crypto.randomUUID().slice(0, 8)}`);
  for (const name of [owner, login])
    await sql
      .raw(`create role ${name} login nosuperuser ${name === owner ? 'createrole' : 'noinherit'}`)
      .execute(admin.kysely);
  await sql.raw(`alter database ${new URL(empty.url).pathname.slice(1)} owner to ${owner}`).execute(admin.kysely);
  await sql.raw(`grant all on schema public to ${owner}`).execute(admin.kysely);
  await sql
    .raw(`do $$ begin create role matchloom_app nologin; exception when duplicate_object then null; end $$`)
    .execute(admin.kysely);
  await sql.raw(`grant matchloom_app to ${owner} with admin option; grant ${login} to ${owner}`).execute(admin.kysely);
  const as = (username: string): string => Object.assign(new URL(empty.url), { username }).href;
  const config = { kind: 'postgres', url: as(login ?? ''), migrateUrl: as(owner ?? '') } as const;
  const database = await openDatabase(config);
  await migrate(database, config);
  await addDay(admin, 'event', -9);
  await store(database, -20);
  expect(await rowsOf(admin, 'event')).toMatchObject({ '-9': 0, default: 2 });
  await rotatePartitions(database, tenant);
  expect(Object.keys(await rowsOf(admin, 'event')).sort()).toEqual(['-1', '0', '1', 'default']);
  expect(await rowsOf(admin, 'event')).toMatchObject({ default: 0 });
  expect(await rowsOf(admin, 'idempotency')).toMatchObject({ default: 0 });
  await database.close();
  await admin.close();
});
