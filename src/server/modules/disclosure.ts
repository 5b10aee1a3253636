// Bounds how many addresses one visitor can ask about: whether an address has an account is told for a few an hour (decisions B6).
import { sql } from 'kysely';
import { DISCLOSURE } from '#domain/limits';
import { limitKey } from '../address.ts';
import type { Db } from '../db/index.ts';
import { emailKey } from '../email-key.ts';
import { hashToken } from '../sessions.ts';

/** Notes that `ip` is told about an address. Answers 0 when it may be told, else the seconds until it may ask about another one. */
export async function secondsUntilTold(db: Db, tenant: number, ip: string, email: string, now: Date): Promise<number> {
  const caller = limitKey(ip);
  const address = hashToken(emailKey(email));
  const since = new Date(now.getTime() - DISCLOSURE.perSeconds * 1000);
  // One at a time for each caller: else many questions at once would all find room.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`told ${tenant} ${caller}`}::text, 1))`.execute(db);
  const told = await db
    .selectFrom('disclosure')
    .select(['address', 'at'])
    .where('tenant', '=', tenant)
    .where('caller', '=', caller)
    .where('at', '>', since)
    .orderBy('at')
    .execute();
  if (told.some((each) => Buffer.from(each.address).equals(address))) return 0;
  const [oldest] = told;
  if (oldest && told.length >= DISCLOSURE.addresses)
    return Math.max(1, Math.ceil((oldest.at.getTime() - since.getTime()) / 1000));
  await db
    .insertInto('disclosure')
    .values({ tenant, caller, address, at: now })
    .onConflict((conflict) => conflict.columns(['tenant', 'caller', 'address']).doUpdateSet({ at: now }))
    .execute();
  return 0;
}
