// Limits how many addresses a visitor can test for an account; in a neutral brand none (decisions B6).
import { sql } from 'kysely';
import { DISCLOSURE } from '#domain/limits';
import type { BaseCtx } from '../../context.ts';
import { limitKey } from '../../http/client-address.ts';
import type { Db } from '../../db/index.ts';
import { emailKey } from '../../auth/email-key.ts';
import { hashToken } from '../../auth/sessions.ts';

const WINDOW_MS = DISCLOSURE.perSeconds * 1000;

type AskingCtx = Pick<BaseCtx, 'site' | 'tenant' | 'ip' | 'now'>;

/** Whether pages of the brand tell that an address has an account. */
export const tellsOfAccounts = ({ site }: Pick<BaseCtx, 'site'>): boolean =>
  site.siteSettings.account_disclosure === 'open';

/**
 * Whether the visitor may learn about an address: they already did, or their limit is not reached. Also called for unknown
 * addresses, since the answer at the limit must be the same for both.
 */
export async function mayDisclose(db: Db, ctx: AskingCtx, email: string): Promise<boolean> {
  if (!tellsOfAccounts(ctx)) return false;
  return isWithinLimit(await disclosuresTo(db, ctx.tenant, limitKey(ctx.ip), ctx.now()), addressOf(email));
}

/** Records that the visitor learns about an address; returns false when they may not. */
export async function recordDisclosure(db: Db, ctx: AskingCtx, email: string): Promise<boolean> {
  if (!tellsOfAccounts(ctx)) return false;
  const { tenant } = ctx;
  const now = ctx.now();
  const caller = limitKey(ctx.ip);
  const address = addressOf(email);
  // Serializes the requests of one caller, which could otherwise exceed the limit concurrently.
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

/** The caller's disclosures of the last hour. */
const disclosuresTo = (db: Db, tenant: number, caller: string, now: Date) =>
  db
    .selectFrom('disclosure')
    .select(['address', 'at'])
    .where('tenant', '=', tenant)
    .where('caller', '=', caller)
    .where('at', '>', new Date(now.getTime() - WINDOW_MS))
    .execute();
