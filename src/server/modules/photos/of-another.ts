// Whether another member has a photo that looks the same: one of the two shows someone else.
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { AccountStatus } from '../../db/tables/account.ts';
import { looksLike } from '../../media/photo-hash.ts';

/** Those who are leaving may come back under another address, and an address that was never confirmed proves nothing. */
const COUNTED: readonly AccountStatus[] = ['active', 'suspended'];

/**
 * A rejected photo counts no longer: it may be the caller's own, that someone else had. Of two members who add the same picture at the
 * same moment the second one waits for the first, and then sees its photo; pictures that look alike differ in their hashes, so one lock
 * is for all of a brand.
 */
export async function isOfAnother(db: Db, tenant: number, account: string, hash: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`likeness ${tenant}`}::text, 7))`.execute(db);
  const row = await db
    .selectFrom('photo as f')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'f.tenant').onRef('a.id', '=', 'f.profile'))
    .select('f.id')
    .where('f.tenant', '=', tenant)
    .where('f.hash', 'is not', null)
    .where(looksLike(sql.ref('f.hash'), hash))
    .where('f.profile', '!=', account)
    .where('f.status', '!=', 'rejected')
    .where('a.status', 'in', COUNTED)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
