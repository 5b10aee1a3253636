// An appeal that waits: the decision it is about, and what the member says.
import { t } from '#lib/i18n';
import { ask, useAsked } from '../asked.ts';
import { codeText } from '../codes.ts';
import { ConsoleLink } from '../ConsoleLink.tsx';
import { Decisions } from '../Decisions.tsx';
import { Details } from '../Details.tsx';
import { answerField, answerOf, reasonField } from '../form-field.ts';
import { Loaded } from '../Loaded.tsx';
import { pathTo } from '../route.ts';
import { Decide, type Way } from './Decide.tsx';
import { type Item, keyOf } from './kinds.ts';
import type { PanelProps } from './ItemPanel.tsx';

export function AppealPanel({ item, mayDecide, hasKeys, onDecided }: PanelProps) {
  const { brand, id } = item;
  const [asked, reload] = useAsked('appeals.show', { brand, id });
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ appeal }) => (
        <>
          <Details
            details={[
              [
                t('console:member'),
                appeal.account && (
                  <ConsoleLink to={pathTo('members', brand, appeal.account)}>{t('console:open_member')}</ConsoleLink>
                ),
              ],
              [t('console:side'), codeText(appeal.side)],
              [t('console:language'), appeal.language],
              [t('console:text'), appeal.text],
              [t('console:facts'), appeal.decision.facts],
            ]}
          />
          <Decisions heading={t('console:decision')} decisions={[appeal.decision]} />
          {mayDecide && <Decide {...{ about: keyOf(item), ways: waysOf(item), hasKeys, onDecided }} />}
        </>
      )}
    </Loaded>
  );
}

function waysOf({ brand, id }: Item): readonly Way[] {
  const way = (key: Way['key'], outcome: 'granted' | 'refused'): Way => ({
    ...{ key, label: t(`console:appeal_${outcome}`), said: t(`console:appeal_said_${outcome}`) },
    isPrimary: key === 'a',
    fields: () => [reasonField(), answerField()],
    send: (values) =>
      ask('appeals.decide', { brand, id, outcome, reason: values['reason'] ?? '', ...answerOf(values) }),
  });
  return [way('a', 'granted'), way('r', 'refused')];
}
