// Locks an account with all that opens it, in the one order of all calls (ARCHITECTURE.md): called before anything else is locked.
import type { Db } from '../db/index.ts';

interface Options {
  /** The session of the browser, which may be another account's: it ends when the browser gets a new one. */
  readonly cookie?: Uint8Array | null;
  /** `forUpdate` for what deletes the account or changes its address. */
  readonly strength?: 'forNoKeyUpdate' | 'forUpdate';
}

/** Sessions, profiles, accounts; returns the accounts that there are. */
export async function lockOwners(
  db: Db,
  tenant: number,
  ids: readonly string[],
  { cookie = null, strength = 'forNoKeyUpdate' }: Options = {},
) {
  await db
    .selectFrom('session')
    .select('account')
    .where('tenant', '=', tenant)
    .where((is) => is.or([is('account', 'in', ids), ...(cookie ? [is('token_hash', '=', cookie)] : [])]))
    .orderBy('token_hash')
    .forUpdate()
    .execute();
  await db
    .selectFrom('profile')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', 'in', ids)
    .orderBy('id')
    [strength]()
    .execute();
  return db
    .selectFrom('account')
    .select(['id', 'status', 'email_key', 'password_hash', 'login_after_confirming', 'deleted_at'])
    .where('tenant', '=', tenant)
    .where('id', 'in', ids)
    .orderBy('id')
    [strength]()
    .execute();
}

/** As `lockOwners` for one account; null when there is none. */
export const lockOwner = async (db: Db, tenant: number, id: string, options: Options = {}) =>
  (await lockOwners(db, tenant, [id], options))[0] ?? null;
export type LockedOwner = NonNullable<Awaited<ReturnType<typeof lockOwner>>>;

/** Locks an account's payments, which come before all else: reports of the provider lock them first. */
export async function lockPayments(db: Db, tenant: number, account: string): Promise<void> {
  const payments = db.selectFrom('payment').select('id').where('tenant', '=', tenant);
  await payments.where('account', '=', account).orderBy('id').forUpdate().execute();
}

/** Locks all that is erased with an account; null when there is none. */
export async function lockToErase(db: Db, tenant: number, id: string): Promise<LockedOwner | null> {
  await lockPayments(db, tenant, id);
  return lockOwner(db, tenant, id, { strength: 'forUpdate' });
}
