// Ends the sessions of an account, and what else opens it.
import type { EmittedEvent } from '../context.ts';
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

const isSameSession = (a: Uint8Array, b: Uint8Array | undefined | null): boolean =>
  b ? Buffer.from(a).equals(b) : false;

/**
 * Ends all sessions of an account, since what opens it has changed or nothing will. The caller emits the events, which log out open tabs.
 * The browser of the session `current` stays where it is: it gets a new session, or leaves by itself.
 */
export const logOutAll = async (
  db: Db,
  tenant: number,
  account: string,
  current: Uint8Array | null,
): Promise<EmittedEvent[]> =>
  (await endAllSessions(db, tenant, account)).map((session): EmittedEvent => {
    const again = isSameSession(session, current) ? { again: true as const } : {};
    return [
      { type: 'logout', ...again },
      { account, session },
    ];
  });

/** When others may have had the account: their passkeys would open it, and an export that they asked for holds all of it. */
export async function endOtherAccess(db: Db, tenant: number, account: string): Promise<void> {
  for (const table of ['passkey', 'passkey_challenge', 'data_export'] as const)
    await db.deleteFrom(table).where('tenant', '=', tenant).where('account', '=', account).execute();
}
