// Serializes the signups and corrections that take one address.
import { sql } from 'kysely';
import { emailKey } from '../../auth/email-key.ts';
import type { Db } from '../../db/index.ts';

/** Locks an address of the brand until the transaction ends. */
export const lockAddress = (db: Db, tenant: number, email: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`join ${tenant} ${emailKey(email)}`}::text, 3))`.execute(db);
