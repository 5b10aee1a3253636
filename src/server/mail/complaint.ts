// The mails of a complaint: to customer service, and a receipt to the complainant. Each is a job of its own, retried alone.
import * as z from 'zod/mini';
import { translatorFor } from '#i18n/translator';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { MAIL_RETRIES } from './account-mail.ts';
import { composeMail } from './compose.ts';

const complaintJob = z.strictObject({ tenant: z.int(), complaint: z.uuid() });
type ComplaintJob = z.infer<typeof complaintJob>;

export const complaintMail = jobKind({
  name: 'complaint_mail',
  data: complaintJob,
  retries: MAIL_RETRIES,
  run: mailCustomerService,
});

export const complaintReceipt = jobKind({
  name: 'complaint_receipt',
  data: complaintJob,
  retries: MAIL_RETRIES,
  run: mailReceipt,
});

const readComplaint = ({ database }: Services, { tenant, complaint: id }: ComplaintJob) =>
  database.inTenant(tenant, (db) =>
    db.selectFrom('complaint').selectAll().where('tenant', '=', tenant).where('id', '=', id).executeTakeFirst(),
  );

/** The number by which both sides name the complaint. */
const numberOf = ({ complaint: id }: ComplaintJob): string => id.slice(0, 8).toUpperCase();

async function mailCustomerService(services: Services, job: ComplaintJob): Promise<void> {
  const site = siteOfTenant(services, job.tenant);
  const row = await readComplaint(services, job);
  if (!row) return;
  const { email, account, subject, text } = row;
  const { translate, has } = translatorFor('en', site.texts('en'));
  const about = has(`account:subject_${subject}`) ? translate(`account:subject_${subject}`) : subject;
  const variables = { number: numberOf(job), about, email: email || '–', member: account ?? '–', text };
  const mail = composeMail(site, 'en', site.siteSettings.support_email, 'complaint', variables);
  await services.mailer.send({ ...mail, ...(email ? { replyTo: email } : {}) });
}

async function mailReceipt(services: Services, job: ComplaintJob): Promise<void> {
  const row = await readComplaint(services, job);
  if (!row || row.email === '') return;
  const site = siteOfTenant(services, job.tenant);
  await services.mailer.send(
    composeMail(site, row.language, row.email, 'complaint_receipt', { number: numberOf(job) }),
  );
}
