// Every mail of every site in every language has all its texts and placeholders, in subject and body.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { notificationTypes, type NotificationType } from '#contract/notifications';
import { composeMail, MAILS, type MailFooter, type MailKind } from '#server/mail/compose';
import { Mail } from '#server/mail/index';
import { findTelling } from '../support/neutral-subjects.ts';
import { sites } from '../support/server.ts';
import { leftInMail } from '../support/unfilled.ts';

const kinds = Object.keys(MAILS) as MailKind[];
/** These go to the operator. */
const FOR_OPERATORS: readonly MailKind[] = ['complaint', 'report', 'appeal'];
const variables = {
  ...{ link: 'https://site.example/activate/done?token=x', hours: 48, minutes: 60, days: 7 },
  ...{ credits: '35 credits', total: '€45.99', method: 'iDEAL', date: '1 March 2026', until: '15 March 2026' },
  ...{
    terms: 'https://site.example/pages/terms',
    form: '- To: x',
    refund: '€13.14',
    at: '2 March 2026 at 10:00 CET',
  },
  body: '3 unread messages\n1 new like',
  ...{
    number: 'EBDA1AE2',
    invoice: '1-000042',
    correction: '1-C000007',
    amount: '€7.33',
    member: 'Anna (x)',
    why: 'It’s too dark.',
    profile: 'https://site.example/profile',
    measure: 'This is a warning.',
    facts: 'Someone reported one of your messages.',
    outcome: 'You were right.',
    what: 'a photo',
    about: 'Something else',
    email: 'anna@example.test',
    text: '{{name}} $t(mail:x) $&',
  },
};

/** What every notification mail has below its text. */
const footerOf = (kind: MailKind): MailFooter | null =>
  notificationTypes.some((type) => type === kind)
    ? {
        types: [kind as NotificationType],
        stop: 'https://site.example/unsubscribe?token=x',
        settings: 'https://site.example/notifications?source=email',
        oneClick: 'https://site.example/api/one-click.php?token=x',
      }
    : null;

test.each(sites.map((site) => [site.folder, site] as const))('AC20: the mails of %s are complete', (_, site) => {
  for (const language of site.codes)
    for (const kind of kinds) {
      const mail = Mail.parse(composeMail(site, language, 'to@example.test', kind, variables, footerOf(kind)));
      // The member's own text is unchanged, even if it looks like a placeholder.
      const said = `${mail.subject}\n${mail.text.replace(variables.text, '')}`;
      expect(leftInMail(said), `${kind} in ${language}`).toEqual([]);
      if ((MAILS[kind] as readonly string[]).includes('text')) expect(mail.text).toContain(variables.text);
    }
});

test('AC20: a mail with a variable that is not filled is found', () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site.');
  for (const kind of kinds)
    for (const name of MAILS[kind]) {
      const { [name]: _left, ...others } = variables;
      const mail = composeMail(site, 'en', 'to@example.test', kind, others as typeof variables, footerOf(kind));
      expect([kind, name, leftInMail(`${mail.subject}\n${mail.text.replace(variables.text, '')}`)]).toEqual([
        kind,
        name,
        expect.arrayContaining(['{{']),
      ]);
    }
});

