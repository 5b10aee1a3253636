// The mail to an account's owner when a signup uses its address and the page must not reveal the account.
import * as z from 'zod/mini';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant } from '../services.ts';
import { composeMail } from './compose.ts';

export const knownAddressMail = jobKind({
  name: 'known_address_mail',
  data: z.strictObject({ tenant: z.int(), account: z.uuid() }),
  retries: { times: 20, delay: 10, longest: 3600 },
  run: async (services, { tenant, account }) => {
    const site = siteOfTenant(services, tenant);
    const row = await services.database.inTenant(tenant, (db) =>
      db
        .selectFrom('account')
        .select(['email', 'language'])
        .where('tenant', '=', tenant)
        .where('id', '=', account)
        .executeTakeFirst(),
    );
    if (!row) return;
    const link = pageUrl(services, site, 'login', row.language);
    await services.mailer.send(composeMail(site, row.language, row.email, 'known_address', { link }));
  },
});
