// The alert about the member's account, if there is one; those that do not stop the account can be dismissed.
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { dismissAlert } from '#stores/alerts';
import { Notice } from '#ui/Notice';
import { PushAlert } from './PushAlert.tsx';
import type { Alert } from './use-alert.ts';

export function AccountAlert({ alert }: { alert: Alert }) {
  const dismiss = (): void => dismissAlert(alert);
  switch (alert) {
    case 'confirm':
      return (
        <Notice tone="attention">
          <span>{t('shell:banner_unconfirmed')}</span>{' '}
          <a href={`${linkTo('complete-signup')}?step=confirm`}>{t('shell:banner_unconfirmed_action')}</a>
        </Notice>
      );
    case 'consent':
      return (
        <Notice tone="warning">
          <span>{t('shell:banner_no_consent')}</span>{' '}
          <a href={`${linkTo('settings')}#consents`}>{t('shell:banner_no_consent_action')}</a>
        </Notice>
      );
    case 'photo':
      return (
        <Notice onClose={dismiss}>
          <span>{t('shell:alert_photo')}</span> <a href={linkTo('profile')}>{t('shell:alert_photo_action')}</a>
        </Notice>
      );
    case 'push':
      return <PushAlert onClose={dismiss} />;
    default:
      return (
        <Notice tone="warning" onClose={dismiss}>
          <span>{t(`shell:alert_${alert.replace('-', '_')}`)}</span>{' '}
          <a href={linkTo('notifications')}>{t('shell:alert_mail_action')}</a>
        </Notice>
      );
  }
}
