// The address that a member has asked to change to, which the account has until its link is used, cancelled or expired.
import { HOUR_MS } from '#domain/durations';
import { EMAIL_CHANGE } from '#domain/limits';
import type { Db, OpenDatabase } from '../db/index.ts';
import { deleteMailTokens } from './mail-token.ts';

/** When a link that is mailed now expires. */
export const newEmailUntil = (now: Date): Date => new Date(now.getTime() + EMAIL_CHANGE.validHours * HOUR_MS);

export async function setNewEmail(
  db: Db,
  tenant: number,
  account: string,
  change: { readonly email: string; readonly until: Date },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ new_email: change.email, new_email_until: change.until })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .execute();
}

/** Ends a change of address that is not confirmed yet; false when there was none. */
export async function forgetNewEmail(db: Db, tenant: number, account: string): Promise<boolean> {
  const forgotten = await db
    .updateTable('account')
    .set({ new_email: null, new_email_until: null })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('new_email', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  await deleteMailTokens(db, tenant, account, 'email');
  return forgotten !== undefined;
}

/** Deletes the addresses of a tenant whose link has expired. */
export const forgetExpiredNewEmails = (database: OpenDatabase, tenant: number, now: Date): Promise<unknown> =>
  database.inTenant(tenant, (db) =>
    db
      .updateTable('account')
      .set({ new_email: null, new_email_until: null })
      .where('tenant', '=', tenant)
      .where('new_email_until', '<=', now)
      .execute(),
  );
