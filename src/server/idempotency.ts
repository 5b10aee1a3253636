// Lets a call be sent again safely: the same key and body get the same answer, whoever lost the first one.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './db/index.ts';
import { Refusal } from './refusal.ts';

export interface Attempt {
  readonly tenant: number;
  readonly caller: string;
  readonly route: string;
  readonly key: string;
  readonly bodyHash: Uint8Array;
}
export interface StoredAnswer {
  readonly status: number;
  readonly body: string | null;
}

/** What a client may send as its key. */
export const isKey = (key: string): boolean => /^[\x21-\x7e]{8,128}$/.test(key);
export const hashBody = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/**
 * Claims the key for this transaction. Answers what was stored if the call was made before; refuses with
 * `in_progress` while another transaction makes it, and with `idempotency_conflict` if it had another body.
 */
export async function claim(db: Db, attempt: Attempt): Promise<StoredAnswer | null> {
  const { tenant, caller, route, key } = attempt;
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${tenant} ${caller} ${route} ${key}`}::text, 0)) as mine`.execute(
    db,
  );
  if (!rows[0]?.mine) throw new Refusal('in_progress', { retryAfter: 1 });
  // A statement of its own: the lock's statement could not yet see what the transaction before it committed.
  const row = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'status', 'body'])
    .where('tenant', '=', tenant)
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (Buffer.compare(row.body_hash, attempt.bodyHash) !== 0) throw new Refusal('idempotency_conflict');
  return { status: row.status, body: row.body };
}

/** Stores the answer in the transaction that made it, or in one of its own for a refusal. */
export async function remember(db: Db, attempt: Attempt, answer: StoredAnswer, now: Date): Promise<void> {
  const { tenant, caller, route, key, bodyHash } = attempt;
  const row = {
    tenant,
    caller,
    route,
    key,
    body_hash: bodyHash,
    status: answer.status,
    body: answer.body,
    created_at: now,
  };
  await db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a refusal is final; the others may go better next time and so are not stored. */
export const isFinal = (status: number): boolean => status < 500 && ![403, 408, 409, 425, 429].includes(status);
