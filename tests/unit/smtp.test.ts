// A real conversation by SMTP: every mail in every language arrives whole, with its headers.
import type { AddressObject } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationTypes } from '#contract/notifications';
import { composeMail, MAILS, type MailFooter, type MailKind, type MailVariables } from '#server/mail/compose';
import { type Mailer, openMailer } from '#server/mail/index';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { figure, sites } from '../support/server.ts';

const kinds = Object.keys(MAILS) as MailKind[];
const oneClick = 'https://site.example/api/one-click.php?token=abc';
let server: MailServer;
let mailer: Mailer;

beforeAll(async () => {
  server = await startMailServer();
  mailer = openMailer(server.url, '', () => new Date());
});
afterAll(() => server.close());

const footerOf = (kind: MailKind): MailFooter | null => {
  const type = notificationTypes.find((each) => each === kind);
  return type
    ? {
        types: [type],
        oneClick,
        stop: 'https://site.example/unsubscribe?token=abc',
        settings: 'https://site.example/notifications',
      }
    : null;
};
/** Each variable with its name as value, and the text of a member that must stay as it is. */
const variablesOf = <K extends MailKind>(kind: K): MailVariables<K> =>
  Object.fromEntries(
    MAILS[kind].map((name) => [name, name === 'link' ? 'https://site.example/page' : `the ${name} {of} – é`]),
  ) as MailVariables<K>;
const UNFILLED = /\{\{|\}\}|undefined undefined/;
const oneOf = (address: AddressObject | AddressObject[] | undefined) => [address].flat()[0]?.value[0];

test.each(sites.slice(0, figure(sites.length, 1)).map((site) => [site.folder, site] as const))(
  'AC20: every mail of %s arrives in every language, with both parts and its headers',
  async (_, site) => {
    for (const language of site.codes) {
      server.received.length = 0;
      const composed = kinds.map((kind) => ({
        kind,
        mail: composeMail(site, language, `${kind}+tag@example.test`, kind, variablesOf(kind), footerOf(kind)),
      }));
      await Promise.all(composed.map(({ mail }) => mailer.send(mail)));
      expect(server.received).toHaveLength(kinds.length);
      for (const { kind, mail: expected } of composed) {
        const mail = server.received.find(({ to }) => to.length === 1 && to[0] === expected.to)?.mail;
        const raw = new Map(mail?.headerLines.map(({ key, line }) => [key, line.replaceAll(/\s+/g, ' ')]));
        const arrived = {
          subject: mail?.subject,
          text: mail?.text?.trim(),
          html: mail?.html ? mail.html.trim() : undefined,
          from: oneOf(mail?.from),
          auto: raw.get('auto-submitted'),
          unsubscribe: [raw.get('list-unsubscribe'), raw.get('list-unsubscribe-post')],
        };
        expect({ kind, language, ...arrived }).toEqual({
          ...{ kind, language, subject: expected.subject, text: expected.text.trim(), html: expected.html?.trim() },
          from: { name: site.siteSettings.mail_name, address: site.siteSettings.support_email },
          auto: 'Auto-Submitted: auto-generated',
          unsubscribe: footerOf(kind)
            ? [`List-Unsubscribe: <${oneClick}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click']
            : [undefined, undefined],
        });
        expect(`${arrived.subject} ${arrived.text} ${arrived.html}`).not.toMatch(UNFILLED);
      }
    }
  },
);

test('AC20: a mail that arrives with a placeholder is found', async () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site.');
  server.received.length = 0;
  const { credits: _left, ...others } = variablesOf('purchase');
  await mailer.send(composeMail(site, 'en', 'anna@example.test', 'purchase', others as MailVariables<'purchase'>));
  const arrived = server.received[0]?.mail;
  for (const part of [arrived?.text, arrived?.html]) expect(part).toMatch(UNFILLED);
});

test('AC20: customer service can answer the person who complained', async () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site.');
  server.received.length = 0;
  const mail = composeMail(site, 'en', site.siteSettings.support_email, 'complaint', variablesOf('complaint'));
  await mailer.send({ ...mail, replyTo: 'anna@example.test' });
  expect(oneOf(server.received[0]?.mail.replyTo)?.address).toBe('anna@example.test');
});

test('AC20: a header cannot be broken into two', async () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site.');
  const mail = composeMail(site, 'en', 'anna@example.test', 'like', variablesOf('like'));
  for (const wrong of [
    { subject: 'Hello\r\nBcc: everyone@example.test' },
    { replyTo: 'a@example.test\r\nBcc: b@example.test' },
    { unsubscribe: 'https://x.example/\r\nBcc: b@example.test' },
  ])
    await expect(mailer.send({ ...mail, ...wrong })).rejects.toThrow();
});

test('AC20: a file that goes with a mail arrives byte by byte, under its name', async () => {
  server.received.length = 0;
  const [site] = sites;
  if (!site) throw new Error('There is no site.');
  const bytes = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7) % 256));
  const file = { filename: 'invoice-1-000042.pdf', contentType: 'application/pdf', encoding: 'base64' } as const;
  const mail = composeMail(site, 'en', 'file@example.test', 'purchase', variablesOf('purchase'));
  await mailer.send({ ...mail, attachments: [{ ...file, content: bytes.toString('base64') }] });
  const [attached] = server.received[0]?.mail.attachments ?? [];
  expect(attached).toMatchObject({ filename: file.filename, contentType: file.contentType });
  expect(attached && Buffer.compare(attached.content, bytes)).toBe(0);
});
