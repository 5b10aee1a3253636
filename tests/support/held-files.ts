// Gives the rows of a member that own stored files some, in every table that declares them.
import { sql } from 'kysely';
import { FILE_OWNERS, type FileTable } from '#server/db/stored-files';
import { belongsTo } from '#server/export/own-data';
import { PHOTO_FORMS, type PhotoForms, VOICE_FORM } from '#server/media/photo-forms';
import { siteAt, type TestServer } from './server.ts';

export interface HeldFile {
  readonly table: FileTable;
  readonly file: string;
  /** Of the picture or the recording in the data export. */
  readonly name: string;
  /** Where it is in the archive. */
  readonly path: string;
}

const FORMS = Object.fromEntries(PHOTO_FORMS.map((form) => [form, new Uint8Array([1])])) as PhotoForms;

/** One for each row; members that are made for tests share theirs. */
export async function holdFiles({ app, database }: TestServer, member: string): Promise<readonly HeldFile[]> {
  const held: HeldFile[] = [];
  for (const { table, column, exportedAs, holds, owners } of FILE_OWNERS) {
    const { rows } = await database.inTenant(siteAt(0).id, (db) =>
      sql<Pick<HeldFile, 'file' | 'name'>>`update ${sql.table(table)}
        set ${sql.ref(column)} = replace(gen_random_uuid()::text, '-', '') where ${belongsTo(owners, member)}
        returning ${sql.ref(column)} as file, ${sql.ref(exportedAs)}::text as name`.execute(db),
    );
    for (const row of rows) {
      const same = held.find(({ name }) => name === row.name);
      if (same)
        throw new Error(
          `Pictures of ${same.table} and ${table} have one name in the export: give the example row a ${exportedAs} of its own.`,
        );
      await app.services.photos.write(row.file, FORMS);
      if (holds) await app.services.photos.writeForm(row.file, VOICE_FORM, new Uint8Array([1]));
      const path = holds ? `recordings/${row.name.replace(/-webm$/, '.webm')}` : `pictures/${row.name}.webp`;
      held.push({ table, path, ...row });
    }
  }
  return held;
}
