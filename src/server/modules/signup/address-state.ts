// What an address is at the moment: its account, and whether the caller has that account's session or a link mailed to it.
import type { BaseCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { activationLinkState, type LinkState } from '../../auth/activation-link.ts';
import { emailKey } from '../../auth/email-key.ts';
import { isSessionOf } from '../../auth/session-of.ts';
import { NO_ACCOUNT } from '../../mail/account-mail.ts';
import { mayDisclose } from './disclosure.ts';

/** State of an address before its form is processed. */
export interface AddressState {
  readonly account: ExistingAccount | undefined;
  /** Whether the browser has the account's session. */
  readonly isOwn: boolean;
  /** State of the activation link that the form has, if it was mailed to the address. */
  readonly link: LinkState | null;
  /** Whether the answer must not reveal an account. */
  readonly byMail: boolean;
}

type StateCtx = Pick<BaseCtx, 'site' | 'tenant' | 'ip' | 'cookieHash' | 'now'>;

export async function readAddressState(
  db: Db,
  ctx: StateCtx,
  { email, token }: { readonly email: string; readonly token: string },
): Promise<AddressState> {
  const account = await accountWith(db, ctx.tenant, email);
  // Also asked about an address without an account, so that the work does not tell.
  const isOwn = await isSessionOf(db, ctx, account?.id ?? NO_ACCOUNT);
  const link = await activationLinkState(db, ctx, email, token);
  const isKnown = isOwn || link !== null || (await mayDisclose(db, ctx, email));
  return { account, isOwn, link, byMail: !isKnown };
}

export const accountWith = (db: Db, tenant: number, email: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'status', 'password_hash', 'signup_at', 'language', 'signup_member', 'deleted_at'])
    .where('tenant', '=', tenant)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
export type ExistingAccount = NonNullable<Awaited<ReturnType<typeof accountWith>>>;
