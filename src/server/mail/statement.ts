// The mail that tells a member what was decided about them: what, why, by which rule, and how to appeal (DSA article 17).
import { translatorFor } from '#i18n/translator';
import { momentText } from '#site/formats';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant } from '../services.ts';
import { MAIL_RETRIES } from './account-mail.ts';
import { clockOf } from './clock.ts';
import { composeMail } from './compose.ts';
import { appealLink, decisionJob, readDecision } from './decision-mail.ts';

export const statementMail = jobKind({
  name: 'statement_mail',
  data: decisionJob,
  retries: MAIL_RETRIES,
  run: async (services, job) => {
    const row = await readDecision(services, job);
    if (!row) return;
    const { account, language, email, at } = row;
    const site = siteOfTenant(services, job.tenant);
    const { translate } = translatorFor(language, site.texts(language));
    const { tag, zone } = await clockOf(services, { tenant: job.tenant, account, language });
    const about = translate(`decisions:about_${row.about ?? 'none'}`);
    const variables = {
      measure: translate(`decisions:measure_${row.action}`, {
        until: row.until ? momentText(tag, row.until, zone) : '',
      }),
      why: translate(`decisions:rule_${row.reason ?? 'else'}`),
      facts: row.facts ? `${about}\n\n${row.facts}` : about,
      terms: pageUrl(services, site, 'pages-terms', language),
      ...(await appealLink(services, { ...job, account, side: 'member', at, language })),
    };
    await services.mailer.send(composeMail(site, language, email, 'statement', variables));
  },
});
