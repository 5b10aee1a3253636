// Reads everything held of a member, by what each table says of its columns (requirement AC23).
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { exportedColumns } from '../db/personal.ts';
import { type Database, TABLES } from '../db/tables/index.ts';
import { profiles } from '../modules/members/member-view.ts';

type Row = Readonly<Record<string, unknown>>;
/** The member's rows by table, and `members`: names that the member may see, by their ids. */
export type OwnData = Readonly<Record<string, readonly Row[]>> & { readonly members: readonly Row[] };

const EXPORTED = (Object.keys(TABLES) as (keyof Database)[]).filter(
  (table) => TABLES[table].owners.length > 0 && exportedColumns(TABLES[table]).length > 0,
);

export async function readOwnData(db: Db, tenant: number, id: string): Promise<OwnData> {
  const data: Record<string, readonly Row[]> = {};
  for (const table of EXPORTED) data[table] = await rowsOf(db, table, tenant, id);
  return { ...data, members: await namesIn(db, tenant, id, data) };
}

/** Whether one of the columns has the member's id. */
export const belongsTo = (owners: readonly string[], id: string): RawBuilder<boolean> =>
  sql`(${sql.join(
    owners.map((owner) => sql`${sql.ref(owner)} = ${id}`),
    sql` or `,
  )})`;

async function rowsOf(db: Db, table: keyof Database, tenant: number, id: string): Promise<readonly Row[]> {
  const columns = exportedColumns(TABLES[table]);
  // Messages are found by their conversations.
  const within =
    table === 'message'
      ? sql`and conversation in (select id from conversation where tenant = ${tenant} and (one = ${id}::uuid or two = ${id}::uuid))`
      : sql``;
  const order = columns.find((name) => ['at', 'created_at', 'requested_at'].includes(name));
  const { rows } = await sql<Row>`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}
    where tenant = ${tenant} and ${belongsTo(TABLES[table].owners, id)} ${within} ${order ? sql`order by ${sql.ref(order)}` : sql``}`.execute(
    db,
  );
  return rows;
}

/** Members the rows name, unless they are hidden from this one. */
async function namesIn(db: Db, tenant: number, id: string, data: Record<string, readonly Row[]>): Promise<Row[]> {
  const named = [
    ...(data['conversation'] ?? []).flatMap(({ one, two }) => [one, two]),
    ...(data['member_like'] ?? []).map(({ liked }) => liked),
    ...(data['withdrawn_like'] ?? []).map(({ liked }) => liked),
    ...(data['block'] ?? []).map(({ blocked }) => blocked),
    ...(data['visit'] ?? []).map(({ profile }) => profile),
  ].filter((each): each is string => typeof each === 'string' && each !== id);
  if (named.length === 0) return [];
  return profiles(db, tenant)
    .select(['p.id', 'p.name'])
    .where('p.id', 'in', [...new Set(named)])
    .where('p.reachable', '=', true)
    .where(sql<boolean>`p.id not in (select blocker from block where tenant = ${tenant} and blocked = ${id}::uuid)`)
    .execute();
}
