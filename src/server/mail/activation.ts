// The activation mail. Its link is created when the mail is sent, since only hashes are stored.
import { isoDayAfter } from '#domain/iso-day';
import { ACTIVATION_MAIL, UNCONFIRMED_DAYS } from '#domain/limits';
import type { Db } from '../db/index.ts';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { createMailToken } from '../auth/mail-token.ts';
import { accountJob, MAIL_RETRIES, type AccountJob } from './account-mail.ts';
import { composeMail } from './compose.ts';
import { takeMail } from './mail-quota.ts';

const HOUR = 3_600_000;

export const activationMail = jobKind({
  name: 'activation_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: sendActivation,
});

/** Sends what the quota of the day before has put off. */
export const owedActivationMail = jobKind({
  name: 'owed_activation_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: ({ database, queue, now }, { tenant, account }) =>
    database.inTenant(tenant, async (db) => {
      const row = await db
        .updateTable('account')
        .set({ mail_after: null })
        .where('tenant', '=', tenant)
        .where('id', '=', account)
        .where('status', '=', 'not_confirmed')
        .where('mail_after', '<=', now())
        .returning('email')
        .executeTakeFirst();
      if (row && (await takeMail(db, { tenant, email: row.email, purpose: 'joining' }, now())))
        await queue.add(db, activationMail, { tenant, account });
    }),
});

/**
 * Queues the mail to an unconfirmed account. When the quota of its address is used up, the mail is owed and goes out the next day; links
 * that were mailed before work until then.
 */
export async function askForActivation(
  { queue }: Services,
  db: Db,
  { tenant, account, email }: AccountJob & { readonly email: string },
  now: Date,
): Promise<void> {
  if (await takeMail(db, { tenant, email, purpose: 'joining' }, now))
    return queue.add(db, activationMail, { tenant, account });
  const tomorrow = new Date(isoDayAfter(now, 1));
  const owed = await db
    .updateTable('account')
    .set({ mail_after: tomorrow })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', '=', 'not_confirmed')
    .where((is) => is.or([is('mail_after', 'is', null), is('mail_after', '<', tomorrow)]))
    .returning('id')
    .executeTakeFirst();
  if (owed) await queue.add(db, owedActivationMail, { tenant, account }, tomorrow);
}

/** Mails a new link unless the address is already confirmed. If the job runs twice, both links work. */
async function sendActivation(services: Services, { tenant, account }: AccountJob): Promise<void> {
  const site = siteOfTenant(services, tenant);
  const link = await services.database.inTenant(tenant, (db) => createLink(db, tenant, account, services.now()));
  if (!link) return;
  const { token, email, language } = link;
  const url = `${pageUrl(services, site, 'activate-done', language)}?token=${token}`;
  await services.mailer.send(
    composeMail(site, language, email, 'activation', {
      link: url,
      hours: ACTIVATION_MAIL.validHours,
      days: UNCONFIRMED_DAYS,
    }),
  );
}

async function createLink(db: Db, tenant: number, account: string, now: Date) {
  const row = await db
    .selectFrom('account')
    .select(['email', 'language'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', '=', 'not_confirmed')
    // The address cannot change before the link is stored, and a change deletes stored links.
    .forShare()
    .executeTakeFirst();
  if (!row) return null;
  const expires_at = new Date(now.getTime() + ACTIVATION_MAIL.validHours * HOUR);
  const token = await createMailToken(db, tenant, { account, purpose: 'activation', created_at: now, expires_at });
  return { ...row, token };
}
