// Complaints and parked payment reports: which wait, what one says, and closing it once.
import { sql } from 'kysely';
import type { StaffOutput } from '#contract/staff';
import type { Db } from '../../db/index.ts';
import type { ClosedMatterTable } from '../../db/tables/closed-matter.ts';

type Kind = ClosedMatterTable['kind'];

/** A provider's name holds no space. */
const parkedId = sql<string>`provider || ' ' || event_id`;

export const isClosed = (tenant: number, kind: Kind, id: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from closed_matter c where c.tenant = ${tenant}::smallint and c.kind = ${kind} and c.id = ${id})`;

/** In place of that of its day and words, when the account of its writer has been erased. */
export const erasedHash = sql<Uint8Array>`sha256(convert_to('erased ' || id::text, 'UTF8'))`;

export const openComplaints = (db: Db, tenant: number, limit: number) =>
  db
    .selectFrom('complaint')
    .select(['id', 'at', 'subject'])
    .where('tenant', '=', tenant)
    .where(sql<boolean>`not ${isClosed(tenant, 'complaint', sql`complaint.id::text`)}`)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const openParked = (db: Db, tenant: number, limit: number) =>
  db
    .selectFrom('webhook_event')
    .select([parkedId.as('id'), 'received_at as at', 'kind'])
    .where('tenant', '=', tenant)
    .where('outcome', '=', 'parked')
    .where(sql<boolean>`not ${isClosed(tenant, 'parked', parkedId)}`)
    // After a change of the provider's account all payments of before are unknown: those keep no other from the list.
    .orderBy(sql`kind = 'unknown'`)
    .orderBy('received_at')
    .orderBy('event_id')
    .limit(limit)
    .execute();

export async function readComplaint(
  db: Db,
  tenant: number,
  id: string,
): Promise<StaffOutput<'complaints.show'>['complaint'] | null> {
  const row = await db
    .selectFrom('complaint')
    .select(['id', 'at', 'subject', 'text', 'language', 'email', 'account'])
    .select(isClosed(tenant, 'complaint', sql`complaint.id::text`).as('closed'))
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { ...row, at: row.at.toISOString() } : null;
}

export async function readParked(
  db: Db,
  tenant: number,
  id: string,
): Promise<StaffOutput<'parked.show'>['parked'] | null> {
  const at = id.indexOf(' ');
  const row = await db
    .selectFrom('webhook_event')
    .select([parkedId.as('id'), 'received_at', 'kind', 'payment', 'amount', 'body'])
    .select(isClosed(tenant, 'parked', parkedId).as('closed'))
    .where('tenant', '=', tenant)
    .where('provider', '=', id.slice(0, Math.max(at, 0)))
    .where('event_id', '=', id.slice(at + 1))
    .where('outcome', '=', 'parked')
    .executeTakeFirst();
  if (!row) return null;
  const { received_at, ...parked } = row;
  return { ...parked, at: received_at.toISOString() };
}

/** Null when it is done. */
export async function closeMatter(
  db: Db,
  {
    tenant,
    kind,
    id,
    now: at,
  }: { readonly tenant: number; readonly kind: Kind; readonly id: string; readonly now: Date },
): Promise<'unknown' | 'decided' | null> {
  const found = await (kind === 'complaint' ? readComplaint : readParked)(db, tenant, id);
  if (!found) return 'unknown';
  const closed = await db
    .insertInto('closed_matter')
    .values({ tenant, kind, id, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!closed) return 'decided';
  if (kind === 'complaint') await forgetAnswered(db, tenant, id);
  return null;
}

/** The address of a writer whose account has been erased was kept for the answer only. */
const forgetAnswered = (db: Db, tenant: number, id: string) =>
  db
    .updateTable('complaint')
    .set({ email: '' })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('hash', '=', erasedHash)
    .execute();
