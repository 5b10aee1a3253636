// Ends the sessions of an account, and what else opens it.
import type { Db } from '../db/index.ts';

/** Ends all sessions of an account; returns their hashes. */
export const endAllSessions = async (db: Db, tenant: number, account: string): Promise<Uint8Array[]> =>
  (
    await db
      .deleteFrom('session')
      .where('tenant', '=', tenant)
      .where('account', '=', account)
      .returning('token_hash')
      .execute()
  ).map(({ token_hash }) => token_hash);

export const isSameSession = (a: Uint8Array, b: Uint8Array | undefined | null): boolean =>
  b ? Buffer.from(a).equals(b) : false;

/** When others may have had the account: their passkeys would open it, and an export that they asked for holds all of it. */
export async function endOtherAccess(db: Db, tenant: number, account: string): Promise<void> {
  for (const table of ['passkey', 'passkey_challenge', 'data_export'] as const)
    await db.deleteFrom(table).where('tenant', '=', tenant).where('account', '=', account).execute();
}
