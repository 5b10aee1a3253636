// The offer to turn on notifications on this device.
import { t } from '#lib/i18n';
import { Notice } from '#ui/Notice';
import { TurnOnPush } from './TurnOnPush.tsx';

export function PushAlert({ onClose }: { onClose: () => void }) {
  return (
    <Notice onClose={onClose}>
      <span>{t('shell:alert_push')}</span> <TurnOnPush />
    </Notice>
  );
}
