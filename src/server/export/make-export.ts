// The job that packs a member's data export: a JSON file and the pictures.
import { DAY_MS } from '#domain/durations';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DATA_EXPORT } from '#domain/limits';
import type { Db } from '../db/index.ts';
import { FILE_OWNERS } from '../db/stored-files.ts';
import { exportReadyMail } from '../mail/export-ready.ts';
import { jobKind } from '../queue.ts';
import type { Services } from '../services.ts';
import { bytesOf } from '../storage/file-store.ts';
import { belongsTo, readOwnData } from './own-data.ts';

/** Widths of stored pictures, the largest first; a demo picture has fewer. */
const WIDTHS = [1280, 640] as const;
const ExportJob = z.strictObject({ tenant: z.int(), account: z.uuid() });
type ExportJob = z.infer<typeof ExportJob>;

/** Its last try begins before the member is told that it has failed. */
const RETRIES = { times: 4, delay: 60, longest: 480 } as const;
export const dataExport = jobKind({ name: 'data_export', data: ExportJob, retries: RETRIES, run: makeExport });

async function makeExport(services: Services, job: ExportJob): Promise<void> {
  const { tenant, account } = job;
  const now = services.now();
  if (!(await services.database.inTenant(tenant, (db) => isWanted(db, job)))) return;
  const file = await packExport(services, job, now);
  await services.database.inTenant(tenant, async (db) => {
    const stored = await db
      .updateTable('data_export')
      .set({ file, made_at: now, expires_at: new Date(now.getTime() + DATA_EXPORT.validDays * DAY_MS) })
      .where('tenant', '=', tenant)
      .where('account', '=', account)
      .where('made_at', 'is', null)
      .returning('account')
      .executeTakeFirst();
    if (stored) await services.queue.add(db, exportReadyMail, { tenant, account });
  });
}

interface Packing {
  readonly database: Pick<Services['database'], 'inTenant'>;
  readonly photos: Pick<Services['photos'], 'read'>;
}

/** Everything that is held of a member, as the bytes of an archive. */
export async function packExport(parts: Packing, of: ExportJob, now: Date): Promise<Uint8Array> {
  const { tenant, account } = of;
  const read = await parts.database.inTenant(tenant, async (db) => ({
    data: await readOwnData(db, tenant, account),
    pictures: await picturesOf(db, of),
  }));
  const archive: Zippable = { 'data.json': strToU8(JSON.stringify(read.data, null, 2)) };
  for (const { name, file } of read.pictures) {
    const bytes = await pictureOf(parts, file);
    // Pictures are compressed already.
    if (bytes) archive[`pictures/${name}.webp`] = [bytes, { level: 0 }];
  }
  return zipSync(archive, { mtime: now });
}

const isWanted = async (db: Db, { tenant, account }: ExportJob): Promise<boolean> =>
  (await db
    .selectFrom('data_export')
    .select('account')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('made_at', 'is', null)
    .executeTakeFirst()) !== undefined;

interface Picture {
  readonly name: string;
  readonly file: string;
}

/** The pictures of the member's rows, of every table that has some. */
async function picturesOf(db: Db, { tenant, account }: ExportJob): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  for (const { table, column, exportedAs, owners } of FILE_OWNERS) {
    const { rows } = await sql<Picture>`select ${sql.ref(exportedAs)} as name, ${sql.ref(column)} as file
      from ${sql.table(table)} where tenant = ${tenant} and ${belongsTo(owners, account)}`.execute(db);
    pictures.push(...rows);
  }
  return pictures;
}

/** The largest stored form of a picture; null when its file is missing. */
async function pictureOf({ photos }: Packing, file: string): Promise<Uint8Array | null> {
  for (const width of WIDTHS) {
    const found = await photos.read(file, `${width}.webp`);
    if (found?.content) return bytesOf(found.content);
  }
  return null;
}
