// Stored files: each belongs to one row of a table that declares it (src/server/db/table.ts), and is left to the job that deletes it.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { FILE_OWNERS } from '#server/db/stored-files';
import { belongsTo } from '#server/export/own-data';
import { claimFile, photoCleanup } from '#server/media/stray-photos';
import { holdEverything } from '../support/everything-held.ts';
import { holdFiles } from '../support/held-files.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
/** Of uploads that are under way. */
const CLAIMED = 'stray_photo.file';
const declared = FILE_OWNERS.map(({ table, column }) => `${table}.${column}`);

eachEngine('stored files', (server) => {
  const owner = () => server().database.kysely;

  test('E8: a column with the name of stored files is declared in the file of its table', async () => {
    const { rows } = await sql<{ name: string }>`select c.relname || '.' || a.attname as name from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
        and a.atttypid = 'text'::regtype and a.attname ~ '(^|_)files?$'`.execute(owner());
    expect(rows.map(({ name }) => name).sort()).toEqual([...declared, CLAIMED].sort());
  });

  test('E7 E8: a row that goes leaves its files to the job that deletes them, by a trigger', async () => {
    const { rows } = await sql<{ name: string }>`select distinct c.relname as name from pg_trigger t
      join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where p.prosrc like '%insert into stray_photo%' and pg_get_triggerdef(t.oid) ~ 'AFTER DELETE ON .* FOR EACH ROW'`.execute(
      owner(),
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(FILE_OWNERS.map(({ table }) => table as string).sort());
  });

  test('E7: no row that owns files may lack their name, since its deletion would fail', async () => {
    const { rows } = await sql<{ name: string }>`select c.relname || '.' || a.attname as name from pg_attribute a
      join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attnotnull`.execute(
      owner(),
    );
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(declared));
  });

  test('E8: no two rows of a table own the same file, as a unique index sees to', async () => {
    const { rows } = await sql<{ name: string }>`select c.relname || '.' || a.attname as name from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[1]
      join pg_attribute t on t.attrelid = c.oid and t.attnum = i.indkey[0] and t.attname = 'tenant'
      where i.indisunique and i.indnkeyatts = 2`.execute(owner());
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(declared));
  });

  test('E7 PH1: a file that a row owns is neither claimed nor deleted until the row is gone, in every table that declares one', async () => {
    const { member } = await holdEverything(server(), { name: 'Holder', about: '' });
    const held = await holdFiles(server(), member.id);
    expect(new Set(held.map(({ table }) => table))).toEqual(new Set(FILE_OWNERS.map(({ table }) => table)));
    const { database } = server();
    const { services } = server().app;
    const left = async (): Promise<string[]> => {
      await photoCleanup.run(services, { tenant });
      const there = await Promise.all(held.map(({ file }) => services.photos.read(file, '640.webp')));
      await Promise.all(there.map((each) => each?.content?.stream.cancel()));
      return held.filter((_, at) => there[at] !== null).map(({ table }) => table);
    };
    const at = new Date(0);
    for (const { table, file } of held)
      await database.inTenant(tenant, async (db) => {
        expect(await claimFile(db, { tenant, table, file, uploader: member.id, at })).toBe(false);
        await db.insertInto('stray_photo').values({ tenant, file, uploader: null, at }).execute();
      });
    expect(await left()).toEqual(held.map(({ table }) => table));
    for (const { table, owners } of FILE_OWNERS)
      await database.inTenant(tenant, (db) =>
        sql`delete from ${sql.table(table)} where ${belongsTo(owners, member.id)}`.execute(db),
      );
    expect(await left()).toEqual([]);
  });
});
