// Databases of earlier releases, and what of them an upgrade has to keep.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/index';

const folder = 'tests/releases';
const ENDING = '.sql.br';

/** Commits of the releases, in the order of their names. */
export const releases = readdirSync(folder)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length));
export const OLDEST = 'f719cd4';

export const dumpOf = (release: string): string =>
  brotliDecompressSync(readFileSync(join(folder, `${release}${ENDING}`))).toString('utf8');

/** What a database holds: the rows of each table, and the credits of each account as one checksum. */
export interface Tally {
  readonly rows: Readonly<Record<string, number>>;
  readonly credits: string;
}

/** `db` has to bypass row-level security. Partitions are counted with their table. */
export async function tallyOf(db: Db): Promise<Tally> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%' order by 1`.execute(db);
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const counted = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(name)}`.execute(db);
    rows[name] = counted.rows[0]?.rows ?? 0;
  }
  const summed = await sql<{ credits: string }>`
    select md5(string_agg(concat_ws(' ', tenant, id, credits), ',' order by tenant, id)) as credits from account`.execute(
    db,
  );
  return { rows, credits: summed.rows[0]?.credits ?? '' };
}

/** Tables of which a migration does not keep the rows one by one, and why. */
const NOT_COUNTED: readonly string[] = [
  // Only the answers and events of the last days are kept, by 0009-day-partitions.
  ...['idempotency', 'event'],
  // Migrations add secrets.
  'server_secret',
];

/** Nothing was lost, and every balance is still the sum of its entries. */
export async function expectKept(before: Tally, db: Db): Promise<void> {
  const after = await tallyOf(db);
  const counted = Object.entries(before.rows).filter(([name]) => !NOT_COUNTED.includes(name));
  expect(Object.fromEntries(counted.map(([name]) => [name, after.rows[name]]))).toEqual(Object.fromEntries(counted));
  expect(after.credits).toBe(before.credits);
  const { rows: wrong } = await sql`select a.id from account a
    left join lateral (select sum(credits) as booked from ledger l where l.tenant = a.tenant and l.account = a.id) l on true
    where a.credits <> coalesce(l.booked, 0)`.execute(db);
  expect(wrong).toEqual([]);
  // A table that a release has secured is not secured again.
  const { rows: policies } =
    await sql`select distinct qual, with_check from pg_policies where policyname = 'own_tenant'`.execute(db);
  expect(policies).toHaveLength(1);
}

/** What the dumps have besides the demo members: tests/releases/use-release.ts. */
export const LIVED_IN = [
  'session',
  'conversation',
  'message',
  'held_message',
  'mail_token',
  'complaint',
  'payment',
  'photo',
];
