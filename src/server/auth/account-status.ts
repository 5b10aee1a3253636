// The one writer of an account's status.
import type { Db } from '../db/index.ts';
import type { AccountStatus } from '../db/tables.ts';

/**
 * Changes the status of an account that has one of `from`; answers whether it did. The database copies it to the profile, so that a member
 * whose account is not active is shown nowhere. The profile is locked first, in the order in which every other call locks the two.
 */
export async function setAccountStatus(
  db: Db,
  tenant: number,
  account: string,
  from: readonly AccountStatus[],
  to: AccountStatus,
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
    .set({ status: to })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
