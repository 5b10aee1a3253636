// Composes a mail in a language: plain text, neutral subject, the company as signature.
import { translatorFor } from '#i18n/translator';
import type { Site } from '#site/load';
import type { Mail } from './index.ts';

/**
 * Variables of each kind of mail, for the texts `<kind>_subject` and `<kind>_text` in namespace mail; every mail also
 * has `site`.
 */
export const MAILS = {
  activation: ['link', 'hours', 'days'],
  complaint: ['number', 'about', 'email', 'text'],
  complaint_receipt: ['number'],
  known_address: ['link'],
} as const;
export type MailKind = keyof typeof MAILS;
export type MailVariables<K extends MailKind> = Readonly<Record<(typeof MAILS)[K][number], string | number>>;

export function composeMail<K extends MailKind>(
  site: Site,
  language: string,
  to: string,
  kind: K,
  variables: MailVariables<K>,
): Mail {
  const { support_email: address, mail_name: name } = site.settings;
  const { translate } = translatorFor(language, site.texts(language));
  const { name: company, address: street, city, kvk } = site.company;
  const trader = translate('shell:trader', { company, address: street, city, kvk });
  const allVariables = { ...variables, site: name };
  return {
    from: { name, address },
    to,
    subject: translate(`mail:${kind}_subject`, allVariables),
    text: `${translate(`mail:${kind}_text`, allVariables)}\n\n-- \n${name}\n${trader}\n${address}\n`,
  };
}
