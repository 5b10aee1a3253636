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
