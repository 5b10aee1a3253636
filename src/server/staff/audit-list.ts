// Reads the audit log, one brand at a time, the newest first.
import type { AuditEntry } from '#contract/staff';
import { STAFF, STAFF_TENANT } from '#domain/staff';
import type { Db } from '../db/index.ts';
import { brandOf } from './brands.ts';
import type { StaffHandler } from './context.ts';

export const listAudit: StaffHandler<'audit.list'> = async ({ services }, { brand, before, subject }) => {
  const tenant = brand === undefined ? STAFF_TENANT : brandOf(services, brand).id;
  const asked = { tenant, brand: brand ?? null, before, subject };
  return { entries: await services.database.inTenant(tenant, (db) => readAudit(db, asked)) };
};

interface Asked {
  readonly tenant: number;
  /** Shown with each entry. */
  readonly brand: string | null;
  /** Continues a list. */
  readonly before?: number | undefined;
  readonly subject?: string | undefined;
}

export async function readAudit(db: Db, { tenant, brand, before, subject }: Asked): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor', 'role', 'call', 'subject', 'reason', 'before', 'after'])
    .where('tenant', '=', tenant)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .orderBy('id', 'desc')
    .limit(STAFF.auditPage)
    .execute();
  return rows.map((row) => ({ ...row, brand, at: row.at.toISOString() }));
}
