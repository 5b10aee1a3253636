// Challenges of passkeys: random, stored as a hash, used once and soon over.
import { randomBytes } from 'node:crypto';
import { PASSKEYS } from '#domain/limits';
import { hashToken } from '../../auth/sessions.ts';
import type { BaseCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';

type ChallengeCtx = Pick<BaseCtx, 'tenant' | 'now' | 'origin'>;

/** What a browser binds a passkey to: the host of the brand. */
export const relyingParty = ({ origin }: Pick<BaseCtx, 'origin'>): string => new URL(origin).hostname;

/** `account`: the member who adds a passkey; null for a login. */
export async function newChallenge(db: Db, { tenant, now }: ChallengeCtx, account: string | null): Promise<Buffer> {
  const challenge = randomBytes(32);
  const expires_at = new Date(now().getTime() + PASSKEYS.challengeSeconds * 1000);
  const hash = hashToken(challenge.toString('base64url'));
  await db.insertInto('passkey_challenge').values({ tenant, hash, account, expires_at }).execute();
  return challenge;
}

/** The challenge that a browser signed, or null if it is not one of ours, is over, or was used. Uses it up. */
export async function useChallenge(
  db: Db,
  { tenant, now }: ChallengeCtx,
  clientData: string,
  account: string | null,
): Promise<string | null> {
  const challenge = challengeIn(clientData);
  if (challenge === null) return null;
  const used = await db
    .deleteFrom('passkey_challenge')
    .where('tenant', '=', tenant)
    .where('hash', '=', hashToken(challenge))
    .where('account', account === null ? 'is' : '=', account)
    .where('expires_at', '>', now())
    .returning('hash')
    .executeTakeFirst();
  return used ? challenge : null;
}

function challengeIn(clientData: string): string | null {
  try {
    const parsed = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown } | null;
    return typeof parsed?.challenge === 'string' ? parsed.challenge : null;
  } catch {
    return null;
  }
}
