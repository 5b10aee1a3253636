// A photo that waits: approved with one key, rejected with a reason.
import type { PhotoReason } from '#contract/photos';
import { t } from '#lib/i18n';
import { ask, useAsked } from '../asked.ts';
import { codeText, dayText } from '../codes.ts';
import { ConsoleLink } from '../ConsoleLink.tsx';
import { Details } from '../Details.tsx';
import { photoReasonField } from '../form-field.ts';
import { Loaded } from '../Loaded.tsx';
import { pathTo } from '../route.ts';
import { Decide, type Way } from './Decide.tsx';
import { type Item, keyOf } from './kinds.ts';
import type { PanelProps } from './ItemPanel.tsx';

export function PhotoPanel({ item, mayDecide, hasKeys, onDecided }: PanelProps) {
  const { brand, id } = item;
  const [asked, reload] = useAsked('photos.show', { brand, id });
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ photo }) => (
        <div className="console-photo">
          {photo.picture === null ? (
            <p>{t('console:photo_gone')}</p>
          ) : (
            <img src={photo.picture} alt={t('console:photo_of', { name: photo.name })} />
          )}
          <div>
            <Details
              details={[
                [
                  t('console:member'),
                  <ConsoleLink to={pathTo('members', brand, photo.member)}>{photo.name}</ConsoleLink>,
                ],
                [t('console:born'), dayText(photo.birth_date)],
                [t('console:status'), codeText(photo.status)],
                [t('console:shown_to'), codeText(photo.private ? 'private' : 'free')],
              ]}
            />
            {mayDecide && <Decide {...{ about: keyOf(item), ways: waysOf(item), hasKeys, onDecided }} />}
          </div>
        </div>
      )}
    </Loaded>
  );
}

const waysOf = ({ brand, id }: Item): readonly Way[] => [
  {
    ...{ key: 'a', label: t('console:approve'), said: t('console:approved'), isPrimary: true },
    fields: () => [],
    send: () => ask('photos.decide', { brand, id, verdict: { action: 'approve' } }),
  },
  {
    ...{ key: 'r', label: t('console:reject'), said: t('console:rejected') },
    fields: () => [photoReasonField()],
    send: ({ photo_reason }) =>
      ask('photos.decide', { brand, id, verdict: { action: 'reject', reason: photo_reason as PhotoReason } }),
  },
];
