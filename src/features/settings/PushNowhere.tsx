// Says that no device of the member shows notifications, and turns them on here or says why this device cannot.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { browserKind } from '#lib/browser-kind';
import { errorText, t } from '#lib/i18n';
import { loadNotifications } from '#stores/notifications';
import { $push } from '#stores/push';
import { createPushStart } from '#stores/push-choice';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';
import { PushBlocked } from '#ui/PushBlocked';

export function PushNowhere() {
  const { subscribed } = useStore($push);
  const [start] = useState(createPushStart);
  const state = useStore(start);
  const turnOn = async (): Promise<void> => {
    await start.submit(undefined);
    await loadNotifications();
  };
  if (subscribed === 'not_capable') return <Notice>{t('notifications:push_not_capable')}</Notice>;
  if (subscribed === 'denied') return <PushBlocked browser={browserKind(navigator)} />;
  return (
    <Notice>
      <div className="mails-stopped">
        <span>{t('notifications:push_nowhere')}</span>
        <Button kind="line" isBusy={state.state === 'sending'} onClick={() => void turnOn()}>
          {t('notifications:push_turn_on')}
        </Button>
        {state.state === 'failed' && <span role="alert">{errorText(state.code)}</span>}
      </div>
    </Notice>
  );
}
