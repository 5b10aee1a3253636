// Says that the browser blocks notifications, and how to allow them in it.
import { t } from '#lib/i18n';
import { Notice } from './Notice.tsx';

export function PushBlocked({ browser }: { browser: string }) {
  return (
    <Notice tone="warning">
      <span>{t('notifications:push_denied')}</span> <span>{t(`notifications:push_denied_${browser}`)}</span>
    </Notice>
  );
}
