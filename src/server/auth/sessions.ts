// Sessions: a random cookie whose hash is stored in the database.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ACTIVITY_INTERVAL_SECONDS, SESSION } from '#domain/limits';
import { type Db, NAMED } from '../db/index.ts';
import { firstRowOf } from '../db/statement.ts';
import type { AccountStatus } from '../db/tables/account.ts';
import { validDays, type StoredAttempt } from '../http/idempotency.ts';
import { newSecret } from './new-secret.ts';

export interface Session {
  readonly hash: Uint8Array;
  readonly expiresAt: Date;
}

/** The account of a session, with the fields most handlers need. */
export interface Viewer {
  readonly id: string;
  readonly status: AccountStatus;
  readonly language: string;
  readonly paid_user: boolean;
  /** False while the consent to use sensitive data is withdrawn. */
  readonly consented: boolean;
}

/** Statuses of accounts that may log in; suspended accounts and those in deletion may not. */
export const LIVE_STATUSES: readonly AccountStatus[] = ['not_confirmed', 'active'];

export const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest();

/** Maximum session cookies checked per request. */
const MAX_SESSION_COOKIES = 4;

/** The token of a session, of members and of staff. */
export const TOKEN = /^[\w-]{43}$/;

/** The values of all cookies of a name in a header, in order. */
export function cookieValues(header: string | undefined, name: string): string[] {
  const prefix = `${name}=`;
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
}

/** Hashes of the valid session cookies in a header, in order, without duplicates. */
export function sessionCookieHashes(header: string | undefined): readonly Uint8Array[] {
  const tokens = cookieValues(header, SESSION.cookie).filter((token) => TOKEN.test(token));
  return [...new Set(tokens)].slice(0, MAX_SESSION_COOKIES).map(hashToken);
}

/** Both cookies of a new login: the secret one, and the hint that static pages may read. */
export const sessionCookies = (token: string, isSecure: boolean): string[] => [
  `${SESSION.cookie}=${token}; ${cookieAttributes(SESSION.seconds, isSecure)}; HttpOnly`,
  hintCookie(true, isSecure),
];

export const clearedCookies = (isSecure: boolean): string[] => [
  `${SESSION.cookie}=; ${cookieAttributes(0, isSecure)}; HttpOnly`,
  hintCookie(false, isSecure),
];

/** Whether a Set-Cookie value clears the session cookie. */
export const isLogout = (cookie: string): boolean => cookie.startsWith(`${SESSION.cookie}=;`);

/** The hint cookie tells static pages whether a member is logged in. */
export const hintCookie = (isLoggedIn: boolean, isSecure: boolean): string =>
  `${SESSION.hintCookie}=${isLoggedIn ? '1' : ''}; ${cookieAttributes(isLoggedIn ? SESSION.seconds : 0, isSecure)}`;

