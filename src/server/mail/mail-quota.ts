// Daily quotas of mails to a mailbox over all brands that others can cause (decisions E2).
import { createHmac } from 'node:crypto';
import { isoDay } from '#domain/iso-day';
import { MAILS_PER_DAY } from '#domain/limits';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/index.ts';
import { mailboxKey } from '../auth/email-key.ts';
import { readServerSecret } from '../auth/server-secret.ts';
import { secondsUntilReset } from '../db/counters.ts';

export type MailPurpose = keyof typeof MAILS_PER_DAY;

/** More than a column of type int takes in a day. */
const NO_LIMIT = 2 ** 31 - 1;

export interface QuotaMail {
  readonly tenant: number;
  readonly email: string;
  readonly purpose: MailPurpose;
}

/**
 * Counts one mail; returns false, counting nothing, when the quota of its purpose is used up. The first mail of a day about joining a
 * brand is always allowed: a link of another brand does not let its reader into this one.
 */
export async function takeMail(db: Db, { tenant, email, purpose }: QuotaMail, now: Date): Promise<boolean> {
  const secret = await readServerSecret(db, 'unverified_mail');
  const count = (key: string, max: number) => {
    const address = createHmac('sha256', secret)
      .update(`${key} ${mailboxKey(email)}`)
      .digest();
    return countWithin(db, address, now, max);
  };
  if (purpose === 'joining' && (await count(`first ${tenant}`, 1))) {
    await count(purpose, NO_LIMIT);
    return true;
  }
  return count(purpose, MAILS_PER_DAY[purpose]);
}

async function countWithin(db: Db, address: Uint8Array, now: Date, max: number): Promise<boolean> {
  const counted = await db
    .insertInto('unverified_mail')
    .values({ address, day: isoDay(now), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'day'])
        .doUpdateSet((is) => ({ count: is('unverified_mail.count', '+', 1) }))
        .where('unverified_mail.count', '<', max),
    )
    .returning('count')
    .executeTakeFirst();
  return counted !== undefined;
}

type RequireCtx = Pick<Ctx<'mail_limit'>, 'db' | 'tenant' | 'now' | 'refuse'>;

/** For a call that is pointless without its mail: throws `mail_limit`, which keeps what was stored, as that the password was right. */
export async function requireMail(
  { db, tenant, now, refuse }: RequireCtx,
  email: string,
  purpose: MailPurpose,
): Promise<void> {
  if (!(await takeMail(db, { tenant, email, purpose }, now())))
    throw refuse('mail_limit', { retryAfter: secondsUntilReset(now(), 'day'), commitAnyway: true });
}
