// The mails about a complaint: to customer service, and the receipt to whoever wrote it.
import * as z from 'zod/mini';
import { RECEIPTS_A_DAY } from '#domain/limits';
import { translatorFor } from '#i18n/translator';
import { jobKind } from '../queue.ts';
import { siteWith, type Services } from '../services.ts';
import { composeMail } from './compose.ts';

const DAY = 86_400_000;

export const complaintMail = jobKind({
  name: 'complaint_mail',
  data: z.strictObject({ tenant: z.int(), complaint: z.uuid() }),
  retries: { times: 20, delay: 10, longest: 3600 },
  run: sendComplaint,
});

async function sendComplaint(
  services: Services,
  { tenant, complaint: id }: { tenant: number; complaint: string },
): Promise<void> {
  const { database, mailer, now } = services;
  const site = siteWith(services, tenant);
  const found = await database.inTenant(tenant, async (db) => {
    const all = db.selectFrom('complaint').where('tenant', '=', tenant);
    const row = await all.selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return null;
    const { count } = await all
      .select((take) => take.fn.countAll<string>().as('count'))
      .where('email', '=', row.email)
      .where('at', '>', new Date(now().getTime() - DAY))
      .where('at', '<=', row.at)
      .executeTakeFirstOrThrow();
    return { ...row, sameToday: Number(count) };
  });
  if (!found) return;
  const { email, language, subject, text, sameToday } = found;
  const number = id.slice(0, 8).toUpperCase();
  const { translate, has } = translatorFor('en', site.texts('en'));
  const about = has(`account:subject_${subject}`) ? translate(`account:subject_${subject}`) : subject;
  const { support_email } = site.settings;
  await mailer.send(composeMail(site, 'en', support_email, 'complaint', { number, about, email: email || '–', text }));
  if (email && sameToday <= RECEIPTS_A_DAY)
    await mailer.send(composeMail(site, language, email, 'complaint_receipt', { number, text }));
}
