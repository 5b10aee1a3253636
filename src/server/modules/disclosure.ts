// Bounds how many addresses one visitor can ask about: whether an address has an account is told for a few an hour (decisions B6).
import { sql } from 'kysely';
import { DISCLOSURE } from '#domain/limits';
import { limitKey } from '../address.ts';
import type { Db } from '../db/index.ts';
import { emailKey } from '../email-key.ts';
import { hashToken } from '../sessions.ts';
import { secondsUntil } from './seconds-until.ts';

const WINDOW_MS = DISCLOSURE.perSeconds * 1000;

/**
 * Seconds until `ip` may ask about one more address; 0 while it may. Asked for unknown addresses, too: else, once all was told that is
 * told, a known one would be refused and an unknown one not, and that tells them apart.
 */
export async function secondsUntilFree(db: Db, tenant: number, ip: string, now: Date): Promise<number> {
  return waitAfter(await toldTo(db, tenant, limitKey(ip), now), now);
}

/** Notes that `ip` is told about an address. Answers 0 when it may be told, else the seconds until it may ask about another one. */
export async function secondsUntilTold(db: Db, tenant: number, ip: string, email: string, now: Date): Promise<number> {
  const caller = limitKey(ip);
  const address = hashToken(emailKey(email));
  // One at a time for each caller: else many questions at once would all find room.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`told ${tenant} ${caller}`}::text, 1))`.execute(db);
  const told = await toldTo(db, tenant, caller, now);
  if (told.some((each) => Buffer.from(each.address).equals(address))) return 0;
  const seconds = waitAfter(told, now);
  if (seconds > 0) return seconds;
  await db
    .insertInto('disclosure')
    .values({ tenant, caller, address, at: now })
    .onConflict((conflict) => conflict.columns(['tenant', 'caller', 'address']).doUpdateSet({ at: now }))
    .execute();
  return 0;
}

/** What a visitor was told in the last hour, oldest first. */
const toldTo = (db: Db, tenant: number, caller: string, now: Date) =>
  db
    .selectFrom('disclosure')
    .select(['address', 'at'])
    .where('tenant', '=', tenant)
    .where('caller', '=', caller)
    .where('at', '>', new Date(now.getTime() - WINDOW_MS))
    .orderBy('at')
    .execute();

/** Seconds until the oldest of them is forgotten, once all was told that is told. */
function waitAfter(told: readonly { readonly at: Date }[], now: Date): number {
  const [oldest] = told;
  if (!oldest || told.length < DISCLOSURE.addresses) return 0;
  return secondsUntil(new Date(oldest.at.getTime() + WINDOW_MS), now);
}
