// Counts the rows of every table, in a database and in a dump of it.
import { sql } from 'kysely';
import type { Db } from '#server/db/index';
import { type ProgramFolder, runProgram } from './programs.ts';

/** The schemas that hold data: ours, and the job queue's. */
export const SCHEMAS = ['public', 'pgboss'] as const;

/** Rows by table, such as `public.account`. A partition is a table of its own. */
export type RowCounts = Readonly<Record<string, number>>;

export type Schema = (typeof SCHEMAS)[number];

export async function tablesOf(
  db: Db,
  schemas: readonly Schema[] = SCHEMAS,
): Promise<readonly { schema: string; name: string }[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in (${sql.join([...schemas])}) order by 1, 2`.execute(db);
  return rows;
}

export async function countRows(db: Db, schemas: readonly Schema[] = SCHEMAS): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const { schema, name } of await tablesOf(db, schemas)) {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.id(schema, name)}`.execute(db);
    counts[`${schema}.${name}`] = rows[0]?.rows ?? 0;
  }
  return counts;
}

/** Reads a dump to its end. */
export async function countDumpedRows(dump: string, folder: ProgramFolder): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  let table: string | null = null;
  const onLine = (line: string): void => {
    if (table !== null) {
      if (line === '\\.') table = null;
      else counts[table] = (counts[table] ?? 0) + 1;
      return;
    }
    const [, schema, name] = /^COPY ("?[^".]+"?)\.("?[^" ]+"?) .*FROM stdin;$/.exec(line) ?? [];
    if (!schema || !name) return;
    table = `${schema}.${name}`.replaceAll('"', '');
    counts[table] = 0;
  };
  await runProgram('pg_restore', ['--data-only', '--file=-', dump], { folder, onLine });
  return counts;
}

/** The tables in which two counts differ, each with both numbers. */
export const differences = (expected: RowCounts, found: RowCounts): string[] =>
  Object.entries(expected)
    .filter(([table, rows]) => found[table] !== rows)
    .map(([table, rows]) => `${table}: ${found[table] ?? 0} instead of ${rows}`);
