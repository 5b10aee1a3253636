// Deletes the rows of a tenant whose time is over, by what each table declares.
import { sql } from 'kysely';
import type { OpenDatabase } from './index.ts';
import { RETENTION } from './retention.ts';

const HOUR_MS = 3_600_000;

/** Each table in a transaction of its own, so that no lock is held longer than one of them takes. */
export async function deleteExpired(database: OpenDatabase, tenant: number, now: Date): Promise<void> {
  for (const [table, rule] of Object.entries(RETENTION)) {
    if (!('column' in rule)) continue;
    const before = new Date(now.getTime() - rule.keepHours * HOUR_MS);
    const bound = rule.column === 'day' ? sql`< ${before.toISOString().slice(0, 10)}` : sql`<= ${before}`;
    const own = 'allTenants' in rule ? sql`true` : sql`tenant = ${tenant}`;
    await database.inTenant(tenant, (db) =>
      sql`delete from ${sql.table(table)} where ${own} and ${sql.ref(rule.column)} ${bound}`.execute(db),
    );
  }
}
