// The job that packs a member's data export: a JSON file, the pictures and the recordings.
import { DAY_MS } from '#domain/durations';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DATA_EXPORT } from '#domain/limits';
import type { Db } from '../db/index.ts';
import { FILE_OWNERS } from '../db/stored-files.ts';
import { VOICE_FORM } from '../media/photo-forms.ts';
import { exportReadyMail } from '../mail/export-ready.ts';
import { jobKind } from '../queue.ts';
import type { Services } from '../services.ts';
import { bytesOf } from '../storage/file-store.ts';
import { belongsTo, readOwnData } from './own-data.ts';

/** Of stored pictures, the largest first; a demo picture has fewer. */
const FORMS = ['1280.webp', '640.webp'] as const;
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
    files: await filesOf(db, of),
  }));
  const archive: Zippable = { 'data.json': strToU8(JSON.stringify(read.data, null, 2)) };
  for (const file of read.files) {
    const bytes = await bytesIn(parts, file);
    // They are compressed already.
    if (bytes) archive[pathOf(file)] = [bytes, { level: 0 }];
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

interface OwnFile {
  readonly name: string;
  readonly file: string;
  readonly isRecording: boolean;
}

/** The name of a recording ends with its container. */
const pathOf = ({ name, isRecording }: OwnFile): string =>
  isRecording ? `recordings/${name.replace(/-(?=\w+$)/, '.')}` : `pictures/${name}.webp`;

/** The files of the member's rows, of every table that has some. */
async function filesOf(db: Db, { tenant, account }: ExportJob): Promise<readonly OwnFile[]> {
  const files: OwnFile[] = [];
  for (const { table, column, exportedAs, holds, owners } of FILE_OWNERS) {
    const { rows } = await sql<
      Pick<OwnFile, 'name' | 'file'>
    >`select ${sql.ref(exportedAs)} as name, ${sql.ref(column)} as file
      from ${sql.table(table)} where tenant = ${tenant} and ${belongsTo(owners, account)}`.execute(db);
    files.push(...rows.map((row) => ({ ...row, isRecording: holds === 'recording' })));
  }
  return files;
}

/** A recording, or the largest stored form of a picture; null when its file is missing. */
async function bytesIn({ photos }: Packing, { file, isRecording }: OwnFile): Promise<Uint8Array | null> {
  for (const form of isRecording ? [VOICE_FORM] : FORMS) {
    const found = await photos.read(file, form);
    if (found?.content) return bytesOf(found.content);
  }
  return null;
}
