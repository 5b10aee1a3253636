// The mail of a deletion: until when the account can be kept, and the link that keeps it.
import { momentText } from '#site/formats';
import { deletionEnd } from '../auth/deletion-end.ts';
import { createMailToken } from '../auth/mail-token.ts';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant } from '../services.ts';
import { accountJob, MAIL_RETRIES } from './account-mail.ts';
import { clockOf } from './clock.ts';
import { composeMail } from './compose.ts';

export const deletionMail = jobKind({
  name: 'deletion_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: async (services, { tenant, account }) => {
    const site = siteOfTenant(services, tenant);
    const row = await services.database.inTenant(tenant, async (db) => {
      const found = await db
        .selectFrom('account')
        .select(['email', 'language', 'deleted_at'])
        .where('tenant', '=', tenant)
        .where('id', '=', account)
        .where('status', '=', 'pending_deletion')
        .forShare()
        .executeTakeFirst();
      if (!found?.deleted_at) return null;
      const expires_at = deletionEnd(found.deleted_at);
      const link = { account, purpose: 'reactivation', created_at: services.now(), expires_at } as const;
      return { ...found, expires_at, token: await createMailToken(db, tenant, link) };
    });
    if (!row) return;
    const { language, email, expires_at, token } = row;
    const { tag, zone } = await clockOf(services, { tenant, account, language });
    const link = `${pageUrl(services, site, 'account-reactivate', language)}?token=${token}`;
    const variables = { link, until: momentText(tag, expires_at, zone) };
    await services.mailer.send(composeMail(site, language, email, 'deletion', variables));
  },
});
