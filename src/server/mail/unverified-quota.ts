// Daily quota of mails to an unconfirmed address over all brands (decisions E2).
import { createHmac } from 'node:crypto';
import { UNVERIFIED_MAILS_PER_DAY } from '#domain/limits';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/index.ts';
import { emailKey } from '../auth/email-key.ts';
import { secondsUntilReset } from '../db/counters.ts';

/** Counts one mail; returns false, counting nothing, when the quota of the UTC day is used up. */
export async function takeUnverifiedMail(db: Db, email: string, now: Date): Promise<boolean> {
  const { secret } = await db
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', 'unverified_mail')
    .executeTakeFirstOrThrow();
  const address = createHmac('sha256', secret).update(emailKey(email)).digest();
  const counted = await db
    .insertInto('unverified_mail')
    .values({ address, day: now.toISOString().slice(0, 10), count: 1 })
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

/** For a call that is pointless without its mail: throws `mail_limit`. */
export async function countUnverifiedMail(
  { db, now, refuse }: Pick<Ctx<'mail_limit'>, 'db' | 'now' | 'refuse'>,
  email: string,
): Promise<void> {
  if (!(await takeUnverifiedMail(db, email, now())))
    throw refuse('mail_limit', { retryAfter: secondsUntilReset(now(), 'day') });
}
