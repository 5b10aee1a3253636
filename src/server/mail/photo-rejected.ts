// The mail about a rejected photo: why it is not shown, and what the member can do about it.
import { photoReasons } from '#contract/photos';
import { translatorFor } from '#i18n/translator';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant } from '../services.ts';
import { MAIL_RETRIES } from './account-mail.ts';
import { composeMail } from './compose.ts';
import { appealLink, decisionJob, readDecision } from './decision-mail.ts';

export const photoRejectedMail = jobKind({
  name: 'photo_rejected_mail',
  data: decisionJob,
  retries: MAIL_RETRIES,
  run: async (services, job) => {
    const site = siteOfTenant(services, job.tenant);
    const row = await readDecision(services, job);
    if (!row) return;
    const { account, language, email, at } = row;
    const { translate } = translatorFor(language, site.texts(language));
    const reason = photoReasons.find((each) => each === row.reason) ?? 'rules';
    const variables = {
      why: translate(`photos:reason_${reason}`),
      profile: pageUrl(services, site, 'profile', language),
      ...(await appealLink(services, { ...job, account, side: 'member', at, language })),
    };
    await services.mailer.send(composeMail(site, language, email, 'photo_rejected', variables));
  },
});
