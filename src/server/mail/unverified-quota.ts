// Daily quotas of mails to a mailbox over all brands that others can cause (decisions E2).
import { createHmac } from 'node:crypto';
import { UNVERIFIED_MAILS_PER_DAY } from '#domain/limits';
import { isoDay } from '#domain/iso-day';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/index.ts';
import { mailboxKey } from '../auth/email-key.ts';
import { readServerSecret } from '../auth/server-secret.ts';
import { secondsUntilReset } from '../db/counters.ts';

/**
 * Receipts have a quota of their own: complaints in someone's name must not block their signup. So have the mails about a change of
 * address, which go to a confirmed one: signups in someone's name must not block it.
 */
type MailPurpose = 'account' | 'receipt' | 'address';

/** Counts one mail; returns false, counting nothing, when the purpose's quota of the UTC day is used up. */
export async function takeUnverifiedMail(db: Db, email: string, purpose: MailPurpose, now: Date): Promise<boolean> {
  const secret = await readServerSecret(db, 'unverified_mail');
  const address = createHmac('sha256', secret)
    .update(`${purpose} ${mailboxKey(email)}`)
    .digest();
  const counted = await db
    .insertInto('unverified_mail')
    .values({ address, day: isoDay(now), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'day'])
        .doUpdateSet((is) => ({ count: is('unverified_mail.count', '+', 1) }))
        .where('unverified_mail.count', '<', UNVERIFIED_MAILS_PER_DAY),
    )
    .returning('count')
    .executeTakeFirst();
  return counted !== undefined;
}

type CountCtx = Pick<Ctx<'mail_limit'>, 'db' | 'now' | 'refuse'>;

/** For a call that is pointless without its mail: throws `mail_limit`. */
export const countUnverifiedMail = (ctx: CountCtx, email: string): Promise<void> => countMail(ctx, email, 'account');

/** The same for the mail to the address that a change would leave. */
export const countAddressMail = (ctx: CountCtx, email: string): Promise<void> => countMail(ctx, email, 'address');

async function countMail({ db, now, refuse }: CountCtx, email: string, purpose: MailPurpose): Promise<void> {
  if (!(await takeUnverifiedMail(db, email, purpose, now())))
    throw refuse('mail_limit', { retryAfter: secondsUntilReset(now(), 'day') });
}
