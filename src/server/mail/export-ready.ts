// The mail that says that a data export is ready; it leads to the settings, where the member downloads it.
import { DATA_EXPORT } from '#domain/limits';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant } from '../services.ts';
import { accountJob, MAIL_RETRIES, recipientOf } from './account-mail.ts';
import { composeMail } from './compose.ts';

export const exportReadyMail = jobKind({
  name: 'export_ready_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: async (services, job) => {
    const site = siteOfTenant(services, job.tenant);
    // An address that is not confirmed gets no such mail; the settings show the export all the same.
    const row = await recipientOf(services, job, ['active']);
    if (!row) return;
    const link = `${pageUrl(services, site, 'settings', row.language)}#export`;
    const variables = { link, days: DATA_EXPORT.validDays };
    await services.mailer.send(composeMail(site, row.language, row.email, 'export_ready', variables));
  },
});
