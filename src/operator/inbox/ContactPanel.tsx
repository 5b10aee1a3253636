// First messages of one sender that wait: what they say, and the signs in them; delivered, or dropped with a warning.
import type { StaffOutput } from '#contract/staff';
import { t } from '#lib/i18n';
import { ask, useAsked } from '../asked.ts';
import { codeText, momentText } from '../codes.ts';
import { ConsoleLink } from '../ConsoleLink.tsx';
import { Decisions } from '../Decisions.tsx';
import { factsField, reasonField } from '../form-field.ts';
import { Loaded } from '../Loaded.tsx';
import { pathTo } from '../route.ts';
import { Decide, type Way } from './Decide.tsx';
import { type Item, keyOf } from './kinds.ts';
import type { PanelProps } from './ItemPanel.tsx';

type Contact = StaffOutput<'contacts.show'>['contact'];
type Message = Contact['messages'][number];

export function ContactPanel({ item, mayDecide, hasKeys, onDecided }: PanelProps) {
  const { brand, id } = item;
  const [asked, reload] = useAsked('contacts.show', { brand, id });
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ contact }) => (
        <>
          <p>
            <ConsoleLink to={pathTo('members', brand, contact.account)}>{t('console:open_member')}</ConsoleLink>
          </p>
          <ol>
            {contact.messages.map((message, at) => (
              <WaitingMessage key={at} message={message} />
            ))}
          </ol>
          <Decisions heading={t('console:decisions_before')} decisions={contact.before} />
          {mayDecide && <Decide {...{ about: keyOf(item), ways: waysOf(item, contact.last), hasKeys, onDecided }} />}
        </>
      )}
    </Loaded>
  );
}

const WaitingMessage = ({ message: { to, at, text, gift, picture, voice, signs } }: { message: Message }) => (
  <li>
    <p className="note">
      <span>{t('console:contact_to', { name: to })}</span> · <span>{momentText(at)}</span>
    </p>
    {voice && <p className="note">{codeText('voice')}</p>}
    <p dir="auto">{gift ?? (picture ? codeText('picture') : text)}</p>
    {signs.length > 0 && (
      <p className="note">{t('console:contact_signs', { signs: signs.map(codeText).join(', ') })}</p>
    )}
  </li>
);

/** What became of the messages, where not all have arrived. */
export const sentText = ({ delivered, waiting, dropped }: StaffOutput<'contacts.decide'>): string =>
  [
    delivered > 0 || waiting + dropped === 0 ? t('console:contact_sent') : '',
    waiting > 0 ? t('console:contact_waiting', { count: waiting }) : '',
    dropped > 0 ? t('console:contact_gone', { count: dropped }) : '',
  ]
    .filter(Boolean)
    .join(' ');

const waysOf = ({ brand, id }: Item, last: number): readonly Way[] => [
  {
    ...{ key: 'a', label: t('console:contact_send'), said: t('console:contact_sent'), isPrimary: true },
    fields: () => [reasonField()],
    send: async ({ reason = '' }) =>
      sentText(await ask('contacts.decide', { brand, id, last, verdict: { action: 'send' }, reason })),
  },
  {
    ...{ key: 'r', label: t('console:contact_drop'), said: t('console:contact_dropped') },
    fields: () => [factsField(), reasonField()],
    send: ({ facts = '', reason = '' }) =>
      ask('contacts.decide', {
        ...{ brand, id, last, reason },
        verdict: { action: 'drop', ...(facts.trim() ? { facts } : {}) },
      }),
  },
];
