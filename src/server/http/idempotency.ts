// Lets a call be sent again safely: the same key and body get the same answer, even when the first answer was lost.
import { createHash, createHmac } from 'node:crypto';
import { HOUR_MS } from '#domain/durations';
import { isoDay } from '#domain/iso-day';
import type { Db } from '../db/index.ts';
import { idempotency } from '../db/tables/idempotency.ts';
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
/** An attempt that was answered before. */
export type StoredAttempt = StoredAnswer & { readonly body_hash: Uint8Array };

/** The caller of every visitor. What tells their attempts apart is hashed into the key, so that no address is stored. */
const VISITOR = '00000000-0000-0000-0000-000000000000';

const hexHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A member's key as it is stored: hashed, since it is the secret of `hashBody`. */
export const storedKey = (key: string): string => hexHash(key);

/** An attempt's caller and key as they are stored. */
export const storageKey = (account: string | null, address: string, key: string): { caller: string; key: string } =>
  account ? { caller: account, key: storedKey(key) } : { caller: VISITOR, key: hexHash(`${address} ${key}`) };

/** The days whose keys count, at most three partitions; another process's clock may already be in the next day. */
export function validDays(now: Date): { readonly oldest: string; readonly newest: string } {
  return {
    oldest: isoDay(new Date(now.getTime() - idempotency.retention.keepDays * 24 * HOUR_MS)),
    newest: isoDay(new Date(now.getTime() + HOUR_MS / 2)),
  };
}

/**
 * Whether one attempt may be stored under one day and its retry, at the same moment, under the next one. No unique index spans two
 * days, so only an attempt that looks up its key after it has taken the lock is safe then.
 */
export function isAroundMidnight(now: Date): boolean {
  const margin = HOUR_MS / 60;
  return isoDay(new Date(now.getTime() - margin)) !== isoDay(new Date(now.getTime() + margin));
}

/** What a client may send as its key. */
export const isKey = (key: string): boolean => /^[\x21-\x7e]{8,128}$/.test(key);

/**
 * Tells the bodies of one key apart. A body may hold a password, so its hash takes the key as it was sent, which the database does not
 * hold: without it no guess can be tried.
 */
export const hashBody = (bytes: Uint8Array, key: string): Uint8Array =>
  createHmac('sha256', key).update(bytes).digest();

/**
 * The number to lock while an attempt with this key, as it was sent, is under way. It holds no caller, who is not known yet when the lock
 * is taken: of two callers with one key at the same moment, one gets `in_progress`. The lock is only tried; the last step of a call in
 * steps waits for it.
 */
export const lockOf = (tenant: number, route: string, key: string): bigint =>
  createHash('sha256').update(`${tenant} ${route} ${key}`).digest().readBigInt64BE();

/** What this attempt was answered before, if it was. Read it in a statement after the one that took the lock. */
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
 * The answer to repeat, or null for a new attempt. Refuses with `in_progress` while another transaction makes it (`isFree` is false), and
 * with `idempotency_conflict` if it had another body.
 */
export function replayAnswer(attempt: Attempt, isFree: boolean, before: StoredAttempt | null): StoredAnswer | null {
  if (!isFree) throw new Refusal('in_progress', { retryAfter: 1 });
  if (!before) return null;
  if (Buffer.compare(before.body_hash, attempt.bodyHash) !== 0) throw new Refusal('idempotency_conflict');
  return { status: before.status, body: before.body };
}

/**
 * Stores a refusal, in a transaction of its own that holds the attempt's lock, unless the attempt was answered meanwhile. `insertEvents`
 * stores any other answer with the events of its call.
 */
export async function storeAnswer(db: Db, attempt: Attempt, answer: StoredAnswer, now: Date): Promise<void> {
  if (await findStoredAnswer(db, attempt, now)) return;
  const { tenant, caller, route, key, bodyHash } = attempt;
  const row = {
    tenant,
    caller,
    route,
    key,
    day: isoDay(now),
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

/** Whether a refusal is final; the others may go better next time and so are not stored. */
export const isFinalStatus = (status: number): boolean =>
  status < 500 && ![402, 403, 408, 409, 425, 429].includes(status);
