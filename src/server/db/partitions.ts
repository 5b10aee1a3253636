// Creates the partitions that are needed next and drops those that are too old, by functions that run as the owner of the tables.
import { sql } from 'kysely';
import type { OpenDatabase } from './index.ts';
import { TABLES } from './tables/index.ts';

/**
 * Each table and step has a transaction of its own: a call never waits for two of them, and one that fails keeps none of the others from
 * being done. Throws the first failure. Partitions belong to all tenants; the tenant is only that of the connection.
 */
export async function rotatePartitions(database: OpenDatabase, tenant: number): Promise<void> {
  const failures: unknown[] = [];
  const run = (step: ReturnType<typeof sql>): Promise<unknown> =>
    database.inTenant(tenant, (db) => step.execute(db)).catch((error: unknown) => failures.push(error));
  for (const [table, { retention }] of Object.entries(TABLES)) {
    if (!('partitions' in retention)) continue;
    await run(sql`select create_upcoming_partitions(${table})`);
    if ('keepDays' in retention) await run(sql`select drop_expired_partitions(${table}, ${retention.keepDays})`);
  }
  if (failures.length > 0) throw failures[0];
}
