// Brings a restored database up to the record of deletions beside the photos, so that deleted members stay deleted (check H10).
import { sql } from 'kysely';
import { DAY_MS } from '#domain/durations';
import { setAccountStatus } from '#server/auth/account-status';
import { RECORD_DAYS, type Recorded, recordedSince } from '#server/auth/deletion-record';
import { endAllSessions } from '#server/auth/end-sessions';
import { eraseMember } from '#server/auth/erase-account';
import { statusAfterDeletion } from '#server/auth/suspension';
import type { Config } from '#server/config/index';
import { type Db, migrate, type OpenDatabase, openDatabase } from '#server/db/index';
import { forgetJobs } from '#server/queue';
import { openFileStore } from '#server/storage/index';

/** How many members of the backup were erased or deleted again, and how many of its deleted ones had come back. */
export interface DeletedAgain {
  readonly erased: number;
  readonly deleted: number;
  readonly kept: number;
  /** The record does not reach back to the backup. */
  readonly isTooOld: boolean;
}

interface Target extends Pick<Config, 'database'> {
  readonly files: Pick<Config, 'bucket' | 'dataDir'>;
  readonly tenants: readonly number[];
  readonly now: Date;
}

export async function deleteAgain(made: Date, { database, files, tenants, now }: Target): Promise<DeletedAgain> {
  const store = openFileStore(files);
  const oldest = new Date(now.getTime() - RECORD_DAYS * DAY_MS);
  const [since, isTooOld] = made < oldest ? [oldest, true] : [made, false];
  const counts = { erased: 0, deleted: 0, kept: 0 };
  const open = await openDatabase(database);
  try {
    let isCurrent = false;
    for (const tenant of tenants) {
      const recorded = await recordedSince(store, tenant, since, now);
      if (recorded.size === 0) continue;
      // The backup may be of an earlier release, whose tables erasing does not know.
      if (!isCurrent) await migrate(open, database);
      isCurrent = true;
      for (const { id, hash } of await accountsOf(open, tenant, [...recorded.keys()])) {
        const each = recorded.get(hash);
        if (each && (await apply(open, tenant, id, each, now))) counts[each.state] += 1;
      }
    }
  } finally {
    await open.close();
  }
  return { ...counts, isTooOld };
}

/** One who was in deletion at the backup may have come back and left again. */
const ANY_STATUS = ['active', 'suspended', 'not_confirmed', 'pending_deletion'] as const;

const SAME_MS = 60_000;

/** Accounts of the backup with one of these hashes: every id is hashed once. */
const accountsOf = (database: OpenDatabase, tenant: number, hashes: readonly string[]) =>
  database.inTenant(tenant, async (db) => {
    const { rows } = await sql<{ id: string; hash: string }>`
      select id, hash from (select id, hash_of_account(id) as hash from account where tenant = ${tenant}::smallint) hashed
      where hash = any(${hashes}::text[])`.execute(db);
    return rows;
  });

/** Each in a transaction of its own, so that a restore that is run again goes on. Returns whether it changed something. */
async function apply(
  database: OpenDatabase,
  tenant: number,
  account: string,
  recorded: Recorded,
  now: Date,
): Promise<boolean> {
  if (recorded.state === 'erased') await forgetJobs(database, [account]);
  return database.inTenant(tenant, async (db) => {
    const hasChanged = await bringUp(db, tenant, account, recorded, now);
    // It is in the record already.
    const { hash } = recorded;
    await db.deleteFrom('deletion_change').where('tenant', '=', tenant).where('hash', '=', hash).execute();
    return hasChanged;
  });
}

async function bringUp(db: Db, tenant: number, account: string, { state, at }: Recorded, now: Date): Promise<boolean> {
  if (state === 'erased') return eraseMember(db, tenant, account);
  const isDeleted = state === 'deleted';
  const status = isDeleted ? 'pending_deletion' : await statusAfterDeletion(db, tenant, account, now);
  const from = isDeleted ? ANY_STATUS : (['pending_deletion'] as const);
  if (!(await setAccountStatus(db, tenant, account, from, status))) return false;
  if (isDeleted) await endAllSessions(db, tenant, account);
  const deleted_at = isDeleted ? new Date(at) : null;
  const changed = await db
    .updateTable('account')
    .set({ deleted_at, deletion_reason: null, deletion_remarks: null })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where((is) =>
      deleted_at === null
        ? is('deleted_at', 'is not', null)
        : // The clock of the record is the database's.
          is.or([
            is('deleted_at', 'is', null),
            is('deleted_at', '<', new Date(deleted_at.getTime() - SAME_MS)),
            is('deleted_at', '>', new Date(deleted_at.getTime() + SAME_MS)),
          ]),
    )
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Null when there is nothing to say. */
export function deletedSentence({ erased, deleted, kept, isTooOld }: DeletedAgain): string | null {
  const done = [
    erased > 0 && `${erased} were erased again`,
    deleted > 0 && `${deleted} wait for their erasure again`,
    kept > 0 && `${kept} had come back and stay`,
  ].filter(Boolean);
  const said = [
    done.length > 0 && `Of the members who deleted their account or came back since the backup, ${done.join(', ')}.`,
    isTooOld &&
      `The backup is older than the ${RECORD_DAYS} days of the record: members who were erased before are back.`,
  ].filter(Boolean);
  return said.length > 0 ? said.join(' ') : null;
}
