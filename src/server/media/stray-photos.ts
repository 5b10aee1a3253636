// Files that no photo owns: claimed before an upload writes them, left by photos that are gone, deleted by a job.
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db, OpenDatabase } from '../db/index.ts';
import { EVERY_FIVE_MINUTES, jobKind } from '../queue.ts';
import type { PhotoStore } from './photo-store.ts';

/** Milliseconds after which an upload counts as given up, so that another attempt may take its place. */
const GIVEN_UP_MS = 60_000;
/** Milliseconds after which its files are deleted. */
const ABANDONED_MS = 2 * GIVEN_UP_MS;
const BATCH_SIZE = 200;

/** What a claimed file is to be: one of the member's own photos, or a picture in a chat. */
export type ClaimFor = 'photo' | 'chat';

export interface Claim {
  readonly tenant: number;
  readonly file: string;
  readonly uploader: string;
  readonly use: ClaimFor;
  readonly at: Date;
}

/**
 * Claims a file's name for an upload whose bytes are to come. False while the picture of another attempt with the name is
 * being made; one whose bytes still arrive has mostly lost its connection, and this one takes its place. False also for
 * files that a picture has, or has left: they may be evidence.
 */
export async function claimFile(db: Db, { tenant, file, uploader, use, at }: Claim): Promise<boolean> {
  const { rows } =
    await sql`select from photo where tenant = ${tenant}::smallint and file = ${file} and file ~ '^[0-9a-f]{32}$'
    union all select from chat_picture where tenant = ${tenant}::smallint and file = ${file}`.execute(db);
  if (rows.length > 0) return false;
  const row = await db
    .insertInto('stray_photo')
    .values({ tenant, file, uploader, at, arriving: true, in_chat: use === 'chat' })
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

/** Uploads of a member that are under way, but for those of the claim's own file: all, and those for the same use. */
export async function countClaims(
  db: Db,
  { tenant, file, uploader, use, at }: Claim,
): Promise<{ readonly all: number; readonly sameUse: number }> {
  const { all, same } = await db
    .selectFrom('stray_photo')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn
        .countAll<string>()
        .filterWhere('in_chat', '=', use === 'chat')
        .as('same'),
    ])
    .where('tenant', '=', tenant)
    .where('uploader', '=', uploader)
    .where('file', '!=', file)
    .where('at', '>=', new Date(at.getTime() - GIVEN_UP_MS))
    .executeTakeFirstOrThrow();
  return { all: Number(all), sameUse: Number(same) };
}

/** Gives a claimed file to a photo. False when the claim is lost, and with it the file. */
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

/** Deletes the files of an upload that failed, unless another attempt has its name now. */
export const dropClaim = (database: OpenDatabase, store: PhotoStore, { tenant, file, at }: Claim): Promise<void> =>
  database.inTenant(tenant, (db) =>
    deleteStrays(db, store, tenant, sql`file = ${file} and at = ${at.toISOString()}::timestamptz`),
  );

export const photoCleanup = jobKind({
  name: 'photo_cleanup',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: EVERY_FIVE_MINUTES },
  run: ({ database, photos, now }, { tenant }) => deleteDueStrays(database, photos, tenant, now()),
});

async function deleteDueStrays(database: OpenDatabase, store: PhotoStore, tenant: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ABANDONED_MS).toISOString();
  await database.inTenant(tenant, (db) =>
    deleteStrays(db, store, tenant, sql`(uploader is null or at < ${before}::timestamptz)`),
  );
}

/** The files first: a row without files is found again, files without a row never. Evidence stays as long as its report. */
async function deleteStrays(db: Db, store: PhotoStore, tenant: number, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{
    file: string;
  }>`select file from stray_photo s where tenant = ${tenant}::smallint and ${which}
    and not exists (select from report r where r.tenant = s.tenant and (r.evidence -> 'photo' ->> 'file' = s.file
      or r.evidence -> 'messages' @> jsonb_build_array(jsonb_build_object('picture', jsonb_build_object('file', s.file)))))
    order by at limit ${BATCH_SIZE} for update of s skip locked`.execute(db);
  for (const { file } of rows) {
    await store.remove(file);
    await db.deleteFrom('stray_photo').where('tenant', '=', tenant).where('file', '=', file).execute();
  }
}
