// Confirms an e-mail address with the token of a mailed link, once, and lets go what waited for it.
import type { Ctx } from '../context.ts';
import { hashToken } from '../sessions.ts';
import { deliverHeld } from './held-messages.ts';

/** Throws `link_expired` for a token that is unknown, used or old, or whose account is no longer waiting. */
export async function activate(ctx: Ctx<'link_expired'>, token: string): Promise<void> {
  const { db, tenant } = ctx;
  const hash = hashToken(token);
  const link = db
    .selectFrom('mail_token')
    .select('account')
    .where('tenant', '=', tenant)
    .where('hash', '=', hash)
    .where('purpose', '=', 'activation')
    .where('expires_at', '>', ctx.now());
  const account = (await link.executeTakeFirst())?.account;
  if (!account) throw ctx.refuse('link_expired');
  // The profile before the account, as every call that notes a member's activity; what is refused below takes it back.
  await db
    .updateTable('profile')
    .set({ status: 'active' })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .execute();
  // All links of one account wait for each other, and only the first finds it unconfirmed.
  const confirmed = await db
    .updateTable('account')
    .set({ status: 'active' })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', '=', 'not_confirmed')
    .returning('id')
    .executeTakeFirst();
  if (!confirmed) throw ctx.refuse('link_expired');
  await db.deleteFrom('mail_token').where('tenant', '=', tenant).where('account', '=', account).execute();
  await deliverHeld(ctx, account);
  ctx.emit({ type: 'user' }, { account });
}
