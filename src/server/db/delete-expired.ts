// Deletes the rows of a tenant whose time is over, by what each table declares.
import { sql } from 'kysely';
import { HOUR_MS } from '#domain/durations';
import { isoDay } from '#domain/iso-day';
import type { OpenDatabase } from './index.ts';
import { TABLES } from './tables/index.ts';

/** Rows of one transaction: it must end long before the limit for a statement, however many rows are due. */
const ROWS_AT_ONCE = 20_000;

export async function deleteExpired(
  database: OpenDatabase,
  tenant: number,
  now: Date,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  for (const [table, { retention }] of Object.entries(TABLES)) {
    if (!('column' in retention)) continue;
    const before = new Date(now.getTime() - retention.keepHours * HOUR_MS);
    const bound = retention.column === 'day' ? sql`< ${isoDay(before)}` : sql`<= ${before}`;
    const own = 'allTenants' in retention ? sql`true` : sql`tenant = ${tenant}`;
    const isDue = sql`${own} and ${sql.ref(retention.column)} ${bound}`;
    // A row that was renewed since it was found is looked at again by the outer condition.
    const statement = sql`delete from ${sql.table(table)} where ${isDue}
      and ctid = any(array(select ctid from ${sql.table(table)} where ${isDue} limit ${rowsAtOnce}))`;
    for (let deleted = rowsAtOnce; deleted >= rowsAtOnce;)
      deleted = Number((await database.inTenant(tenant, (db) => statement.execute(db))).numAffectedRows ?? 0);
  }
}
