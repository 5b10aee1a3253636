// The only code that changes an account's status.
import type { Db } from '../db/index.ts';
import type { AccountStatus } from '../db/tables/account.ts';

/**
 * Sets the status, and `more` with it, if the current one is in `from`; returns whether it did. The database copies the status to the
 * profile, so that members with an inactive account are not shown. The profile is locked first, in the same order as in
 * all other calls.
 */
export async function setAccountStatus(
  db: Db,
  tenant: number,
  account: string,
  from: readonly AccountStatus[],
  to: AccountStatus,
  more: { readonly confirmed_at?: Date; readonly mail_after?: null } = {},
): Promise<boolean> {
  await db
    .selectFrom('profile')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .forUpdate()
    .execute();
  const changed = await db
    .updateTable('account')
    .set({ status: to, ...more })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
