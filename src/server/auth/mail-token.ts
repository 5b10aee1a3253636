// Tokens of links that are mailed to an account: random, stored only as a hash, and used up by the form that sends them. Those that
// confirm an address are in activation-link.ts.
import { type NotNull, sql } from 'kysely';
import { LINK_REPEAT_SECONDS } from '#domain/limits';
import type { Db } from '../db/index.ts';
import type { MailTokenPurpose } from '../db/tables/mail-token.ts';
import { newSecret } from './new-secret.ts';
import { hashToken } from './sessions.ts';

type AccountPurpose = Exclude<MailTokenPurpose, 'activation'>;

interface NewToken {
  readonly account: string;
  readonly purpose: AccountPurpose;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** The address that a change of address sets. */
  readonly email?: string;
}

/** Stores a new token and returns it. Tokens before it stay valid. */
export async function createMailToken(db: Db, tenant: number, values: NewToken): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('mail_token')
    .values({ tenant, hash: hashToken(token), ...values })
    .execute();
  return token;
}

const tokensOf = (db: Db, tenant: number, account: string, purpose: AccountPurpose) =>
  db
    .deleteFrom('mail_token')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('purpose', '=', purpose);

/** Deletes all tokens of one purpose. */
export async function deleteMailTokens(db: Db, tenant: number, account: string, purpose: AccountPurpose) {
  await tokensOf(db, tenant, account, purpose).execute();
}

/** Deletes those that were not used; the form of one that was may come once more. */
export async function deleteUnusedTokens(db: Db, tenant: number, account: string, purpose: AccountPurpose) {
  await tokensOf(db, tenant, account, purpose).where('used_at', 'is', null).execute();
}

/**
 * The condition of a token that is valid. For a moment a used one is, too: its form may be sent twice by a double tap, or once more because
 * the first answer was lost.
 */
export const isValidToken = (now: Date) => {
  const since = new Date(now.getTime() - LINK_REPEAT_SECONDS * 1000);
  return sql<boolean>`expires_at > ${now}::timestamptz and (used_at is null or used_at > ${since}::timestamptz)`;
};

interface Use {
  readonly token: string;
  readonly purpose: AccountPurpose;
  readonly now: Date;
}

/** Records the first use of a valid token, which stays for a repeat of its form; false when there was one before. */
export async function useMailToken(db: Db, tenant: number, { token, purpose, now }: Use): Promise<boolean> {
  const used = await db
    .updateTable('mail_token')
    .set({ used_at: now })
    .where('tenant', '=', tenant)
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** What a valid token is for, so that its account can be locked before it is used up. */
export const readMailToken = async (
  db: Db,
  tenant: number,
  token: string,
  purposes: readonly AccountPurpose[],
  now: Date,
) =>
  (await db
    .selectFrom('mail_token')
    .select(['account', 'purpose', 'email'])
    .where('tenant', '=', tenant)
    .where('hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where(isValidToken(now))
    .$narrowType<{ account: NotNull }>()
    .executeTakeFirst()) ?? null;

/**
 * Uses a valid token. Of several requests the first gets what it is for; a repeat of its form, for a moment, learns that it was done
 * (`isRepeat`).
 */
export async function takeMailToken(
  db: Db,
  tenant: number,
  token: string,
  purposes: readonly AccountPurpose[],
  now: Date,
) {
  const link = await db
    .selectFrom('mail_token')
    .select(['account', 'purpose', 'email', 'used_at'])
    .where('tenant', '=', tenant)
    .where('hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where(isValidToken(now))
    .$narrowType<{ account: NotNull }>()
    .forUpdate()
    .executeTakeFirst();
  if (!link) return null;
  const { used_at: usedAt, ...found } = link;
  if (!usedAt)
    await db
      .updateTable('mail_token')
      .set({ used_at: now })
      .where('tenant', '=', tenant)
      .where('hash', '=', hashToken(token))
      .execute();
  return { ...found, isRepeat: usedAt !== null };
}
