// Sets an account's password: all its sessions end, so does a change of address that is not confirmed yet, and blocks after failed
// logins are lifted.
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { EmittedEvent } from '../context.ts';
import { passwordChangedMail } from '../mail/password-reset.ts';
import type { Services } from '../services.ts';
import { releaseAccount } from './lockout.ts';
import { deleteMailTokens, deleteUnusedTokens } from './mail-token.ts';
import { logOutAll } from './end-sessions.ts';
import { forgetNewEmail } from './new-email.ts';

interface Account {
  readonly id: string;
  readonly email: string;
}

/**
 * Stores the hash and queues the mail that says so. The caller publishes the events, which log out open tabs, and starts a new
 * session for the browser of the session `current`.
 */
export async function setPassword(
  services: Services,
  db: Db,
  tenant: number,
  { id, email }: Account,
  password_hash: string,
  current: Uint8Array | null = null,
): Promise<EmittedEvent[]> {
  await lockForPassword(db, tenant, { id, email });
  await db
    .updateTable('account')
    .set({ password_hash, reset_asked_at: sql`'{}'` })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute();
  await forgetNewEmail(db, tenant, id);
  const loggedOut = await logOutAll(db, tenant, id, current);
  await deleteUnusedTokens(db, tenant, id, 'reset');
  await deleteMailTokens(db, tenant, id, 'login');
  await services.queue.add(db, passwordChangedMail, { tenant, account: id });
  return loggedOut;
}

/** Lifts the blocks and locks the account: in the order of a login, which counts first, and before its links, as a login by mail does. */
export async function lockForPassword(db: Db, tenant: number, { id, email }: Account): Promise<void> {
  await releaseAccount(db, tenant, email);
  await lockedHash(db, tenant, id);
}

/** Locks the account, so that a change of the password waits until a session that begins by it is stored, and ends that too. */
export const lockedHash = async (db: Db, tenant: number, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('account')
      .select('password_hash')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
  )?.password_hash ?? null;