/** The text of an HTML mail, without tags. */
const shownText = (html: string): string =>
  html
    .replace(/<head>[^]*<\/head>|<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

test.each(sites.map((site) => [site.folder, site] as const))(
  'AC20: the HTML of the mails of %s says what their text says',
  (_, site) => {
    for (const language of site.codes)
      for (const kind of kinds) {
        const { html, text } = composeMail(site, language, 'to@example.test', kind, variables, footerOf(kind));
        // Complaints, reports and appeals go to the operator as plain text.
        if (FOR_OPERATORS.includes(kind)) expect(html).toBeUndefined();
        else {
          const shown = shownText(html ?? '');
          const lines = text.split('\n').filter((line) => line.trim() !== '' && line !== '-- ');
          const footerLinks = Object.values(footerOf(kind) ?? {});
          // A link of the footer shows its label only.
          const labelOf = (line: string): string =>
            footerLinks.reduce((rest, link) => rest.replace(`: ${link}`, ''), line);
          for (const line of lines.filter((each) => each !== variables.link)) expect(shown).toContain(labelOf(line));
          const links = [...(html ?? '').matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
          const linked = text.match(/https:[^\s]+/g) ?? [];
          expect(links, `${kind} in ${language}`).toEqual(linked);
          expect(html).not.toMatch(/<img|<script|<link|url\(/);
        }
      }
  },
);

test('a mail escapes what others typed', () => {
  const [site] = sites;
  if (!site) throw new Error('There is no site.');
  const method = '<b onclick="x">&\'';
  const { html } = composeMail(site, 'en', 'to@example.test', 'withdrawal', { ...variables, method });
  expect(html).toContain('&#60;b onclick=&#34;x&#34;&#62;&#38;&#39;');
});

test.each(sites.map((site) => [site.folder, site] as const))(
  'AC20 DB17: no mail of %s to a member says in its subject what the site is about',
  (_, site) => {
    for (const language of site.codes)
      for (const kind of kinds.filter((each) => !FOR_OPERATORS.includes(each))) {
        const { subject } = composeMail(site, language, 'to@example.test', kind, variables, footerOf(kind));
        expect([kind, language, findTelling(subject, language, site.name)]).toEqual([kind, language, null]);
        // Nor what another did.
        if (notificationTypes.some((type) => type === kind))
          expect(subject, `${kind} in ${language}`).not.toMatch(/like|profil|tykk|polub|[!{}\d]/iu);
      }
  },
);

test.each([
  ['da', 'Ny adgangskode til din kærestesøgning'],
  ['de', 'Neues Passwort für die Partnersuche'],
  ['en', 'A new password for your relationship site'],
  ['es', 'Una contraseña nueva para tu web de citas'],
  ['fi', 'Uusi salasana deittipalveluun'],
  ['fr', 'Un nouveau mot de passe pour ton site de rencontres'],
  ['it', 'Una nuova password per il tuo sito di incontri'],
  ['nb', 'Nytt passord til sjekkestedet'],
  ['nl', 'Een nieuw wachtwoord voor je relatiesite'],
  ['pl', 'Nowe hasło do portalu randkowego'],
  ['sv', 'Nytt lösenord till dejtsajten'],
])('AC20: a subject that tells in %s what the site is about is found', (language, subject) => {
  expect(findTelling(subject, language, 'Name')).not.toBeNull();
});

/** WCAG contrast of two colours, #rrggbb. */
function contrast(one: string, two: string): number {
  const luminance = (hex: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(two)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test.each(sites.map((site) => [site.folder, site] as const))(
  'AC20: the mails of %s are readable in light and in dark programs',
  (_, site) => {
    const { html = '' } = composeMail(site, 'en', 'to@example.test', 'like', variables, footerOf('like'));
    const inDark = (name: string, property: string): string =>
      new RegExp(`\\.${name}[^{]*\\{[^}]*?(?<![-a-z])${property}:(#[0-9a-f]{6})!important`).exec(html)?.[1] ?? '';
    const { theme_colour: page, mail_colour: brand } = site.niche;
    expect(inDark('page', 'background')).toBe(page.dark);
    for (const [text, ground] of [
      ['#222222', '#ffffff'],
      [brand, '#ffffff'],
      [brand, page.light],
      ['#4a4a4a', page.light],
      [inDark('brand', 'color'), inDark('card', 'background')],
      [inDark('brand', 'color'), page.dark],
      [inDark('small', 'color'), page.dark],
    ] as const)
      expect([text, ground, contrast(text, ground) >= 4.5]).toEqual([text, ground, true]);
  },
);

test.each(sites.map((site) => [site.folder, site] as const))(
  'the mails of %s have the colour of its buttons, readable under white letters',
  (_, { folder, niche }) => {
    const scss = readFileSync(new URL(`../../niches/${folder}/_variables.scss`, import.meta.url), 'utf8');
    const light = scss.slice(0, scss.indexOf('$dark'));
    expect(light).toContain(`'primary': ${niche.mail_colour},`);
    expect(light).toContain(`'on-primary': #ffffff,`);
  },
);

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
