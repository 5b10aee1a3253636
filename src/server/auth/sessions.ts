// Sessions: a random cookie, its hash in the database, and who it stands for.
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ACTIVITY_INTERVAL_SECONDS, SESSION } from '#domain/limits';
import { type Db, NAMED } from '../db/index.ts';
import { firstRowOf } from '../db/statement.ts';
import type { AccountStatus } from '../db/tables.ts';
import { validDays, type StoredAttempt } from '../http/idempotency.ts';

export interface Session {
  readonly hash: Uint8Array;
  readonly expiresAt: Date;
}

/** The account behind a session, with what handlers ask about all the time. */
export interface Viewer {
  readonly id: string;
  readonly status: AccountStatus;
  readonly language: string;
  readonly paid_user: boolean;
}

/** The accounts that are used and seen; suspended ones and those that are being deleted are not. */
export const LIVE_STATUSES: readonly AccountStatus[] = ['not_confirmed', 'active'];

export const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest();

/** Most session cookies of one request that are looked at. */
const MAX_SESSION_COOKIES = 4;

/** The hashes of the session cookies that could be ours, in the order in which they came, each once. */
export function sessionCookieHashes(header: string | undefined): readonly Uint8Array[] {
  const prefix = `${SESSION.cookie}=`;
  const tokens = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length))
    .filter((token) => /^[\w-]{43}$/.test(token));
  return [...new Set(tokens)].slice(0, MAX_SESSION_COOKIES).map(hashToken);
}

/** Both cookies of a new login: the secret one, and the one a static page may read. */
export const sessionCookies = (token: string, isSecure: boolean): string[] => [
  `${SESSION.cookie}=${token}; ${cookieAttributes(SESSION.seconds, isSecure)}; HttpOnly`,
  hintCookie(true, isSecure),
];

export const clearedCookies = (isSecure: boolean): string[] => [
  `${SESSION.cookie}=; ${cookieAttributes(0, isSecure)}; HttpOnly`,
  hintCookie(false, isSecure),
];

/** Whether a cookie that an answer sets takes the session's away. */
export const isLogout = (cookie: string): boolean => cookie.startsWith(`${SESSION.cookie}=;`);

/** The cookie by which a static page knows whether somebody is logged in. */
export const hintCookie = (isLoggedIn: boolean, isSecure: boolean): string =>
  `${SESSION.hintCookie}=${isLoggedIn ? '1' : ''}; ${cookieAttributes(isLoggedIn ? SESSION.seconds : 0, isSecure)}`;

const cookieAttributes = (seconds: number, isSecure: boolean): string =>
  `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** Starts a session and returns its token, which exists nowhere else. */
export async function startSession(
  db: Db,
  tenant: number,
  account: string,
  now: Date,
  client: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + SESSION.seconds * 1000);
  const row = {
    tenant,
    token_hash: hashToken(token),
    account,
    created_at: now,
    expires_at,
    seen_at: now,
    client: client.slice(0, 200),
  };
  await db.insertInto('session').values(row).execute();
  return token;
}

/** Ends a session; returns whose it was. */
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
    .select(['s.expires_at', 's.seen_at', 'a.id', 'a.status', 'a.language', 'a.paid_user'])
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
/** Together with what the member's call was answered before under its key: one way to the database instead of two. */
const sessionAndAnswer = firstRowOf((db, query: SessionQuery & StoredAnswerQuery) =>
  liveSession(db, query)
    // The limit keeps it a look-up by the whole key: joined freely, it may be planned once, while the table is small, as a walk through it.
    .leftJoinLateral(
      (sub) =>
        sub
          .selectFrom('idempotency as k')
          .select(['k.body_hash', 'k.status as answer_status', 'k.body'])
          .whereRef('k.tenant', '=', 's.tenant')
          // Without a cast: under row-level security it would be no index condition.
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
  /** What the call was answered before under the key that was asked for. */
  readonly storedAnswer: StoredAttempt | null;
}

/** Who a session stands for, or null when it is missing, over, or its account may not be used. Notes activity now and then. */
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
  const { id, status, language, paid_user } = row;
  return {
    session: { hash, expiresAt: row.expires_at },
    viewer: { id, status, language, paid_user },
    storedAnswer: rowWithAnswer ? storedAnswerOf(rowWithAnswer) : null,
  };
}

/**
 * The session cookie that counts: the only one, live or dead, or of several the first that is live. None does when live ones stand for
 * different accounts: then one of them was planted, and nothing tells which.
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

/** Which of these sessions, by their hashes in hex, still let their member in. */
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
