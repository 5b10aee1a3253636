// The section of the settings with the types of notifications: switches by mail and by push that save at once, and what stops either.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { DisabledReason, Notifications, NotificationType, PushType } from '#contract/notifications';
import { errorText, t } from '#lib/i18n';
import { linkTo, queryOf } from '#lib/paths';
import {
  $enabling,
  $notifications,
  enableNotifications,
  loadNotifications,
  switchNotification,
  watchNotifications,
} from '#stores/notifications';
import { Button } from '#ui/Button';
import { ErrorState } from '#ui/ErrorState';
import { Notice } from '#ui/Notice';
import { SwitchListSkeleton } from '#ui/SwitchListSkeleton';
import { SwitchTable } from '#ui/SwitchTable';
import { PushNowhere } from './PushNowhere.tsx';

/** Whether a link in a mail led here. */
const isFromMail = (): boolean => (queryOf('notifications') ?? queryOf('settings'))?.['source'] === 'email';

export function NotificationsSection() {
  const shown = useStore($notifications);
  useEffect(watchNotifications, []);
  if (shown.state === 'loading') return <SwitchListSkeleton label={t('shell:loading')} />;
  if (shown.state === 'failed')
    return (
      <ErrorState
        heading={t('shell:error_heading')}
        text={errorText(shown.code)}
        onRetry={() => void loadNotifications()}
      />
    );
  return <Choices {...shown} />;
}

function Choices({ email, types, push, devices, disabled }: Notifications) {
  const [reason] = disabled;
  const enabling = useStore($enabling);
  return (
    <div className="mail-settings">
      {isFromMail() && <Notice>{t('notifications:from_mail')}</Notice>}
      <div aria-live="polite">
        {reason && <Stopped reason={reason} email={email} />}
        {!reason && enabling.state === 'done' && <Notice tone="success">{t('notifications:enabled')}</Notice>}
      </div>
      <p className="muted small">{t('notifications:intro', { email })}</p>
      {devices === 0 && <PushNowhere />}
      <SwitchTable
        label={t('notifications:heading')}
        ways={{ types: t('notifications:by_mail'), push: t('notifications:by_push') }}
        none={t('notifications:by_mail_only')}
        rows={(Object.keys(types) as NotificationType[]).map((type) => ({
          name: type,
          label: t(`notifications:type_${type}`),
          note: t(`notifications:note_${type}`),
          cells: {
            types: {
              isOn: types[type],
              onChange: (wanted: boolean) => void switchNotification({ by: 'types', type, wanted }),
            },
            ...pushCell(type, push),
          },
        }))}
      />
    </div>
  );
}

const isPushed = (type: NotificationType, push: Notifications['push']): type is PushType => type in push;

function pushCell(type: NotificationType, push: Notifications['push']) {
  if (!isPushed(type, push)) return {};
  const onChange = (wanted: boolean): void => void switchNotification({ by: 'push', type, wanted });
  return { push: { isOn: push[type], onChange } };
}

/** Why no mail goes out, and the way to get them again. */
function Stopped({ reason, email }: { reason: DisabledReason; email: string }) {
  const enabling = useStore($enabling);
  return (
    <Notice tone="warning">
      <div className="mails-stopped">
        <span>{t(`notifications:disabled_${reason}`, { email })}</span>
        <Button kind="line" isBusy={enabling.state === 'sending'} onClick={() => void enableNotifications()}>
          {t(reason === 'bounce' ? 'notifications:enable_bounce' : 'notifications:enable')}
        </Button>
        {reason === 'bounce' && <a href={`${linkTo('settings')}#email`}>{t('settings:email')}</a>}
        {enabling.state === 'failed' && <span role="alert">{errorText(enabling.code)}</span>}
      </div>
    </Notice>
  );
}
