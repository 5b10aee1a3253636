// Mailed links whose reader has shown to hold an address. They belong to the address, so that no other member can take them back by leaving
// or by changing theirs (decisions E1).
import { HOUR_MS } from '#domain/durations';
import { ACTIVATION_MAIL } from '#domain/limits';
import type { BaseCtx } from '../context.ts';
import type { Db } from '../db/index.ts';
import { emailKey } from './email-key.ts';
import { newSecret } from './new-secret.ts';
import { hashToken } from './sessions.ts';

/** Stores a link to an address and returns its token. Links before it stay valid. */
export async function createActivationLink(db: Db, tenant: number, email: string, now: Date): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('mail_token')
    .values({
      tenant,
      hash: hashToken(token),
      purpose: 'activation',
      email,
      email_key: emailKey(email),
      created_at: now,
      expires_at: new Date(now.getTime() + ACTIVATION_MAIL.validHours * HOUR_MS),
    })
    .execute();
  return token;
}

export type LinkState = 'unused' | 'used';
type LinkCtx = Pick<BaseCtx, 'tenant' | 'now'>;

/** State of a link to this very address; null for any other token. */
export async function activationLinkState(
  db: Db,
  { tenant, now }: LinkCtx,
  email: string,
  token: string,
): Promise<LinkState | null> {
  if (token === '') return null;
  const link = await db
    .selectFrom('mail_token')
    .select('used_at')
    .where('tenant', '=', tenant)
    .where('hash', '=', hashToken(token))
    .where('email_key', '=', emailKey(email))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (!link) return null;
  return link.used_at ? 'used' : 'unused';
}

/**
 * Marks the link that has confirmed its address, and deletes the other ones of the address. Returns false, deleting nothing, when it is
 * not a link to this address.
 */
export async function useActivationLink(
  db: Db,
  { tenant, now }: LinkCtx,
  email: string,
  token: string,
): Promise<boolean> {
  const used = await db
    .updateTable('mail_token')
    .set({ used_at: now() })
    .where('tenant', '=', tenant)
    .where('hash', '=', hashToken(token))
    .where('email_key', '=', emailKey(email))
    .returning('hash')
    .executeTakeFirst();
  if (!used) return false;
  await activationLinksTo(db, tenant, email).where('hash', '!=', hashToken(token)).execute();
  return true;
}

/** For an address that another way has confirmed. */
export async function deleteActivationLinks(db: Db, tenant: number, email: string): Promise<void> {
  await activationLinksTo(db, tenant, email).execute();
}

const activationLinksTo = (db: Db, tenant: number, email: string) =>
  db.deleteFrom('mail_token').where('tenant', '=', tenant).where('email_key', '=', emailKey(email));

/** The key and the number of tries of a password that each link has, which strangers cannot use up: they have no link. */
export const linkAttempts = (token: string) => ({
  key: `link:${Buffer.from(hashToken(token)).toString('hex')}`,
  budget: ACTIVATION_MAIL.tries,
});
