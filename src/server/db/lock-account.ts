// Locks a member's account, so that what one member changes happens one after the other.
import type { Db } from './index.ts';

export const lockAccount = (db: Db, tenant: number, id: string) =>
  db
    .selectFrom('account')
    .select(['id', 'paid_user'])
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** As `lockAccount`, for what changes the profile as well: the profile is locked first, as by every change of an account's status. */
export async function lockMember(db: Db, tenant: number, id: string) {
  await db
    .selectFrom('profile')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
  return lockAccount(db, tenant, id);
}
