// The mail that says that a passkey was added; it leads to a new password, which ends all passkeys when it comes by a mailed link.
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant } from '../services.ts';
import { accountJob, MAIL_RETRIES, recipientOf } from './account-mail.ts';
import { composeMail } from './compose.ts';

export const passkeyAddedMail = jobKind({
  name: 'passkey_added_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: async (services, job) => {
    const site = siteOfTenant(services, job.tenant);
    // An address that is not confirmed gets none: its owner may never have had an account here.
    const row = await recipientOf(services, job, ['active', 'pending_deletion', 'suspended']);
    if (!row) return;
    const link = pageUrl(services, site, 'reset-password', row.language);
    await services.mailer.send(composeMail(site, row.language, row.email, 'passkey_added', { link }));
  },
});
