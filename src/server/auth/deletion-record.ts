// The record of deletions beside the photos, outside of the database: a restored backup is older, and is brought up to it (check H10).
// Triggers on the accounts note what it says, in the transaction that deletes or erases.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { Moment } from '#contract/values';
import { DAY_MS } from '#domain/durations';
import { isoDay } from '#domain/iso-day';
import type { OpenDatabase } from '../db/index.ts';
import { DAILY, EVERY_FIVE_MINUTES, jobKind } from '../queue.ts';
import { bytesOf, type FileStore } from '../storage/file-store.ts';
import { openFileStore } from '../storage/index.ts';

/** For how long a backup is of use. An older one would bring back members of whose erasure nothing is known any more. */
export const RECORD_DAYS = 90;
/** The files cannot be listed, so those of a month are deleted each day: a server that was off for less leaves none behind. */
const OVERDUE_DAYS = 31;
const MOST = 1000;

const Recorded = z.strictObject({
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  state: z.enum(['erased', 'deleted', 'kept']),
  at: Moment,
});
/** What became of an account, by the hash of its id, and when. */
export type Recorded = z.infer<typeof Recorded>;

type Files = Pick<FileStore, 'get' | 'put' | 'delete'>;

/** One file for each day and brand: stores of files cannot be listed. */
const fileOf = (tenant: number, day: Date): string => `deletions/${isoDay(day)}-${tenant}.log`;
const daysAfter = (day: Date, days: number): Date => new Date(day.getTime() + days * DAY_MS);

export const deletionRecord = jobKind({
  name: 'record_deletions',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: EVERY_FIVE_MINUTES },
  run: ({ database, config, now }, { tenant }) => recordDeletions(database, openFileStore(config), tenant, now()),
});

export const oldDeletions = jobKind({
  name: 'forget_deletions',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: DAILY },
  run: ({ config, now }, { tenant }) => forgetDeletions(openFileStore(config), tenant, now()),
});

async function forgetDeletions(files: Files, tenant: number, now: Date): Promise<void> {
  for (let days = RECORD_DAYS + 1; days <= RECORD_DAYS + OVERDUE_DAYS; days += 1)
    await files.delete(fileOf(tenant, daysAfter(now, -days)));
}

/** Writes down what has changed since the last time. What is written twice, because a commit failed, does no harm. */
export const recordDeletions = (
  database: Pick<OpenDatabase, 'inTenant'>,
  files: Files,
  tenant: number,
  now: Date,
): Promise<void> =>
  database.inTenant(tenant, async (db) => {
    // Two processes that read the file and write it again at once would lose lines.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`deletions ${tenant}`}::text, 5))`.execute(db);
    const rows = await db
      .selectFrom('deletion_change')
      .select(['id', 'hash', 'state', 'at'])
      .where('tenant', '=', tenant)
      .orderBy('id')
      .limit(MOST)
      .execute();
    if (rows.length === 0) return;
    const lines = rows.map(({ hash, state, at }) => JSON.stringify({ hash, state, at: at.toISOString() }));
    await append(files, tenant, now, lines);
    const written = rows.map(({ id }) => id);
    await db.deleteFrom('deletion_change').where('tenant', '=', tenant).where('id', 'in', written).execute();
  });

async function append(files: Files, tenant: number, day: Date, lines: readonly string[]): Promise<void> {
  const name = fileOf(tenant, day);
  const before = await textOf(files, name);
  await files.put(name, new TextEncoder().encode(`${before}${lines.join('\n')}\n`));
}

async function textOf(files: Files, name: string): Promise<string> {
  const content = (await files.get(name))?.content;
  return content ? new TextDecoder().decode(await bytesOf(content)) : '';
}

/** What became last of the accounts of a brand that were recorded since then, by their hashes. */
export async function recordedSince(
  files: Files,
  tenant: number,
  since: Date,
  now: Date,
): Promise<ReadonlyMap<string, Recorded>> {
  const last = new Map<string, Recorded>();
  // From the day before: clocks differ, and what happened before a dump may have been written down after it.
  for (let day = daysAfter(since, -1); isoDay(day) <= isoDay(daysAfter(now, 1)); day = daysAfter(day, 1)) {
    const lines = (await textOf(files, fileOf(tenant, day))).split('\n').filter(Boolean);
    for (const line of lines) {
      const recorded = z.parse(Recorded, JSON.parse(line));
      last.set(recorded.hash, recorded);
    }
  }
  return last;
}
