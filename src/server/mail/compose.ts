// Composes a mail in a language: plain text and HTML, neutral subject, the company as signature.
import { translatorFor, type Translate } from '#i18n/translator';
import type { NotificationType } from '#contract/notifications';
import { tagOf } from '#site/language-tag';
import type { Site } from '#site/load';
import { type FooterLine, htmlMail } from './html.ts';
import type { Mail } from './index.ts';

/**
 * Variables of each kind of mail, for the texts `<kind>_subject` and `<kind>_text` in namespace mail; every mail also
 * has `site`.
 */
export const MAILS = {
  activation: ['link', 'hours', 'days'],
  complaint: ['number', 'about', 'email', 'member', 'text'],
  complaint_receipt: ['number'],
  appeal: ['number', 'about', 'text'],
  appeal_receipt: ['number'],
  appeal_outcome: ['number', 'outcome'],
  known_address: ['link'],
  report: ['number', 'about', 'what', 'member', 'text'],
  report_receipt: ['number'],
  report_outcome: ['number', 'outcome', 'until', 'link'],
  statement: ['measure', 'why', 'facts', 'terms', 'until', 'link'],
  deletion: ['link', 'until'],
  email_asked: ['link', 'hours'],
  email_changed: ['link', 'hours'],
  email_undone: [],
  export_ready: ['link', 'days'],
  email_link: ['link', 'hours'],
  login_link: ['link', 'minutes'],
  last_login_link: ['link', 'hours'],
  passkey_added: ['link'],
  password_changed: ['link'],
  password_reset: ['link', 'minutes'],
  password_reset_last: ['link', 'until'],
  photo_rejected: ['why', 'profile', 'until', 'link'],
  purchase: ['number', 'invoice', 'credits', 'total', 'method', 'date', 'days', 'until', 'link', 'terms', 'form'],
  withdrawal: ['number', 'credits', 'refund', 'method', 'at'],
  refunded: ['number', 'correction', 'amount', 'method', 'link'],
  refund_undone: ['number', 'correction', 'amount', 'method', 'link'],
  new_conversations: ['body', 'link'],
  new_messages: ['body', 'link'],
  like: ['body', 'link'],
  unread_message_reminders: ['body', 'link'],
  weekly_updates: ['body', 'link'],
  reminders: ['link'],
  saved_searches: ['body', 'link'],
  promotions: ['body'],
  news: ['body'],
} as const;
export type MailKind = keyof typeof MAILS;
export type MailVariables<K extends MailKind> = Readonly<Record<(typeof MAILS)[K][number], string | number>>;

/** The label of the button that stands for the `link` of a mail. */
const BUTTONS: Readonly<Record<string, string>> = {
  activation: 'signup:confirm_action',
  known_address: 'shell:login',
  deletion: 'leaving:keep',
  email_asked: 'settings:email_undo_action',
  email_changed: 'settings:email_undo_action',
  email_link: 'settings:email_confirm_action',
  export_ready: 'settings:export_download',
  login_link: 'auth:submit',
  last_login_link: 'auth:submit',
  passkey_added: 'reset:do_heading',
  password_reset: 'reset:do_heading',
  password_reset_last: 'reset:do_heading',
  photo_rejected: 'shell:title_appeal',
  report_outcome: 'shell:title_appeal',
  statement: 'shell:title_appeal',
  purchase: 'shell:title_transactions-id',
  refunded: 'shell:title_transactions-id',
  refund_undone: 'shell:title_transactions-id',
  new_conversations: 'notifications:open_messages',
  new_messages: 'notifications:open_messages',
  unread_message_reminders: 'notifications:open_messages',
  like: 'notifications:open_likes',
  weekly_updates: 'notifications:open_members',
  reminders: 'notifications:open_profile',
  saved_searches: 'notifications:open_members',
};

/** Mails to the operator, who reads them in any program: plain text only. */
const PLAIN: ReadonlySet<MailKind> = new Set(['complaint', 'report', 'appeal']);

/** What a notification mail says below its text: why it came, and how to end it. */
export interface MailFooter {
  readonly types: readonly NotificationType[];
  /** The public page that ends this type of mail. */
  readonly stop: string;
  /** The page with all types. */
  readonly settings: string;
  /** The address for mail programs. */
  readonly oneClick: string;
}

export function composeMail<K extends MailKind>(
  site: Site,
  language: string,
  to: string,
  kind: K,
  variables: MailVariables<K>,
  footer: MailFooter | null = null,
): Mail {
  const { support_email: address, mail_name: name } = site.siteSettings;
  const { translate } = translatorFor(language, site.texts(language));
  const { name: company, address: street, city, kvk } = site.company;
  const trader = translate('shell:trader', { company, address: street, city, kvk });
  const allVariables = { ...variables, site: name };
  const subject = translate(`mail:${kind}_subject`, allVariables);
  const text = translate(`mail:${kind}_text`, allVariables);
  const small = footer ? footerLines(footer, language, translate) : [];
  const mail: Mail = {
    from: { name, address },
    to,
    subject,
    text: [
      text,
      ...(small.length > 0 ? [small.map(plainLine).join('\n')] : []),
      `-- \n${name}\n${trader}\n${address}\n`,
    ].join('\n\n'),
    ...(footer ? { unsubscribe: footer.oneClick } : {}),
  };
  if (PLAIN.has(kind)) return mail;
  const { theme_colour: page, mail_colour: button } = site.niche;
  const html = htmlMail({
    tag: tagOf(site, language),
    brand: name,
    colours: { page, button },
    subject,
    text,
    button: buttonOf(kind, variables, translate),
    footer: [...small, trader, address],
  });
  return { ...mail, html };
}

const footerLines = ({ types, stop, settings }: MailFooter, language: string, translate: Translate): FooterLine[] => [
  reasonOf(
    types.map((type) => translate(`notifications:type_${type}`)),
    language,
    translate,
  ),
  { label: translate('notifications:mail_stop'), link: stop },
  { label: translate('notifications:mail_settings'), link: settings },
];

const reasonOf = (names: readonly string[], language: string, translate: Translate): string =>
  names.length === 1
    ? translate('notifications:mail_reason', { type: String(names[0]) })
    : translate('notifications:mail_reasons', { types: new Intl.ListFormat(language).format(names) });

const plainLine = (line: FooterLine): string => (typeof line === 'string' ? line : `${line.label}: ${line.link}`);

function buttonOf(kind: MailKind, variables: Readonly<Record<string, string | number>>, translate: Translate) {
  const label = BUTTONS[kind];
  return label && variables['link'] ? { link: String(variables['link']), label: translate(label) } : null;
}
