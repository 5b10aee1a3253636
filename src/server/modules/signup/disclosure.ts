// Bounds how many addresses one visitor can ask about: whether an address has an account is told for a few an hour (decisions B6).
import { sql } from 'kysely';
import { DISCLOSURE } from '#domain/limits';
import { limitKey } from '../../http/client-address.ts';
import type { Db } from '../../db/index.ts';
import { emailKey } from '../../auth/email-key.ts';
import { hashToken } from '../../auth/sessions.ts';

const WINDOW_MS = DISCLOSURE.perSeconds * 1000;

/**
 * Whether `ip` may be told about an address: of one it was told before, and while there is room for another. Asked for unknown addresses,
 * too: whatever is answered once there is no room must be the same for both.
 */
export async function mayDisclose(db: Db, tenant: number, ip: string, email: string, now: Date): Promise<boolean> {
  return isWithinLimit(await disclosuresTo(db, tenant, limitKey(ip), now), addressOf(email));
}

/** Notes that `ip` is told about an address; false when it may not be told. */
export async function recordDisclosure(db: Db, tenant: number, ip: string, email: string, now: Date): Promise<boolean> {
  const caller = limitKey(ip);
  const address = addressOf(email);
  // One at a time for each caller: else many questions at once would all find room.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`told ${tenant} ${caller}`}::text, 1))`.execute(db);
  const disclosures = await disclosuresTo(db, tenant, caller, now);
  if (!isWithinLimit(disclosures, address)) return false;
  if (disclosures.some((each) => Buffer.from(each.address).equals(address))) return true;
  await db
    .insertInto('disclosure')
    .values({ tenant, caller, address, at: now })
    .onConflict((conflict) => conflict.columns(['tenant', 'caller', 'address']).doUpdateSet({ at: now }))
    .execute();
  return true;
}

const addressOf = (email: string): Uint8Array => hashToken(emailKey(email));

const isWithinLimit = (disclosures: readonly { readonly address: Uint8Array }[], address: Uint8Array): boolean =>
  disclosures.length < DISCLOSURE.addresses || disclosures.some((each) => Buffer.from(each.address).equals(address));

/** What a visitor was told in the last hour. */
const disclosuresTo = (db: Db, tenant: number, caller: string, now: Date) =>
  db
    .selectFrom('disclosure')
    .select(['address', 'at'])
    .where('tenant', '=', tenant)
    .where('caller', '=', caller)
    .where('at', '>', new Date(now.getTime() - WINDOW_MS))
    .execute();
