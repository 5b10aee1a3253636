// Copies the photos and recordings that a snapshot of the database names, while members add and remove others.
import { constants } from 'node:fs';
import { copyFile, mkdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/index';
import { FILE_OWNERS } from '#server/db/stored-files';
import { isUploaded } from '#server/media/photo-files';
import { AVIF_FORM, PHOTO_FORMS, VOICE_FORM } from '#server/media/photo-forms';

/** Files that rows of all brands own, and those that are evidence of a report. */
export async function photoFilesOf(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ file: string }>`
    ${await ownedFiles(db)}
    union select evidence -> 'photo' ->> 'file' from public.report where evidence -> 'photo' ->> 'file' is not null
    union select carried ->> 'file' from public.report, jsonb_array_elements(evidence -> 'messages') message,
      lateral (values (message -> 'picture'), (message -> 'voice')) kept (carried)
      where carried ->> 'file' is not null`.execute(db);
  return new Set(rows.map(({ file }) => file));
}

/** A query for the files of all tables that own some and are there: a database of an earlier release may lack one. */
async function ownedFiles(db: Db, which = sql`true`): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace`.execute(db);
  const there = FILE_OWNERS.filter(({ table }) => rows.some(({ name }) => name === table));
  const files = there.map(
    ({ table, column }) =>
      sql`select file from (select ${sql.ref(column)} as file from ${sql.table(`public.${table}`)}) owned where ${which}`,
  );
  return sql`${sql.join(files, sql` union `)}`;
}

export interface PhotoCopy {
  readonly copied: number;
  /** Files of members' photos of which a form is missing. */
  readonly incomplete: readonly string[];
}

/** A file that goes meanwhile is no fault. Pictures of demo members lie elsewhere. */
export async function copyPhotos(from: string, to: string, files: ReadonlySet<string>): Promise<PhotoCopy> {
  await mkdir(to, { recursive: true });
  const incomplete: string[] = [];
  let copied = 0;
  for (const file of files) {
    if (await copyOne(from, to, `${file}-${VOICE_FORM}`)) {
      copied += 1;
      continue;
    }
    let forms = 0;
    for (const form of PHOTO_FORMS) forms += Number(await copyOne(from, to, `${file}-${form}`));
    // Made later by a job, if at all.
    copied += forms + Number(await copyOne(from, to, `${file}-${AVIF_FORM}`));
    if (forms < PHOTO_FORMS.length && (forms > 0 || isUploaded(file))) incomplete.push(file);
  }
  return { copied, incomplete };
}

async function copyOne(from: string, to: string, name: string): Promise<boolean> {
  const [source, copy] = [join(from, name), join(to, name)];
  try {
    const { atime, mtime } = await stat(source);
    await copyFile(source, copy, constants.COPYFILE_FICLONE);
    await utimes(copy, atime, mtime);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await rm(copy, { force: true });
    return false;
  }
}

/** Those of `files` that rows still own: their members miss them. */
export async function stillOwned(db: Db, files: readonly string[]): Promise<readonly string[]> {
  if (files.length === 0) return [];
  const query = await ownedFiles(db, sql`file = any(${[...files]}::text[])`);
  const { rows } = await sql<{ file: string }>`${query} order by 1`.execute(db);
  return rows.map(({ file }) => file);
}
