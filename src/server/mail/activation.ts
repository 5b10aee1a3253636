// The mail with a link that confirms an address. The link is made when the mail is sent, since only hashes are stored.
import * as z from 'zod/mini';
import { isoDayAfter } from '#domain/iso-day';
import { ACTIVATION_MAIL, UNCONFIRMED_DAYS } from '#domain/limits';
import type { Db } from '../db/index.ts';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { createActivationLink } from '../auth/activation-link.ts';
import { hashToken } from '../auth/sessions.ts';
import { accountJob, MAIL_RETRIES, type AccountJob } from './account-mail.ts';
import { composeMail } from './compose.ts';
import { takeMail } from './mail-quota.ts';

/** `place`: hash of the link that holds the address for the mail, in hex. The queue itself stores no address. */
const activationJob = z.strictObject({ tenant: z.int(), place: z.string(), language: z.string() });
type ActivationJob = z.infer<typeof activationJob>;

export const activationMail = jobKind({
  name: 'activation_mail',
  data: activationJob,
  retries: MAIL_RETRIES,
  ifGivenUp: 'kept for hours',
  run: sendActivation,
});

/** Sends what the quota of the day before has put off. When others have spent the new one as well, it is owed again. */
export const owedActivationMail = jobKind({
  name: 'owed_activation_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: (services, { tenant, account }) =>
    services.database.inTenant(tenant, async (db) => {
      // The queue goes by the clock of the database, which may be ahead of ours.
      const owed = await db
        .updateTable('account')
        .set({ mail_after: null })
        .where('tenant', '=', tenant)
        .where('id', '=', account)
        .where('mail_after', 'is not', null)
        .returning('id')
        .executeTakeFirst();
      if (owed) await askForActivation(services, db, { tenant, account }, services.now());
    }),
});

/**
 * Queues a mail to the address of an unconfirmed account. When its quota is used up, the mail is owed and goes out the next day; links
 * that were mailed to the address before work until then. Does nothing for other accounts.
 */
export async function askForActivation(
  { queue }: Services,
  db: Db,
  { tenant, account }: AccountJob,
  now: Date,
): Promise<void> {
  // Locked before the rows of the quota, as by every other caller.
  const to = await db
    .selectFrom('account')
    .select(['email', 'language', 'mail_after'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', '=', 'not_confirmed')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!to) return;
  const { email, language } = to;
  if (await takeMail(db, { tenant, email, purpose: 'joining' }, now)) {
    // From here on the mail goes to this address, also when the account has left by then. The token itself is never mailed.
    const place = Buffer.from(hashToken(await createActivationLink(db, tenant, email, now))).toString('hex');
    return queue.add(db, activationMail, { tenant, place, language });
  }
  const tomorrow = new Date(isoDayAfter(now, 1));
  if (to.mail_after && to.mail_after >= tomorrow) return;
  await db
    .updateTable('account')
    .set({ mail_after: tomorrow })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .execute();
  await queue.add(db, owedActivationMail, { tenant, account }, tomorrow);
}

/** Mails a new link unless the address has been confirmed meanwhile. If the job runs twice, both links work. */
async function sendActivation(services: Services, { tenant, place, language }: ActivationJob): Promise<void> {
  const site = siteOfTenant(services, tenant);
  const made = await services.database.inTenant(tenant, (db) => createLink(db, tenant, place, services.now()));
  if (!made) return;
  const { token, email } = made;
  const url = `${pageUrl(services, site, 'activate-done', language)}?token=${token}`;
  await services.mailer.send(
    composeMail(site, language, email, 'activation', {
      link: url,
      hours: ACTIVATION_MAIL.validHours,
      days: UNCONFIRMED_DAYS,
    }),
  );
}

async function createLink(db: Db, tenant: number, place: string, now: Date) {
  const held = await db
    .selectFrom('mail_token')
    .select('email')
    .where('tenant', '=', tenant)
    .where('hash', '=', Buffer.from(place, 'hex'))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!held?.email) return null;
  return { email: held.email, token: await createActivationLink(db, tenant, held.email, now) };
}
