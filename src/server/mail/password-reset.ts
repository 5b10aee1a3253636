// The mail with a link that sets a new password, and the one that says a password was changed.
import { PASSWORD_RESET } from '#domain/limits';
import { createMailToken, deleteMailTokens } from '../auth/mail-token.ts';
import type { Db } from '../db/index.ts';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { accountJob, MAIL_RETRIES, recipientOf, type AccountJob } from './account-mail.ts';
import { composeMail } from './compose.ts';

export const passwordResetMail = jobKind({
  name: 'password_reset_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: sendResetLink,
});
export const passwordChangedMail = jobKind({
  name: 'password_changed_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: sendNotice,
});

async function sendResetLink(services: Services, { tenant, account }: AccountJob): Promise<void> {
  const site = siteOfTenant(services, tenant);
  const link = await services.database.inTenant(tenant, (db) => createLink(db, tenant, account, services.now()));
  if (!link) return;
  const { token, email, language } = link;
  const url = `${pageUrl(services, site, 'reset-password-do', language)}?token=${token}`;
  await services.mailer.send(
    composeMail(site, language, email, 'password_reset', { link: url, minutes: PASSWORD_RESET.validMinutes }),
  );
}

/** The new link replaces those before. */
async function createLink(db: Db, tenant: number, account: string, now: Date) {
  const row = await db
    .selectFrom('account')
    .select(['email', 'language'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', 'in', ['active', 'suspended'])
    // The address cannot change before the link is stored.
    .forShare()
    .executeTakeFirst();
  if (!row) return null;
  const expires_at = new Date(now.getTime() + PASSWORD_RESET.validMinutes * 60_000);
  await deleteMailTokens(db, tenant, account, 'reset');
  const token = await createMailToken(db, tenant, { account, purpose: 'reset', created_at: now, expires_at });
  return { ...row, token };
}

async function sendNotice(services: Services, job: AccountJob): Promise<void> {
  const site = siteOfTenant(services, job.tenant);
  const row = await recipientOf(services, job);
  if (!row) return;
  const link = pageUrl(services, site, 'reset-password', row.language);
  await services.mailer.send(composeMail(site, row.language, row.email, 'password_changed', { link }));
}
