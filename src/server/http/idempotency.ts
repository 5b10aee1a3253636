// Idempotency: a retry with the same key and body gets the stored answer.
import { createHash } from 'node:crypto';
import type { Db } from '../db/index.ts';
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
/** A stored answer with the hash of its request's body. */
export type StoredAttempt = StoredAnswer & { readonly body_hash: Uint8Array };

/** The caller of all visitors. Their keys are hashed with the address, so that no address is stored. */
const VISITOR = '00000000-0000-0000-0000-000000000000';

/** Caller and key of an attempt as stored. */
export const storageKey = (account: string | null, address: string, key: string): { caller: string; key: string } =>
  account
    ? { caller: account, key }
    : { caller: VISITOR, key: createHash('sha256').update(`${address} ${key}`).digest('hex') };

const HOUR_MS = 3_600_000;
const RETENTION_DAYS = 2;
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The days whose keys are valid, at most three partitions; another process's clock may already be on the next day. */
export function validDays(now: Date): { readonly oldest: string; readonly newest: string } {
  return {
    oldest: dayOf(new Date(now.getTime() - RETENTION_DAYS * 24 * HOUR_MS)),
    newest: dayOf(new Date(now.getTime() + HOUR_MS / 2)),
  };
}

/**
 * Whether an attempt and its concurrent retry may be stored on different days. No unique index spans two days, so an
 * attempt must then look up its key after it has taken the lock.
 */
export function isAroundMidnight(now: Date): boolean {
  const margin = HOUR_MS / 60;
  return dayOf(new Date(now.getTime() - margin)) !== dayOf(new Date(now.getTime() + margin));
}

/** Whether a client's key is well-formed. */
export const isKey = (key: string): boolean => /^[\x21-\x7e]{8,128}$/.test(key);
export const hashBody = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/**
 * Advisory lock of an attempt in progress. It excludes the caller, who is unknown when the lock is taken: with two
 * callers of one key, one gets `in_progress`. The lock is only tried, never waited for.
 */
export const lockOf = (tenant: number, route: string, key: string): bigint =>
  createHash('sha256').update(`${tenant} ${route} ${key}`).digest().readBigInt64BE();

/** The stored answer of an attempt, if any. Query it after the statement that took the lock. */
export async function findStoredAnswer(
  db: Db,
  { tenant, caller, route, key }: Attempt,
  now: Date,
): Promise<StoredAttempt | null> {
  const { oldest, newest } = validDays(now);
  const row = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'status', 'body'])
    .where('tenant', '=', tenant)
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('day', '>=', oldest)
    .where('day', '<=', newest)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The answer to replay, or null for a new attempt. Refuses with `in_progress` without the lock, and with
 * `idempotency_conflict` for a different body.
 */
export function replayAnswer(attempt: Attempt, hasLock: boolean, stored: StoredAttempt | null): StoredAnswer | null {
  if (!hasLock) throw new Refusal('in_progress', { retryAfter: 1 });
  if (!stored) return null;
  if (Buffer.compare(stored.body_hash, attempt.bodyHash) !== 0) throw new Refusal('idempotency_conflict');
  return { status: stored.status, body: stored.body };
}

/**
 * Stores a refusal in its own transaction, which holds the attempt's lock, unless an answer is stored already. Other
 * answers are stored together with the call's events (`insertEvents`).
 */
export async function storeAnswer(db: Db, attempt: Attempt, answer: StoredAnswer, now: Date): Promise<void> {
  if (await findStoredAnswer(db, attempt, now)) return;
  const { tenant, caller, route, key, bodyHash } = attempt;
  const row = {
    tenant,
    caller,
    route,
    key,
    day: dayOf(now),
    body_hash: bodyHash,
    status: answer.status,
    body: answer.body,
  };
  await db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a refusal is final; others may succeed on retry and are not stored. */
export const isFinalStatus = (status: number): boolean => status < 500 && ![403, 408, 409, 425, 429].includes(status);
