// Makes members with a live session for the benchmark. They are the same every time, so that processes need not
// exchange them.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { SESSION } from '#domain/limits';
import type { OpenDatabase } from '#server/db/index';
import { hashPassword } from '#server/auth/password-hashing';
import { hashToken } from '#server/auth/sessions';

/** Enough members that none reaches the limit of calls a minute. */
export const BENCH_MEMBERS = 8000;

const digest = (index: number, what: string): Buffer => createHash('sha256').update(`${what} ${index}`).digest();

export function memberId(index: number): string {
  const hex = digest(index, 'member').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const token = (index: number): string => digest(index, 'session').toString('base64url');
export const memberEmail = (index: number): string => `bench-${index}@bench.example`;
export const memberCookie = (index: number): string => `${SESSION.cookie}=${token(index)}`;

/** Adds the missing ones. */
export async function addBenchMembers(database: OpenDatabase, tenant: number): Promise<void> {
  const rows = Array.from({ length: BENCH_MEMBERS }, (_, index) => ({
    id: memberId(index),
    email: memberEmail(index),
    hash: Buffer.from(hashToken(token(index))).toString('hex'),
  }));
  await database.inTenant(tenant, async (db) => {
    await sql`insert into account (tenant, id, email, email_key, password_hash, status, language)
      select ${tenant}, id, email, email, '', 'active', 'en'
      from json_to_recordset(${JSON.stringify(rows)}::json) as given(id uuid, email text) on conflict do nothing`.execute(
      db,
    );
    await sql`insert into profile (tenant, id, name, gender, sexuality, birth_date, country)
      select ${tenant}, id, 'Robin', 'male', 'hetero', '1988-04-03', 'NL'
      from json_to_recordset(${JSON.stringify(rows)}::json) as given(id uuid) on conflict do nothing`.execute(db);
    await sql`insert into session (tenant, token_hash, account, expires_at)
      select ${tenant}, decode(hash, 'hex'), id, now() + interval '1 day'
      from json_to_recordset(${JSON.stringify(rows)}::json) as given(id uuid, hash text) on conflict do nothing`.execute(
      db,
    );
  });
  for (const table of ['account', 'profile', 'session'])
    await sql`analyze ${sql.table(table)}`.execute(database.kysely);
}

/** Gives all of them one password that no call sends. */
export async function giveMembersPasswords(database: OpenDatabase, tenant: number): Promise<void> {
  const password_hash = await hashPassword(crypto.randomUUID());
  await database.inTenant(tenant, (db) =>
    db.updateTable('account').set({ password_hash }).where('email', 'like', 'bench-%').execute(),
  );
  await sql`vacuum analyze account`.execute(database.kysely);
}
