// Stores a new member: account, profile and credits.
import type { BaseCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import type { MemberData } from '../../db/tables/pending-signup.ts';
import { emailKey } from '../../auth/email-key.ts';
import { creditAccount } from '../../payments/ledger.ts';

interface NewAccount {
  readonly password_hash: string;
  /** Whether the form came with a link that was mailed to the address. */
  readonly isConfirmed: boolean;
  readonly login_after_confirming: boolean;
}

/** The new account's id; null when the address is taken. */
export async function createMember(
  db: Db,
  ctx: Pick<BaseCtx, 'tenant' | 'site' | 'now'>,
  { email, language, member, profile, tracking }: MemberData,
  { isConfirmed, ...login }: NewAccount,
): Promise<string | null> {
  const { tenant } = ctx;
  const now = ctx.now();
  const account = await db
    .insertInto('account')
    .values({
      tenant,
      id: crypto.randomUUID(),
      email,
      email_key: emailKey(email),
      ...login,
      status: isConfirmed ? 'active' : 'not_confirmed',
      confirmed_at: isConfirmed ? now : null,
      language,
      signup_at: now,
      accepted_terms_at: now,
      consented_at: now,
      activation_asked_at: now,
      signup_member: await reachableMember(db, tenant, member),
      tracking: Object.keys(tracking).length > 0 ? tracking : null,
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!account) return null;
  const { id } = account;
  const status = isConfirmed ? 'active' : 'disabled';
  await db
    .insertInto('profile')
    .values({ tenant, id, ...profile, interests: [...profile.interests], status, last_active: now, joined_at: now })
    .execute();
  const credits = ctx.site.siteSettings.signup_credits;
  if (credits > 0)
    await creditAccount(db, { tenant, account: id, credits, kind: 'signup', book: 'bonus', about: null, at: now });
  return id;
}

/** The id if it is a member's who can be written to; the form's value can be any id. */
export async function reachableMember(db: Db, tenant: number, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const found = await db
    .selectFrom('profile')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('reachable', '=', true)
    .executeTakeFirst();
  return found?.id ?? null;
}
