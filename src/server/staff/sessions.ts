// Sessions of staff: a cookie of their own, an end after idle time and one after a day's work.
import type { Staff } from '#contract/staff';
import { STAFF, STAFF_TENANT } from '#domain/staff';
import { newSecret } from '../auth/new-secret.ts';
import { cookieValues, hashToken, TOKEN } from '../auth/sessions.ts';
import type { Db } from '../db/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const attributes = (seconds: number, isSecure: boolean): string =>
  `Path=${STAFF.path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

export const staffCookie = (token: string, isSecure: boolean): string =>
  `${STAFF.cookie}=${token}; ${attributes(STAFF.hours * 3600, isSecure)}`;

export const clearedStaffCookie = (isSecure: boolean): string => `${STAFF.cookie}=; ${attributes(0, isSecure)}`;

/** The hash of the session cookie. Several of them are none: one was planted, and it is unknown which. */
export function staffCookieHash(header: string | undefined): Uint8Array | null {
  const tokens = cookieValues(header, STAFF.cookie);
  const [token] = tokens;
  return tokens.length === 1 && token !== undefined && TOKEN.test(token) ? hashToken(token) : null;
}

const idleSince = (now: Date): Date => new Date(now.getTime() - STAFF.idleMinutes * MINUTE_MS);

/** Who the session belongs to, or null when it has ended or the account is not active. */
export async function findStaff(db: Db, hash: Uint8Array, now: Date): Promise<Staff | null> {
  const row = await db
    .selectFrom('staff_session as s')
    .innerJoin('staff_account as a', (join) => join.onRef('a.tenant', '=', 's.tenant').onRef('a.id', '=', 's.staff'))
    .select(['a.id', 'a.email', 'a.name', 'a.role', 's.seen_at'])
    .where('s.tenant', '=', STAFF_TENANT)
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', now)
    .where('s.seen_at', '>', idleSince(now))
    .where('a.status', '=', 'active')
    .executeTakeFirst();
  if (!row) return null;
  const { seen_at, ...staff } = row;
  if (now.getTime() - seen_at.getTime() >= STAFF.activitySeconds * 1000)
    await db
      .updateTable('staff_session')
      .set({ seen_at: now })
      .where('tenant', '=', STAFF_TENANT)
      .where('token_hash', '=', hash)
      .execute();
  return staff;
}

/** Starts a session and returns its token, which is stored only as a hash. */
export async function startStaffSession(db: Db, staff: string, now: Date): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('staff_session')
    .values({
      ...{ tenant: STAFF_TENANT, token_hash: hashToken(token), staff, created_at: now, seen_at: now },
      expires_at: new Date(now.getTime() + STAFF.hours * HOUR_MS),
    })
    .execute();
  return token;
}

export const endStaffSession = (db: Db, hash: Uint8Array): Promise<unknown> =>
  db.deleteFrom('staff_session').where('tenant', '=', STAFF_TENANT).where('token_hash', '=', hash).execute();

export const endSessionsOf = (db: Db, staff: string): Promise<unknown> =>
  db.deleteFrom('staff_session').where('tenant', '=', STAFF_TENANT).where('staff', '=', staff).execute();
