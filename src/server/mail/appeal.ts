// The mails of an appeal: to customer service, a receipt, and the outcome. Each is a job of its own, retried alone.
import * as z from 'zod/mini';
import { translatorFor } from '#i18n/translator';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { MAIL_RETRIES } from './account-mail.ts';
import { composeMail } from './compose.ts';
import { reportNumber } from './report.ts';

const appealJob = z.strictObject({ tenant: z.int(), appeal: z.uuid() });
type AppealJob = z.infer<typeof appealJob>;

const readAppeal = ({ database }: Services, { tenant, appeal: id }: AppealJob) =>
  database.inTenant(tenant, (db) =>
    db
      .selectFrom('appeal as p')
      .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'p.tenant').onRef('a.id', '=', 'p.account'))
      .innerJoin('moderation as m', (join) => join.onRef('m.tenant', '=', 'p.tenant').onRef('m.id', '=', 'p.decision'))
      .select(['p.text', 'p.side', 'p.outcome', 'p.answer', 'm.action', 'a.email', 'a.language'])
      .where('p.tenant', '=', tenant)
      .where('p.id', '=', id)
      .executeTakeFirst(),
  );

export const appealMail = jobKind({
  name: 'appeal_mail',
  data: appealJob,
  retries: MAIL_RETRIES,
  run: async (services, job) => {
    const row = await readAppeal(services, job);
    if (!row) return;
    const site = siteOfTenant(services, job.tenant);
    const variables = { number: reportNumber(job.appeal), about: `${row.action} (${row.side})`, text: row.text };
    await services.mailer.send(composeMail(site, 'en', site.siteSettings.support_email, 'appeal', variables));
  },
});

export const appealReceipt = jobKind({
  name: 'appeal_receipt',
  data: appealJob,
  retries: MAIL_RETRIES,
  run: async (services, job) => {
    const row = await readAppeal(services, job);
    if (!row) return;
    const variables = { number: reportNumber(job.appeal) };
    const site = siteOfTenant(services, job.tenant);
    await services.mailer.send(composeMail(site, row.language, row.email, 'appeal_receipt', variables));
  },
});

export const appealOutcome = jobKind({
  name: 'appeal_outcome',
  data: appealJob,
  retries: MAIL_RETRIES,
  run: async (services, job) => {
    const row = await readAppeal(services, job);
    if (!row?.outcome) return;
    const site = siteOfTenant(services, job.tenant);
    const { translate } = translatorFor(row.language, site.texts(row.language));
    const said = translate(
      row.outcome === 'refused' ? 'decisions:appeal_refused' : `decisions:appeal_granted_${row.side}`,
    );
    const outcome = row.answer ? `${said}\n\n${row.answer}` : said;
    const variables = { number: reportNumber(job.appeal), outcome };
    await services.mailer.send(composeMail(site, row.language, row.email, 'appeal_outcome', variables));
  },
});
