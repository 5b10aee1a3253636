// Writes a mail in a member's language: plain text, a neutral subject, and at its end the trader who sends it.
import type { Site } from '#site/load';
import { type Variables, wordOf } from '../words.ts';
import type { Mail } from './index.ts';

/** `kind` names the mail's words: `<kind>_subject` and `<kind>_text` of the namespace mail. */
export function composeMail(site: Site, language: string, to: string, kind: string, variables: Variables): Mail {
  const { settings } = site;
  const { name: company, address, city, kvk } = site.company;
  const word = (space: string, key: string, filling: Variables): string => {
    const text = wordOf(site, language, space, key, filling);
    if (text === null) throw new Error(`The words ${space} say nothing for ${key}.`);
    return text;
  };
  const trader = word('shell', 'trader', { company, address, city, kvk });
  return {
    from: { name: settings.mail_name, address: settings.support_email },
    to,
    subject: word('mail', `${kind}_subject`, { site: settings.mail_name }),
    text: `${word('mail', `${kind}_text`, { ...variables, site: settings.mail_name })}\n\n-- \n${settings.mail_name}\n${trader}\n${settings.support_email}\n`,
  };
}
