// For the tests of money: an unguarded charge, which loses updates, and a database that fails at a chosen query.
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { type Db, FinalStatement, type OpenDatabase } from '#server/db/index';
import { tenantTables } from './tenant-tables.ts';

/** A send without guards: read, then write. A test of concurrency that this passes tests nothing. */
export async function naiveSend(
  db: Db,
  message: { tenant: number; conversation: string; sender: string; cost: number; at: Date },
): Promise<boolean> {
  const { tenant, conversation, sender, cost, at } = message;
  const { credits } = await db
    .selectFrom('account')
    .select('credits')
    .where('tenant', '=', tenant)
    .where('id', '=', sender)
    .executeTakeFirstOrThrow();
  if (credits < cost) return false;
  const { last_seq } = await db
    .updateTable('conversation')
    .set((is) => ({ last_seq: is('last_seq', '+', 1) }))
    .where('tenant', '=', tenant)
    .where('id', '=', conversation)
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('account')
    .set({ credits: credits - cost })
    .where('tenant', '=', tenant)
    .where('id', '=', sender)
    .execute();
  const client_id = crypto.randomUUID();
  await db
    .insertInto('message')
    .values({ tenant, conversation, seq: last_seq, sender, client_id, text: 'naive', at, cost })
    .execute();
  return true;
}

class Planted extends Error {
  override readonly name = 'Planted';
}

/** A database that fails, and the number of its statements outside transactions. */
export interface Failing extends OpenDatabase {
  readonly lone: number;
  /** Whether any query has failed yet. */
  readonly hasFailed: boolean;
}

/** The same database, whose query number `at` (from 1) and all later ones are executed and then fail. */
export const failingFrom = (database: OpenDatabase, at: number): Failing => failing(database, (query) => query >= at);

/**
 * The same database, of which only query number `at` (from 1) is executed and then fails: code that ignores the error
 * continues.
 */
export const failingAt = (database: OpenDatabase, at: number): Failing => failing(database, (query) => query === at);

function failing(database: OpenDatabase, fails: (query: number) => boolean): Failing {
  let [count, lone, hasFailed] = [0, 0, false];
  const isNow = (): boolean => {
    count += 1;
    hasFailed ||= fails(count);
    return fails(count);
  };
  return {
    ...database,
    get lone() {
      return lone;
    },
    get hasFailed() {
      return hasFailed;
    },
    inTenant: (tenant, work, lock) =>
      database.inTenant(
        tenant,
        async (db, isFree) => {
          const result = await work(db.withPlugin(injectFault(isNow)), isFree);
          // It is sent together with the commit, which cannot be held back, so it fails in the database.
          return result instanceof FinalStatement && isNow()
            ? new FinalStatement(CompiledQuery.raw('select 1 / 0'), result.mapRow)
            : result;
        },
        lock,
      ),
    queryOne: <Row>(tenant: number, statement: CompiledQuery<Row>): Promise<Row | undefined> => {
      lone += 1;
      if (!isNow()) return database.queryOne(tenant, statement);
      return database.inTenant(tenant, async (db) => {
        await db.executeQuery(statement);
        throw new Planted('a statement that fails');
      });
    },
  };
}

const injectFault = (isNow: () => boolean): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) =>
    isNow() ? Promise.reject(new Planted('a query that fails')) : Promise.resolve(result),
});

/** A checksum of the rows of every table of a tenant, by name. */
export async function tableChecksums(
  database: OpenDatabase,
  tenant: number,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const tables = (await tenantTables.execute(database.kysely)).rows.map(({ name }) => name);
  return database.inTenant(tenant, async (db) => {
    const sums: Record<string, string> = {};
    for (const name of tables.filter((each) => !except.includes(each))) {
      const sum = await sql<{ sum: string | null }>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as sum from ${sql.table(name)} t`.execute(
        db,
      );
      sums[name] = sum.rows[0]?.sum ?? '';
    }
    return sums;
  });
}

/** A tenant in numbers: the effect of an operation is the difference, for any member. */
export type Figures = Readonly<Record<string, number>>;

/**
 * The number of rows of every table, the sums that money moves, and the number of accounts whose balance differs from
 * the booked one.
 */
export async function figures(database: OpenDatabase, tenant: number): Promise<Figures> {
  const tables = (await tenantTables.execute(database.kysely)).rows.map(({ name }) => name);
  return database.inTenant(tenant, async (db) => {
    const counts: Record<string, number> = {};
    for (const name of tables)
      counts[name] =
        (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db)).rows[0]?.n ?? 0;
    const { rows } = await sql<Figures>`select
      (select coalesce(sum(credits), 0)::int from account) as credits,
      (select coalesce(sum(credits), 0)::int from ledger) as booked,
      (select count(*)::int from account where paid_user) as premium,
      (select coalesce(sum(last_seq), 0)::int from conversation) as numbered,
      (select count(*)::int from payment where status = 'paid') as paid,
      (select count(*)::int from account a where credits <>
        (select coalesce(sum(l.credits), 0) from ledger l where l.tenant = a.tenant and l.account = a.id)) as unbalanced`.execute(
      db,
    );
    return { ...counts, ...rows[0] };
  });
}

/** The difference of two sets of figures, number by number. */
export const combined = (one: Figures, other: Figures, how: (a: number, b: number) => number): Figures =>
  Object.fromEntries(Object.keys(one).map((name) => [name, how(one[name] ?? 0, other[name] ?? 0)]));
