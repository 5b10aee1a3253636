// Deletes reports a year after a person has decided them; open ones wait longer (src/server/db/tables/report.ts).
import { DAY_MS } from '#domain/durations';
import { SAFETY } from '#domain/limits';
import type { OpenDatabase } from '../../db/index.ts';

/** The job may be a day late. */
export const deleteDecidedReports = (database: OpenDatabase, tenant: number, now: Date): Promise<unknown> =>
  database.inTenant(tenant, (db) =>
    db
      .deleteFrom('report')
      .where('tenant', '=', tenant)
      .where('decided_at', '<=', new Date(now.getTime() - (SAFETY.keepDecidedDays - 1) * DAY_MS))
      .execute(),
  );