const cookieAttributes = (seconds: number, isSecure: boolean): string =>
  `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** Starts a session and returns its token, which is stored only as a hash. */
export async function startSession(
  db: Db,
  tenant: number,
  account: string,
  now: Date,
  client: string,
  country: string | null = null,
): Promise<string> {
  const token = newSecret();
  const expires_at = new Date(now.getTime() + SESSION.seconds * 1000);
  const row = {
    tenant,
    token_hash: hashToken(token),
    account,
    created_at: now,
    expires_at,
    seen_at: now,
    client: client.slice(0, 200),
    country,
  };
  await db.insertInto('session').values(row).execute();
  return token;
}

/** Ends a session; returns its account. */
export async function endSession(db: Db, tenant: number, hash: Uint8Array): Promise<string | null> {
  const row = await db
    .deleteFrom('session')
    .where('tenant', '=', tenant)
    .where('token_hash', '=', hash)
    .returning('account')
    .executeTakeFirst();
  return row?.account ?? null;
}

interface SessionQuery {
  readonly tenant: number;
  readonly hash: Uint8Array;
  readonly now: Date;
}
const liveSession = (db: Db, { tenant, hash, now }: SessionQuery) =>
  db
    .selectFrom('session as s')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 's.tenant').onRef('a.id', '=', 's.account'))
    .modifyFront(NAMED)
    .select(['s.expires_at', 's.seen_at', 'a.id', 'a.status', 'a.language', 'a.paid_user', 'a.consent_withdrawn_at'])
    .where('s.tenant', '=', tenant)
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', now)
    .where('a.status', 'in', LIVE_STATUSES);

interface StoredAnswerQuery {
  readonly route: string;
  readonly key: string;
  readonly oldest: string;
  readonly newest: string;
}

const sessionRow = firstRowOf(liveSession);
/** Reads the session and the stored answer of the call's key in one round trip. */
const sessionAndAnswer = firstRowOf((db, query: SessionQuery & StoredAnswerQuery) =>
  liveSession(db, query)
    // `limit` forces an index look-up by the whole key. A plain join could be planned as a scan while the table is
    // small.
    .leftJoinLateral(
      (sub) =>
        sub
          .selectFrom('idempotency as k')
          .select(['k.body_hash', 'k.status as answer_status', 'k.body'])
          .whereRef('k.tenant', '=', 's.tenant')
          // No cast: under row-level security a cast prevents an index condition.
          .whereRef('k.caller', '=', 's.account')
          .where('k.route', '=', query.route)
          .where('k.key', '=', query.key)
          .where('k.day', '>=', query.oldest)
          .where('k.day', '<=', query.newest)
          .limit(sql.lit(1))
          .as('i'),
      (join) => join.onTrue(),
    )
    .select(['i.body_hash', 'i.answer_status', 'i.body']),
);

export interface FoundSession {
  readonly session: Session;
  readonly viewer: Viewer;
  /** The stored answer of the attempt, if it was answered before. */
  readonly storedAnswer: StoredAttempt | null;
}

/**
 * The account of a session, or null when the session is missing or expired or its account may not log in. Records
 * activity at intervals.
 */
export async function findSession(
  db: Db,
  tenant: number,
  hash: Uint8Array,
  now: Date,
  attempt: { readonly route: string; readonly key: string } | null = null,
): Promise<FoundSession | null> {
  const query = { tenant, hash, now };
  const rowWithAnswer = attempt ? await sessionAndAnswer(db, { ...query, ...validDays(now), ...attempt }) : null;
  const row = attempt ? rowWithAnswer : await sessionRow(db, query);
  if (!row) return null;
  if (now.getTime() - row.seen_at.getTime() >= ACTIVITY_INTERVAL_SECONDS * 1000)
    await recordActivity(db, tenant, hash, row.id, now);
  const { id, status, language, paid_user, consent_withdrawn_at: withdrawn } = row;
  return {
    session: { hash, expiresAt: row.expires_at },
    viewer: { id, status, language, paid_user, consented: withdrawn === null },
    storedAnswer: rowWithAnswer ? storedAnswerOf(rowWithAnswer) : null,
  };
}

/**
 * The session cookie to use: the only one, live or expired, or else the first live one. Null when live ones belong to
 * different accounts: one of them was planted, and it is unknown which.
 */
export async function effectiveSession(
  db: Db,
  tenant: number,
  hashes: readonly Uint8Array[],
  now: Date,
): Promise<Uint8Array | null> {
  const [first = null] = hashes;
  if (hashes.length < 2) return first;
  const live: { hash: Uint8Array; account: string }[] = [];
  for (const hash of hashes) {
    const row = await sessionRow(db, { tenant, hash, now });
    if (row) live.push({ hash, account: row.id });
  }
  const accounts = new Set(live.map(({ account }) => account));
  return accounts.size > 1 ? null : (live[0]?.hash ?? null);
}

function storedAnswerOf(row: {
  body_hash: Uint8Array | null;
  answer_status: number | null;
  body: string | null;
}): StoredAttempt | null {
  const { body_hash, answer_status: status, body } = row;
  return body_hash === null || status === null ? null : { body_hash, status, body };
}

/** Which of these sessions are live, by their hashes in hex. */
export async function liveSessions(
  db: Db,
  tenant: number,
  hashes: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`select encode(s.token_hash, 'hex') as hash
    from session s join account a on a.tenant = s.tenant and a.id = s.account
    where s.tenant = ${tenant}::smallint and s.expires_at > ${now}::timestamptz and a.status = any(${LIVE_STATUSES}::text[])
      and s.token_hash = any(array(select decode(hash, 'hex') from unnest(${hashes}::text[]) hash))`.execute(db);
  return new Set(rows.map(({ hash }) => hash));
}

async function recordActivity(db: Db, tenant: number, hash: Uint8Array, account: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ seen_at: now })
    .where('tenant', '=', tenant)
    .where('token_hash', '=', hash)
    .execute();
  const before = new Date(now.getTime() - ACTIVITY_INTERVAL_SECONDS * 1000);
  await db
    .updateTable('profile')
    .set({ last_active: now })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('last_active', '<=', before)
    .execute();
}
