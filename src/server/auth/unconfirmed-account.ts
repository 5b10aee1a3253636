// Deletes accounts with an unconfirmed address, when the owner of the address has proven it, or they leave or expire (decisions E1).
import { sql } from 'kysely';
import { DAY_MS } from '#domain/durations';
import { UNCONFIRMED_DAYS } from '#domain/limits';
import { ENDED_UNPAID } from '#domain/payments';
import type { Clock } from '../context.ts';
import type { Db, OpenDatabase } from '../db/index.ts';
import { eachInTurn } from '../each-in-turn.ts';
import { emailKey } from './email-key.ts';
import { eraseAccount } from './erase-account.ts';

/** Accounts read per query. */
const BATCH_SIZE = 500;

/** `email`: it is only the account while it has this address, which its owner may have corrected meanwhile. */
interface UnconfirmedAccount {
  readonly id: string;
  readonly email?: string;
}

/**
 * Locks an account with its sessions and profile, in the order of a member's own calls. Returns false when it is confirmed, missing, or has
 * another address.
 */
export async function lockUnconfirmed(db: Db, tenant: number, { id, email }: UnconfirmedAccount): Promise<boolean> {
  const sessions = db.selectFrom('session').select('account').where('tenant', '=', tenant).where('account', '=', id);
  await sessions.forUpdate().execute();
  const profile = db.selectFrom('profile').select('id').where('tenant', '=', tenant).where('id', '=', id);
  await profile.forUpdate().execute();
  const account = await db
    .selectFrom('account')
    .select('email_key')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'not_confirmed')
    .forUpdate()
    .executeTakeFirst();
  return account !== undefined && (email === undefined || account.email_key === emailKey(email));
}

/**
 * Deletes an account with profile, photos, sessions, held messages and stored answers. Returns false, deleting nothing,
 * when it is confirmed, missing, or has payments that count. Its ledger entries stay under a pseudonym.
 */
export async function deleteUnconfirmed(db: Db, tenant: number, id: string): Promise<boolean> {
  if (!(await lockUnconfirmed(db, tenant, { id }))) return false;
  if (await hasPayment(db, tenant, id)) return false;
  await eraseAccount(db, tenant, id);
  return true;
}

/**
 * Deletes an account for the owner of its address, who has proven to be that. Payments hold no address: they stay in the books under a
 * pseudonym, and one that is paid later is given back (`settle.ts`). Returns false, deleting nothing, when the account is confirmed,
 * missing, or has another address.
 */
export async function takeAddress(
  db: Db,
  tenant: number,
  account: UnconfirmedAccount & { readonly email: string },
): Promise<boolean> {
  // Locked before the account, as by the reports of the provider.
  const payments = db.selectFrom('payment').select('id').where('tenant', '=', tenant);
  await payments.where('account', '=', account.id).orderBy('id').forUpdate().execute();
  if (!(await lockUnconfirmed(db, tenant, account))) return false;
  await eraseAccount(db, tenant, account.id);
  return true;
}

/**
 * Statuses of payments that hold no account: one that is only ordered, whose money goes back if it is paid after all (`settle.ts`), and
 * those without money.
 */
const HOLD_NOTHING = ['created', ...ENDED_UNPAID, 'refunded', 'chargeback'] as const;

/** Whether the member has paid, or a payment is on its way; customer service deletes such an account. */
async function hasPayment(db: Db, tenant: number, account: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payment')
    .select('id')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('status', 'not in', HOLD_NOTHING)
    .executeTakeFirst();
  return payment !== undefined;
}

/** Deletes all expired accounts of a tenant, each in its own transaction: one that cannot be deleted keeps no other from it. */
export const deleteExpiredUnconfirmed = (database: OpenDatabase, tenant: number, now: Clock): Promise<void> =>
  eachInTurn(expiredAccounts(database, tenant, now()), (id) =>
    database.inTenant(tenant, (db) => deleteUnconfirmed(db, tenant, id)),
  );

async function* expiredAccounts(database: OpenDatabase, tenant: number, now: Date): AsyncGenerator<string> {
  const before = new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS);
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
    yield* due.map(({ id }) => id);
    const lastRow = due.at(-1);
    if (!lastRow) return;
    cursor = { at: lastRow.signup_at, id: lastRow.id };
  }
}
