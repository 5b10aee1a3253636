// The mails of a complaint: to customer service, and a receipt to the complainant.
import * as z from 'zod/mini';
import { translatorFor } from '#i18n/translator';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { composeMail } from './compose.ts';

export const complaintMail = jobKind({
  name: 'complaint_mail',
  data: z.strictObject({ tenant: z.int(), complaint: z.uuid(), receipt: z.optional(z.boolean()) }),
  retries: { times: 20, delay: 10, longest: 3600 },
  run: sendComplaint,
});

async function sendComplaint(
  services: Services,
  { tenant, complaint: id, receipt = false }: { tenant: number; complaint: string; receipt?: boolean | undefined },
): Promise<void> {
  const { database, mailer } = services;
  const site = siteOfTenant(services, tenant);
  const row = await database.inTenant(tenant, (db) =>
    db.selectFrom('complaint').selectAll().where('tenant', '=', tenant).where('id', '=', id).executeTakeFirst(),
  );
  if (!row) return;
  const { email, language, subject, text } = row;
  const number = id.slice(0, 8).toUpperCase();
  const { translate, has } = translatorFor('en', site.texts('en'));
  const about = has(`account:subject_${subject}`) ? translate(`account:subject_${subject}`) : subject;
  const { support_email } = site.settings;
  await mailer.send(composeMail(site, 'en', support_email, 'complaint', { number, about, email: email || '–', text }));
  if (receipt) await mailer.send(composeMail(site, language, email, 'complaint_receipt', { number }));
}
