// Erases members: what is left of them are entries in the books under a pseudonym (check E7).
import { DAY_MS } from '#domain/durations';
import { sql } from 'kysely';
import { DELETION_DAYS } from '#domain/limits';
import type { Db, OpenDatabase } from '../db/index.ts';
import { eachInTurn } from '../each-in-turn.ts';
import { forgetJobs } from '../queue.ts';
import { erasedHash, isClosed } from '../staff/desk/matters.ts';

/**
 * Deletes the account and all that belongs to it; the caller has locked it. Entries of the ledger and payments get a random id
 * in place of the account's, of which no record is kept.
 */
export async function eraseAccount(db: Db, tenant: number, id: string): Promise<void> {
  const pseudonym = crypto.randomUUID();
  const { rows } = await sql<{ partner: string }>`
    select case when one = ${id}::uuid then two else one end as partner from conversation
    where tenant = ${tenant}::smallint and (one = ${id}::uuid or two = ${id}::uuid)`.execute(db);
  const partners = rows.map(({ partner }) => partner);
  await sql`select pseudonymize_books(${tenant}::smallint, ${id}::uuid, ${pseudonym}::uuid, ${partners}::uuid[])`.execute(
    db,
  );
  await db
    .updateTable('payment')
    .set({ account: pseudonym })
    .where('tenant', '=', tenant)
    .where('account', '=', id)
    .execute();
  await db.deleteFrom('discount_use').where('tenant', '=', tenant).where('holder', '=', id).execute();
  await db.deleteFrom('idempotency').where('tenant', '=', tenant).where('caller', '=', id).execute();
  await db.deleteFrom('event').where('tenant', '=', tenant).where('account', '=', id).execute();
  // An unsigned one goes with the account.
  await db
    .updateTable('debit_mandate')
    .set({ account: null })
    .where('tenant', '=', tenant)
    .where('account', '=', id)
    .where('signed_at', 'is not', null)
    .execute();
  await forgetComplainant(db, tenant, id);
  await forgetDecided(db, tenant, id);
  // Reports about the member that a person has decided; open ones stay as evidence until then.
  await db
    .deleteFrom('report')
    .where('tenant', '=', tenant)
    .where('reported', '=', id)
    .where('status', '!=', 'received')
    .execute();
  await db.deleteFrom('account').where('tenant', '=', tenant).where('id', '=', id).execute();
}

/** What was written is kept for claims; an answer needs the address no more once a person has closed the complaint. */
async function forgetComplainant(db: Db, tenant: number, id: string): Promise<void> {
  const isAnswered = isClosed(tenant, 'complaint', sql`complaint.id::text`);
  await db
    .updateTable('complaint')
    .set({
      account: null,
      email: sql<string>`case when ${isAnswered} then '' else email end`,
      // That of before was of the account and the address as well.
      hash: erasedHash,
    })
    .where('tenant', '=', tenant)
    .where('account', '=', id)
    .execute();
}

/** That operators decided, and why, can be checked for a while: without the picture, and without words about the member. */
async function forgetDecided(db: Db, tenant: number, id: string): Promise<void> {
  await db
    .updateTable('moderation')
    .set({ photo: null, hash: null, note: null, facts: null })
    .where('tenant', '=', tenant)
    .where('account', '=', id)
    .execute();
}

/**
 * Erases the accounts of a tenant whose time to come back is over, each in its own transaction: one that cannot be erased keeps no other
 * from it.
 */
export async function eraseDeleted(database: OpenDatabase, tenant: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DELETION_DAYS * DAY_MS);
  const due = await database.inTenant(tenant, (db) =>
    db
      .selectFrom('account')
      .select('id')
      .where('tenant', '=', tenant)
      .where('deleted_at', '<=', before)
      .orderBy('deleted_at')
      .limit(1000)
      .execute(),
  );
  // First, so that a run that is interrupted forgets them too.
  await forgetJobs(
    database,
    due.map(({ id }) => id),
  );
  await eachInTurn(due, ({ id }) => database.inTenant(tenant, (db) => eraseMember(db, tenant, id, before)));
}

/** Erases a member at once, or only when the time to come back was over `before`. False when there is none. */
export async function eraseMember(db: Db, tenant: number, id: string, before: Date | null = null): Promise<boolean> {
  await sql`select id from profile where tenant = ${tenant}::smallint and id = ${id}::uuid for update`.execute(db);
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .$if(before !== null, (query) => query.where('status', '=', 'pending_deletion').where('deleted_at', '<=', before))
    .forUpdate()
    .executeTakeFirst();
  if (!account) return false;
  // Only confirmed members are shown in the swipe game; what others swiped has no foreign key to them.
  await db.deleteFrom('swipe').where('tenant', '=', tenant).where('profile', '=', id).execute();
  await eraseAccount(db, tenant, id);
  return true;
}
