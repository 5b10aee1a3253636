// Finds what is left of a member by value: marks their texts, collects their ids and bytes, and searches every column of every table for them.
import { sql } from 'kysely';
import { HOUR_MS } from '#domain/durations';
import type { OpenDatabase } from '#server/db/index';
import type { Column } from '#server/db/personal';
import { type Database, TABLES } from '#server/db/tables/index';
import { belongsTo } from '#server/export/own-data';

type Table = keyof Database;
type Row = Readonly<Record<string, unknown>>;
export type Trace = readonly [what: string, text: string];

/** Columns by which the erasure and its jobs go. */
const STEERING: readonly string[] = [
  ...['account.status', 'account.language', 'profile.account_status', 'report.status'],
  ...['discount_use.holder', 'stored_card.provider'],
];

/** The tables of a member, but the books: their entries stay under a pseudonym. */
export const ownTables = (Object.keys(TABLES) as Table[]).filter((table) => {
  const columns: Readonly<Record<string, Column>> = TABLES[table].columns;
  const [owner = ''] = TABLES[table].owners;
  const rule = columns[owner];
  return rule?.isPersonal && rule.onErasure !== 'pseudonym';
});
const personalColumns = (table: Table): string[] =>
  Object.entries<Column>(TABLES[table].columns)
    .filter(([name, column]) => column.isPersonal && !STEERING.includes(`${table}.${name}`))
    .map(([name]) => name);

/** Puts a mark of its own into each personal text that takes one. What a column only takes from a list tells nothing. */
export async function markTexts({ kysely }: OpenDatabase, member: string): Promise<Trace[]> {
  const { rows } = await sql<{ column: string }>`select table_name || '.' || column_name as column
    from information_schema.columns where table_schema = 'public' and data_type = 'text'`.execute(kysely);
  const texts = new Set(rows.map(({ column }) => column));
  const traces: Trace[] = [];
  for (const table of ownTables)
    for (const column of personalColumns(table)) {
      if (!texts.has(`${table}.${column}`)) continue;
      const mark = `mark${crypto.randomUUID().replaceAll('-', '')}`;
      // Of several rows each has a text of its own, where they must differ.
      const text = sql`${mark}::text || replace(ctid::text, ',', '')`;
      const marked = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text}
        where ${belongsTo(TABLES[table].owners, member)}`
        .execute(kysely)
        .catch(() => null);
      if (marked?.numAffectedRows) traces.push([`${table}.${column}`, mark]);
    }
  return traces;
}

const idOrBytes = (value: unknown): string[] => {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  return typeof text === 'string' && /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32,})$/.test(text) ? [text] : [];
};

/** Ids and bytes in the member's rows, but `others`: ids of other members, and of what stays in the books. */
export async function idsOf({ kysely }: OpenDatabase, member: string, others: ReadonlySet<string>): Promise<Trace[]> {
  const found = new Map<string, string>();
  for (const table of ownTables) {
    const columns = sql.join(personalColumns(table).map((column) => sql.ref(column)));
    const { rows } = await sql<Row>`select ${columns} from ${sql.table(table)}
      where ${belongsTo(TABLES[table].owners, member)}`.execute(kysely);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        for (const text of idOrBytes(value)) if (!others.has(text)) found.set(text, `${table}.${column}`);
  }
  return [...found].map(([text, what]) => [what, text]);
}

/** Partitions are dropped by the clock of the database: rows of others that would be gone by this time are left out. */
const DROPPED: Readonly<Record<string, { readonly column: string; readonly owner: string; readonly days: number }>> = {
  event: { column: 'at', owner: 'account', days: TABLES.event.retention.keepDays + 1 },
  idempotency: { column: 'day', owner: 'caller', days: TABLES.idempotency.retention.keepDays + 1 },
};

/** Every row of every table, those of the queue among them, when traces of a member are looked for. */
export async function everyRow(
  { kysely }: OpenDatabase,
  now: Date,
  member: string,
): Promise<{ table: string; row: Row }[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`.execute(
    kysely,
  );
  const found: { table: string; row: Row }[] = [];
  for (const { schema, name } of tables) {
    const drop = schema === 'public' ? DROPPED[name] : undefined;
    const since = new Date(now.getTime() - (drop?.days ?? 0) * 24 * HOUR_MS);
    const isThere = drop ? sql`(${sql.ref(drop.column)} > ${since} or ${sql.ref(drop.owner)} = ${member})` : sql`true`;
    const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(`${schema}.${name}`)} t
      where ${isThere}`.execute(kysely);
    found.push(...rows.map(({ row }) => ({ table: schema === 'public' ? name : `${schema}.${name}`, row })));
  }
  return found;
}

/** The columns in which a trace is found, as `table.column`, with what it is a trace of. */
export function columnsWith(
  rows: readonly { readonly table: string; readonly row: Row }[],
  traces: readonly Trace[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { table, row } of rows)
    for (const [column, value] of Object.entries(row)) {
      const text = JSON.stringify(value);
      for (const [what, trace] of traces)
        if (text.includes(trace) || text.includes(trace.replaceAll('-', '')))
          found.set(`${table}.${column}`, (found.get(`${table}.${column}`) ?? new Set()).add(what));
    }
  return new Map([...found].sort().map(([column, whats]) => [column, [...whats].sort()]));
}
