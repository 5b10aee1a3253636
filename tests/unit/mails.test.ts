// Every mail of every site in every language has all its texts and placeholders, in subject and body.
import { expect, test } from 'vitest';
import { composeMail, MAILS, type MailKind } from '#server/mail/compose';
import { Mail } from '#server/mail/index';
import { sites } from '../support/server.ts';

const kinds = Object.keys(MAILS) as MailKind[];
const variables = {
  ...{ link: 'https://site.example/activate/done?token=x', hours: 48, days: 7 },
  ...{ number: 'EBDA1AE2', about: 'Something else', email: 'anna@example.test', text: '{{name}} $t(mail:x) $&' },
};

test.each(sites.map((site) => [site.folder, site] as const))('AC20: the mails of %s are complete', (_, site) => {
  for (const language of site.codes)
    for (const kind of kinds) {
      const mail = Mail.parse(composeMail(site, language, 'to@example.test', kind, variables));
      // The member's own text is unchanged, even if it looks like a placeholder.
      const said = `${mail.subject}\n${mail.text.replace(variables.text, '')}`;
      expect(said, `${kind} in ${language}`).not.toMatch(/\{\{|\}\}|undefined|\$t\(/);
      if ((MAILS[kind] as readonly string[]).includes('text')) expect(mail.text).toContain(variables.text);
    }
});

test('SA3: the subject of a complaint has its number and topic', () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site.');
  expect(composeMail(site, 'en', 'to@example.test', 'complaint', variables).subject).toBe(
    'Complaint EBDA1AE2: Something else',
  );
});

test('AC20: the server can send every mail that has texts', () => {
  const words = Object.keys(sites[0]?.texts('en')['mail'] ?? {});
  expect(words.toSorted()).toEqual(kinds.flatMap((kind) => [`${kind}_subject`, `${kind}_text`]).toSorted());
});
