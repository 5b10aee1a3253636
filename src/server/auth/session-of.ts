// Whether a cookie is a live session of an account.
import type { BaseCtx } from '../context.ts';
import type { Db } from '../db/index.ts';

export const isSessionOf = async (
  db: Db,
  { tenant, cookieHash, now }: Pick<BaseCtx, 'tenant' | 'cookieHash' | 'now'>,
  account: string,
): Promise<boolean> =>
  cookieHash !== null &&
  (await db
    .selectFrom('session')
    .select('account')
    .where('tenant', '=', tenant)
    .where('token_hash', '=', cookieHash)
    .where('account', '=', account)
    .where('expires_at', '>', now())
    .executeTakeFirst()) !== undefined;
