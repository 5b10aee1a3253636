// What an address is at the moment: its account, and whether the caller has that account's session or a link mailed to it.
import type { BaseCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { emailKey } from '../../auth/email-key.ts';
import { isSessionOf } from '../../auth/session-of.ts';
import { hashToken } from '../../auth/sessions.ts';
import { mayDisclose } from './disclosure.ts';

/** State of an address before its form is processed. */
export interface AddressState {
  readonly account: ExistingAccount | undefined;
  /** Whether the browser has the account's session. */
  readonly isOwn: boolean;
  /** Whether the form has an activation link that was mailed to the address. */
  readonly hasLink: boolean;
  /** Whether the answer must not reveal an account. */
  readonly byMail: boolean;
}

type StateCtx = Pick<BaseCtx, 'tenant' | 'ip' | 'cookieHash' | 'now'>;

export async function readAddressState(
  db: Db,
  ctx: StateCtx,
  { email, token }: { readonly email: string; readonly token: string },
): Promise<AddressState> {
  const account = await accountWith(db, ctx.tenant, email);
  const isOwn = account !== undefined && (await isSessionOf(db, ctx, account.id));
  const hasLink = account !== undefined && (await isLinkOf(db, ctx, account.id, token));
  const isKnown = isOwn || hasLink || (await mayDisclose(db, ctx.tenant, ctx.ip, email, ctx.now()));
  return { account, isOwn, hasLink, byMail: !isKnown };
}

export const accountWith = (db: Db, tenant: number, email: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'status', 'password_hash', 'signup_at', 'language', 'signup_member'])
    .where('tenant', '=', tenant)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
export type ExistingAccount = NonNullable<Awaited<ReturnType<typeof accountWith>>>;

/** A change of address deletes the links to the one before, so a link of the account was mailed to the address it has. */
const isLinkOf = async (db: Db, { tenant, now }: StateCtx, account: string, token: string): Promise<boolean> =>
  token !== '' &&
  (await db
    .selectFrom('mail_token')
    .select('account')
    .where('tenant', '=', tenant)
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', 'activation')
    .where('account', '=', account)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()) !== undefined;
