// The button that turns on notifications on this device; the browser asks only then.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '#lib/i18n';
import { createPushStart } from '#stores/push-choice';
import { toastError } from '#stores/toasts';
import { Button } from '#ui/Button';

export function TurnOnPush() {
  const [start] = useState(createPushStart);
  const { state } = useStore(start);
  const turnOn = async (): Promise<void> => {
    await start.submit(undefined);
    const after = start.get();
    if (after.state === 'failed') toastError(after.code);
  };
  return (
    <Button kind="line" isBusy={state === 'sending'} onClick={() => void turnOn()}>
      {t('shell:alert_push_action')}
    </Button>
  );
}
