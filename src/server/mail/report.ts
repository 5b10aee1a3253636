// The mails of a report: to customer service, and a receipt to the reporter. Each is a job of its own, retried alone.
import * as z from 'zod/mini';
import { translatorFor } from '#i18n/translator';
import type { Db } from '../db/index.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { MAIL_RETRIES } from './account-mail.ts';
import { composeMail } from './compose.ts';
import { appealLink, decisionJob } from './decision-mail.ts';

const reportJob = z.strictObject({ tenant: z.int(), report: z.uuid() });
type ReportJob = z.infer<typeof reportJob>;

export const reportMail = jobKind({
  name: 'report_mail',
  data: reportJob,
  retries: MAIL_RETRIES,
  run: mailCustomerService,
});
export const reportReceipt = jobKind({
  name: 'report_receipt',
  data: reportJob,
  retries: MAIL_RETRIES,
  run: mailReceipt,
});

/** What became of a report. An address that was never confirmed gets none: it stands in the settings. */
export const reportOutcome = jobKind({
  name: 'report_outcome',
  data: decisionJob,
  retries: MAIL_RETRIES,
  run: async (services, { tenant, decision }) => {
    const row = await services.database.inTenant(tenant, (db) => outcomeRow(db, tenant, decision));
    if (!row) return;
    const site = siteOfTenant(services, tenant);
    const { translate } = translatorFor(row.language, site.texts(row.language));
    const outcome = translate(row.status === 'acted' ? 'decisions:outcome_acted' : 'decisions:outcome_no_action');
    const { at, account, language } = row;
    const right = { tenant, account, decision, side: 'reporter', at, language } as const;
    const variables = {
      number: reportNumber(row.id),
      outcome: row.answer ? `${outcome}\n\n${row.answer}` : outcome,
      ...(await appealLink(services, right)),
    };
    await services.mailer.send(composeMail(site, row.language, row.email, 'report_outcome', variables));
  },
});

const outcomeRow = (db: Db, tenant: number, decision: string) =>
  db
    .selectFrom('moderation as m')
    .innerJoin('report as r', (join) => join.onRef('r.tenant', '=', 'm.tenant').onRef('r.id', '=', 'm.report'))
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'r.tenant').onRef('a.id', '=', 'r.reporter'))
    .select(['m.at', 'a.id as account', 'r.id', 'r.status', 'r.decision as answer', 'a.email', 'a.language'])
    .where('m.tenant', '=', tenant)
    .where('m.id', '=', decision)
    .where('a.status', '!=', 'not_confirmed')
    .executeTakeFirst();

/** The number by which both sides name a report. */
export const reportNumber = (id: string): string => id.slice(0, 8).toUpperCase();

const readReport = ({ database }: Services, { tenant, report: id }: ReportJob) =>
  database.inTenant(tenant, (db) =>
    db
      .selectFrom('report as r')
      .leftJoin('account as a', (join) => join.onRef('a.tenant', '=', 'r.tenant').onRef('a.id', '=', 'r.reporter'))
      .select(['r.name', 'r.about', 'r.category', 'r.text', 'r.reported', 'a.email', 'a.language'])
      .where('r.tenant', '=', tenant)
      .where('r.id', '=', id)
      .executeTakeFirst(),
  );

async function mailCustomerService(services: Services, job: ReportJob): Promise<void> {
  const row = await readReport(services, job);
  if (!row) return;
  const site = siteOfTenant(services, job.tenant);
  const { translate } = translatorFor('en', site.texts('en'));
  const mail = composeMail(site, 'en', site.siteSettings.support_email, 'report', {
    number: reportNumber(job.report),
    about: translate(`safety:category_${row.category}`),
    what: translate(`safety:about_${row.about}`),
    member: `${row.name} (${row.reported ?? '–'})`,
    text: row.text || '–',
  });
  await services.mailer.send(mail);
}

async function mailReceipt(services: Services, job: ReportJob): Promise<void> {
  const row = await readReport(services, job);
  if (!row?.email || !row.language) return;
  const site = siteOfTenant(services, job.tenant);
  await services.mailer.send(
    composeMail(site, row.language, row.email, 'report_receipt', { number: reportNumber(job.report) }),
  );
}
