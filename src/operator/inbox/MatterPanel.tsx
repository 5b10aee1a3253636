// Complaints, which are answered by mail, and reports of the payment provider that did not fit; both are closed once.
import { t } from '#lib/i18n';
import { ask, useAsked } from '../asked.ts';
import { codeText } from '../codes.ts';
import { ConsoleLink } from '../ConsoleLink.tsx';
import { Details } from '../Details.tsx';
import { reasonField } from '../form-field.ts';
import { Loaded } from '../Loaded.tsx';
import { pathTo } from '../route.ts';
import { Decide, type Way } from './Decide.tsx';
import type { PanelProps } from './ItemPanel.tsx';
import { keyOf } from './kinds.ts';

export function ComplaintPanel({ item, mayDecide, hasKeys, onDecided }: PanelProps) {
  const { brand, id } = item;
  const [asked, reload] = useAsked('complaints.show', { brand, id });
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ complaint }) => (
        <>
          <Details
            details={[
              [t('console:email'), <a href={`mailto:${complaint.email}`}>{complaint.email}</a>],
              [
                t('console:member'),
                complaint.account && (
                  <ConsoleLink to={pathTo('members', brand, complaint.account)}>{t('console:open_member')}</ConsoleLink>
                ),
              ],
              [t('console:about'), codeText(complaint.subject)],
              [t('console:language'), complaint.language],
              [t('console:text'), complaint.text],
            ]}
          />
          {mayDecide && (
            <Decide
              ways={[closing((reason) => ask('complaints.close', { brand, id, reason }))]}
              {...{ about: keyOf(item), hasKeys, onDecided }}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

export function ParkedPanel({ item, mayDecide, hasKeys, onDecided }: PanelProps) {
  const { brand, id } = item;
  const [asked, reload] = useAsked('parked.show', { brand, id });
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ parked }) => (
        <>
          <Details
            details={[
              [t('console:about'), codeText(parked.kind)],
              [t('console:payment'), parked.payment],
              [t('console:minor_units'), parked.amount],
              [t('console:body'), <code>{parked.body}</code>],
            ]}
          />
          {mayDecide && (
            <Decide
              ways={[closing((reason) => ask('parked.close', { brand, id, reason }))]}
              {...{ about: keyOf(item), hasKeys, onDecided }}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

const closing = (send: (reason: string) => Promise<unknown>): Way => ({
  ...{ key: 'a', label: t('console:close_matter'), said: t('console:closed_matter'), isPrimary: true },
  fields: () => [reasonField()],
  send: ({ reason = '' }) => send(reason),
});
