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
 * Stores the hash and queues the mail that says so. The caller has locked the account (`lockOwner`), publishes the events, which log out open
 * tabs, and starts a new session for the browser of the session `current`.
 */
export async function setPassword(
  services: Services,
  db: Db,
  tenant: number,
  { id, email }: Account,
  password_hash: string,
  current: Uint8Array | null = null,
): Promise<EmittedEvent[]> {
  await releaseAccount(db, tenant, email);
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
