// The offer to turn on notifications on this device; the browser asks only when the member takes it.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '#lib/i18n';
import { createPushStart } from '#stores/push';
import { toastError } from '#stores/toasts';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';

export function PushAlert({ onClose }: { onClose: () => void }) {
  return (
    <Notice onClose={onClose}>
      <span>{t('shell:alert_push')}</span> <TurnOn />
    </Notice>
  );
}

function TurnOn() {
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
