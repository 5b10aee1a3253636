// Tokens of links that are mailed to an account: random, stored only as a hash, and used up by the form that sends them. Those that
// confirm an address are in activation-link.ts.
import type { NotNull } from 'kysely';
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

/** Deletes all tokens of one purpose. */
export async function deleteMailTokens(db: Db, tenant: number, account: string, purpose: AccountPurpose) {
  await db
    .deleteFrom('mail_token')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('purpose', '=', purpose)
    .execute();
}

/** Uses up a valid token: only one of concurrent requests gets what it is for, the others null. */
export const takeMailToken = async (
  db: Db,
  tenant: number,
  token: string,
  purposes: readonly AccountPurpose[],
  now: Date,
) =>
  (await db
    .deleteFrom('mail_token')
    .where('tenant', '=', tenant)
    .where('hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returning(['account', 'purpose', 'email'])
    .$narrowType<{ account: NotNull }>()
    .executeTakeFirst()) ?? null;
