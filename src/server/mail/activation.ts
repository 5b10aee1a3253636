// The activation mail. Its link is created when the mail is sent, since only hashes are stored.
import { ACTIVATION_MAIL, UNCONFIRMED_DAYS } from '#domain/limits';
import type { Db } from '../db/index.ts';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { createMailToken } from '../auth/mail-token.ts';
import { accountJob, MAIL_RETRIES, type AccountJob } from './account-mail.ts';
import { composeMail } from './compose.ts';

const HOUR = 3_600_000;

export const activationMail = jobKind({
  name: 'activation_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: sendActivation,
});

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
