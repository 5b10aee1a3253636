// The data export and the erasure, by what each table says of its columns: what is held, handed out, and left.
import { sql } from 'kysely';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { HttpBindings } from '@hono/node-server';
import { DATA_EXPORT, DELETION_DAYS } from '#domain/limits';
import { eraseDeleted } from '#server/auth/erase-account';
import { deleteExpired } from '#server/db/delete-expired';
import { exportedColumns } from '#server/db/personal';
import { type Database, TABLES } from '#server/db/tables/index';
import { holdEverything } from '../support/everything-held.ts';
import { holdFiles } from '../support/held-files.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const HOUR = 3600;
const tenant = siteAt(0).id;
type Table = keyof Database;
const tables = Object.keys(TABLES) as Table[];
const owned = tables.filter((table) => TABLES[table].owners.length > 0);

eachEngine('data export', (server) => {
  const request = (as: MadeMember, password = as.password) =>
    server().call('/api/export.php', { json: { password }, as });
  const read = async (as: MadeMember) => (await server().call('/api/export.php', { as })).body['export'];
  async function download(as: { cookie: string } | null): Promise<Response> {
    const headers = as ? { cookie: as.cookie } : {};
    const url = `http://${siteAt(0).folder}.localhost/api/export-file.php`;
    const incoming = { socket: { remoteAddress: '192.0.2.1' } } as unknown as HttpBindings['incoming'];
    return server().app.fetch(new Request(url, { headers }), { incoming });
  }
  const archiveOf = async (as: MadeMember) => unzipSync(new Uint8Array(await (await download(as)).arrayBuffer()));

  /** The rows of a member in a table, read by the owner of the database. */
  async function rowsOf(table: Table, id: string, columns: readonly string[] = []): Promise<object[]> {
    const isOwner = sql.join(
      TABLES[table].owners.map((owner) => sql`${sql.ref(owner)} = ${id}`),
      sql` or `,
    );
    const chosen = columns.length > 0 ? sql.join(columns.map((name) => sql.ref(name))) : sql`1 as one`;
    const { rows } = await sql<object>`select ${chosen} from ${sql.table(table)} where ${isOwner}`.execute(
      server().database.kysely,
    );
    return rows;
  }
  const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

  test('E8: the files of the tables name every column of every table', async () => {
    const { rows } = await sql<{ table: string; column: string }>`select c.relname as table, a.attname as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relname not like 'kysely%'`.execute(server().database.kysely);
    expect(rows.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      tables.flatMap((table) => Object.keys(TABLES[table].columns).map((column) => `${table}.${column}`)).sort(),
    );
  });

  test('AC23 AC21 E7 E8: settings.requestExport hands out every personal column, and the erasure leaves none', async () => {
    const words = { name: `Leaver ${crypto.randomUUID().slice(0, 8)}`, about: `Words ${crypto.randomUUID()}` };
    const { member, partner, blocker } = await holdEverything(server(), words);
    const files = await holdFiles(server(), member.id);
    expect((await request(member)).status).toBe(204);
    const held: Record<string, string[]> = {};
    for (const table of owned) held[table] = sorted(await rowsOf(table, member.id, exportedColumns(TABLES[table])));
    expect(owned.filter((table) => (held[table] ?? []).length === 0)).toEqual([]);
    await server().runJobs();
    const archive = await archiveOf(member);
    const text = strFromU8(archive['data.json'] ?? new Uint8Array());
    const data = JSON.parse(text) as Record<string, object[]>;
    for (const table of owned)
      if (exportedColumns(TABLES[table]).length > 0)
        expect([table, sorted(data[table] ?? [])]).toEqual([table, held[table]]);
    expect(sorted(Object.keys(archive).filter((name) => name !== 'data.json'))).toEqual(
      sorted(files.map(({ path }) => path)),
    );
    for (const { name } of files) expect(text).toContain(name);
    for (const own of [member.id, member.email, ...Object.values(words), 'Farewell, my friend', 'Rude words'])
      expect([own, text.includes(own)]).toEqual([own, true]);
    expect(data['members']).toEqual(expect.arrayContaining([{ id: partner.id, name: partner.name }]));
    for (const other of [blocker.name, partner.email, 'What only the partner wrote', 'Goodbye from the partner'])
      expect(text).not.toContain(other);
    expect(text).not.toContain('password_hash');

    const booked = owned.filter((table) => 'pseudonym' === ownerOnErasure(table));
    const before = await Promise.all(booked.map(count));
    await server().database.inTenant(tenant, (db) =>
      db
        .updateTable('account')
        .set({ status: 'pending_deletion', deleted_at: server().now() })
        .where('id', '=', member.id)
        .execute(),
    );
    await eraseDeleted(
      server().database,
      tenant,
      new Date(server().now().getTime() + DELETION_DAYS * 24 * HOUR * 1000),
    );
    for (const table of owned) expect([table, await rowsOf(table, member.id)]).toEqual([table, []]);
    expect(await Promise.all(booked.map(count))).toEqual(before);
    expect(booked).toEqual(expect.arrayContaining(['ledger', 'payment']));
    const strays = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('stray_photo').select('file').execute(),
    );
    expect(strays.map(({ file }) => file)).toEqual(expect.arrayContaining(files.map(({ file }) => file)));
  });

  const ownerOnErasure = (table: Table): string => {
    const columns: Readonly<Record<string, { readonly isPersonal: boolean; readonly onErasure?: string }>> =
      TABLES[table].columns;
    return columns[TABLES[table].owners[0] ?? '']?.onErasure ?? '';
  };
  const count = async (table: Table): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(server().database.kysely))
      .rows[0]?.n ?? 0;

  test('AC23: an export asks for the password, is mailed by a neutral link, and is for its member only', async () => {
    const [member, stranger] = [await server().member(), await server().member()];
    expect((await request(member, 'wrong password')).body.error?.fields).toEqual({ password: 'password_old_wrong' });
    expect(await read(member)).toBeNull();
    await request(member);
    expect(await read(member)).toMatchObject({ made_at: null });
    expect((await download(member)).status).toBe(404);
    await server().runJobs();
    const mails = server().mails.filter(({ to }) => to === member.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('/settings#export');
    expect(mails[0]?.text).not.toContain(member.name);
    const answer = await download(member);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store',
    ]);
    expect([(await download(stranger)).status, (await download(null)).status]).toEqual([404, 403]);
    expect(Object.keys(await archiveOf(member))).toEqual(['data.json']);
  });

  test('AC23: settings.readExport tells of one export a day, which expires after a week and is deleted', async () => {
    server().holdClock();
    const member = await server().member();
    await request(member);
    await server().runJobs();
    const again = await request(member);
    expect([again.status, again.body.error?.code, again.headers.get('retry-after')]).toEqual([
      429,
      'export_limit',
      String(DATA_EXPORT.everyHours * HOUR),
    ]);
    server().advance(DATA_EXPORT.everyHours * HOUR - 1);
    expect((await request(member)).status).toBe(429);
    server().advance(1);
    expect((await request(member)).status).toBe(204);
    await server().runJobs();
    server().advance(DATA_EXPORT.validDays * 24 * HOUR - 1);
    expect((await download(member)).status).toBe(200);
    server().advance(1);
    expect([(await download(member)).status, await read(member)]).toEqual([404, null]);
    await deleteExpired(server().database, tenant, server().now());
    expect(await rowsOf('data_export', member.id)).toEqual([]);
  });

  test('AC23: an export that has failed says so and may be asked for again at once; a late job makes one file', async () => {
    server().holdClock();
    const member = await server().member();
    await request(member);
    server().advance(DATA_EXPORT.failedAfterMinutes * 60 - 1);
    expect([(await request(member)).body.error?.code, await read(member)]).toEqual([
      'export_limit',
      expect.objectContaining({ failed: false, made_at: null }),
    ]);
    server().advance(1);
    expect(await read(member)).toMatchObject({ failed: true, made_at: null });
    expect([(await request(member)).status, await read(member)]).toEqual([
      204,
      expect.objectContaining({ failed: false, made_at: null }),
    ]);
    await server().runJobs();
    expect(server().mails.filter(({ to }) => to === member.email)).toHaveLength(1);
    expect((await request(member)).body.error?.code).toBe('export_limit');
    server().advance(DATA_EXPORT.failedAfterMinutes * 60);
    expect(await read(member)).toMatchObject({ failed: false, made_at: expect.any(String) });
    expect((await request(member)).body.error?.code).toBe('export_limit');
  });

  test('AC23 E1: an unconfirmed member gets the export in settings; no mail goes to the unproven address', async () => {
    const member = await server().member({ status: 'not_confirmed' });
    await request(member);
    await server().runJobs();
    expect(server().mails.filter(({ to }) => to === member.email)).toEqual([]);
    expect((await download(member)).status).toBe(200);
  });
});
