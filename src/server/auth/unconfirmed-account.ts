// Deletes accounts with an unconfirmed address, when a new signup replaces them or they expire (decisions E1).
import { sql } from 'kysely';
import { UNCONFIRMED_DAYS } from '#domain/limits';
import type { Clock } from '../context.ts';
import type { Db, OpenDatabase } from '../db/index.ts';

const DAY = 86_400_000;
/** Time a buyer has to pay an order at the provider. */
const ORDER_TIMEOUT_MS = 3_600_000;
/** Accounts read per query. */
const BATCH_SIZE = 500;

/**
 * Deletes an account with profile, photos, sessions, held messages and stored answers. Returns false, deleting nothing,
 * when it is confirmed, missing, or has payments. Its ledger entries stay.
 */
export async function deleteUnconfirmed(db: Db, tenant: number, id: string, now: Date): Promise<boolean> {
  // Lock order of a member's own calls: session, profile, account.
  const sessions = db.selectFrom('session').select('account').where('tenant', '=', tenant).where('account', '=', id);
  await sessions.forUpdate().execute();
  const profile = db.selectFrom('profile').select('id').where('tenant', '=', tenant).where('id', '=', id);
  await profile.forUpdate().execute();
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'not_confirmed')
    .forUpdate()
    .executeTakeFirst();
  if (!account || (await hasPayment(db, tenant, id, now))) return false;
  await db.deleteFrom('idempotency').where('tenant', '=', tenant).where('caller', '=', id).execute();
  await db.deleteFrom('event').where('tenant', '=', tenant).where('account', '=', id).execute();
  await db.deleteFrom('account').where('tenant', '=', tenant).where('id', '=', id).execute();
  return true;
}

/** Whether the member has paid or may still pay; customer service deletes such an account. */
async function hasPayment(db: Db, tenant: number, account: string, now: Date): Promise<boolean> {
  const payment = await db
    .selectFrom('payment')
    .select('id')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('status', 'not in', ['failed', 'cancelled', 'expired'])
    .where((is) =>
      is.or([is('status', '!=', 'created'), is('created_at', '>', new Date(now.getTime() - ORDER_TIMEOUT_MS))]),
    )
    .executeTakeFirst();
  return payment !== undefined;
}

/** Deletes all expired accounts of a tenant, each in its own transaction. */
export async function deleteExpiredUnconfirmed(database: OpenDatabase, tenant: number, now: Clock): Promise<void> {
  const before = new Date(now().getTime() - UNCONFIRMED_DAYS * DAY);
  let cursor = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const due = await database.inTenant(tenant, (db) =>
      db
        .selectFrom('account')
        .select(['id', 'signup_at'])
        .where('tenant', '=', tenant)
        .where('status', '=', 'not_confirmed')
        .where('signup_at', '<', before)
        .where(sql<boolean>`(signup_at, id) > (${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)`)
        .orderBy('signup_at')
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    );
    for (const { id } of due) await database.inTenant(tenant, (db) => deleteUnconfirmed(db, tenant, id, now()));
    const lastRow = due.at(-1);
    if (!lastRow) return;
    cursor = { at: lastRow.signup_at, id: lastRow.id };
  }
}
