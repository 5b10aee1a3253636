// Files that no row owns: claimed before an upload writes them, left by rows that are gone, deleted by a job.
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { describeError } from '../db/errors.ts';
import type { Db } from '../db/index.ts';
import { type FileTable, ownersOfFile } from '../db/stored-files.ts';
import { EVERY_FIVE_MINUTES, jobKind } from '../queue.ts';
import type { Services } from '../services.ts';
import { StorageUnavailable } from '../storage/file-store.ts';

/** Milliseconds after which an upload counts as given up, so that another attempt may take its place. */
const GIVEN_UP_MS = 60_000;
/** Milliseconds after which its files are deleted. */
const ABANDONED_MS = 2 * GIVEN_UP_MS;
const BATCH_SIZE = 200;

export interface Claim {
  readonly tenant: number;
  readonly file: string;
  readonly uploader: string;
  /** The table whose row the file is to belong to. */
  readonly table: FileTable;
  readonly at: Date;
}

/**
 * Claims a file's name for an upload whose bytes are to come. False while the picture of another attempt with the name is
 * being made; one whose bytes still arrive has mostly lost its connection, and this one takes its place. False also for
 * files that a row has, or has left: they may be evidence.
 */
export async function claimFile(db: Db, { tenant, file, uploader, table, at }: Claim): Promise<boolean> {
  const { rows } = await sql`${ownersOfFile(sql`${tenant}::smallint`, sql`${file}`)}`.execute(db);
  if (rows.length > 0) return false;
  const row = await db
    .insertInto('stray_photo')
    .values({ tenant, file, uploader, at, arriving: true, claimed_for: table })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'file'])
        .doUpdateSet({ uploader, at, arriving: true })
        .where('stray_photo.uploader', 'is not', null)
        .where((is) =>
          is.or([
            is('stray_photo.at', '<', new Date(at.getTime() - GIVEN_UP_MS)),
            is.and([is('stray_photo.arriving', '=', true), is('stray_photo.at', '<', at)]),
          ]),
        ),
    )
    .returning('file')
    .executeTakeFirst();
  return row !== undefined;
}

/** Says that an upload goes on; the claim as it is now, or null when another attempt has taken its place. */
export async function renewClaim(db: Db, claim: Claim, at: Date, arriving: boolean): Promise<Claim | null> {
  const row = await db
    .updateTable('stray_photo')
    .set({ at, arriving })
    .where('tenant', '=', claim.tenant)
    .where('file', '=', claim.file)
    .where('at', '=', claim.at)
    .where('uploader', '=', claim.uploader)
    .returning('file')
    .executeTakeFirst();
  return row ? { ...claim, at } : null;
}

/** Uploads of a member that are under way, but for those of the claim's own file: all, and those for the same table. */
export async function countClaims(
  db: Db,
  { tenant, file, uploader, table, at }: Claim,
): Promise<{ readonly all: number; readonly sameTable: number }> {
  const { all, same } = await db
    .selectFrom('stray_photo')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere('claimed_for', '=', table).as('same'),
    ])
    .where('tenant', '=', tenant)
    .where('uploader', '=', uploader)
    .where('file', '!=', file)
    .where('at', '>=', new Date(at.getTime() - GIVEN_UP_MS))
    .executeTakeFirstOrThrow();
  return { all: Number(all), sameTable: Number(same) };
}

/** Gives a claimed file to the row that is added with it. False when the claim is lost, and with it the file. */
export async function takeFile(db: Db, { tenant, file, at }: Claim): Promise<boolean> {
  const row = await db
    .deleteFrom('stray_photo')
    .where('tenant', '=', tenant)
    .where('file', '=', file)
    .where('at', '=', at)
    .where('uploader', 'is not', null)
    .returning('file')
    .executeTakeFirst();
  return row !== undefined;
}

type Deleting = Pick<Services, 'database' | 'photos' | 'now' | 'log'>;

/**
 * Deletes the files of an upload that failed, unless another attempt has its name now. Files that cannot be deleted now are left
 * to the job.
 */
export async function dropClaim(services: Deleting, { tenant, file, at }: Claim): Promise<void> {
  const which = sql`s.file = ${file} and s.at = ${at.toISOString()}::timestamptz`;
  await deleteNext(services, tenant, which).catch((error: unknown) => {
    if (!(error instanceof StorageUnavailable)) throw error;
    services.log.warn({ tenant, error: describeError(error) }, 'files not deleted');
  });
}

/**
 * Gives up an upload of which it is not known what has been written: what is still on its way comes after a deletion. The job
 * deletes the files later; another attempt, with the same picture, may have the name at once.
 */
export async function giveUpClaim({ database, now }: Deleting, { tenant, file, at }: Claim): Promise<void> {
  await database.inTenant(tenant, (db) =>
    db
      .updateTable('stray_photo')
      .set({ at: new Date(now().getTime() - GIVEN_UP_MS - 1) })
      .where('tenant', '=', tenant)
      .where('file', '=', file)
      .where('at', '=', at)
      .where('uploader', 'is not', null)
      .execute(),
  );
}

export const photoCleanup = jobKind({
  name: 'photo_cleanup',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: EVERY_FIVE_MINUTES },
  run: deleteDueStrays,
});

/** Throws at the first file that cannot be deleted; it is then the last in line. */
async function deleteDueStrays(services: Deleting, { tenant }: { readonly tenant: number }): Promise<void> {
  const before = new Date(services.now().getTime() - ABANDONED_MS).toISOString();
  const which = sql`(s.uploader is null or s.at < ${before}::timestamptz)`;
  for (let count = 0; count < BATCH_SIZE; count += 1) if (!(await deleteNext(services, tenant, which))) return;
}

/**
 * Deletes the files of one row, between two transactions: none waits for the store. The row stays until they are gone, since
 * files without a row are never found again. False when there is no such row.
 */
async function deleteNext(
  { database, photos, now }: Deleting,
  tenant: number,
  which: RawBuilder<unknown>,
): Promise<boolean> {
  const at = now();
  const file = await database.inTenant(tenant, (db) => reserve(db, tenant, which, at));
  if (file === null) return false;
  await photos.remove(file);
  await database.inTenant(tenant, (db) =>
    db.deleteFrom('stray_photo').where('tenant', '=', tenant).where('file', '=', file).where('at', '=', at).execute(),
  );
  return true;
}

/** Keeps the name from uploads while its files are deleted, as an upload does. Evidence stays as long as its report. */
async function reserve(db: Db, tenant: number, which: RawBuilder<unknown>, at: Date): Promise<string | null> {
  const { rows } = await sql<{ file: string }>`
    update stray_photo set at = ${at.toISOString()}::timestamptz, arriving = false
    where tenant = ${tenant}::smallint and file = (select s.file from stray_photo s where s.tenant = ${tenant}::smallint and ${which}
      and not exists (${ownersOfFile(sql`s.tenant`, sql`s.file`)})
      and not exists (select from report r where r.tenant = s.tenant and (r.evidence -> 'photo' ->> 'file' = s.file
        or r.evidence -> 'messages' @> jsonb_build_array(jsonb_build_object('picture', jsonb_build_object('file', s.file)))
        or r.evidence -> 'messages' @> jsonb_build_array(jsonb_build_object('voice', jsonb_build_object('file', s.file)))))
      order by s.at limit 1 for update of s skip locked)
    returning file`.execute(db);
  return rows[0]?.file ?? null;
}
