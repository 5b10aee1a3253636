// The mail to an account's owner when a signup uses its address and the page must not reveal the account.
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant } from '../services.ts';
import { accountJob, MAIL_RETRIES, recipientOf } from './account-mail.ts';
import { composeMail } from './compose.ts';

export const knownAddressMail = jobKind({
  name: 'known_address_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: async (services, job) => {
    const site = siteOfTenant(services, job.tenant);
    const row = await recipientOf(services, job);
    if (!row) return;
    const link = pageUrl(services, site, 'login', row.language);
    await services.mailer.send(composeMail(site, row.language, row.email, 'known_address', { link }));
  },
});
