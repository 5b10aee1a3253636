// The step that offers notifications on this device; the browser asks only when the member turns them on.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { browserKind } from '#lib/browser-kind';
import { errorText, t } from '#lib/i18n';
import { $push, isSubscribed } from '#stores/push';
import { createPushStart } from '#stores/push-choice';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';
import { PushBlocked } from '#ui/PushBlocked';

export function PushStep() {
  const push = useStore($push);
  if (isSubscribed(push)) return <Notice tone="success">{t('signup:push_on')}</Notice>;
  if (push.subscribed === 'denied') return <PushBlocked browser={browserKind(navigator)} />;
  return <TurnOn />;
}

function TurnOn() {
  const [start] = useState(createPushStart);
  const state = useStore(start);
  return (
    <div className="push-offer">
      <Button kind="line" isBusy={state.state === 'sending'} onClick={() => void start.submit(undefined)}>
        {t('shell:alert_push_action')}
      </Button>
      {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
    </div>
  );
}
