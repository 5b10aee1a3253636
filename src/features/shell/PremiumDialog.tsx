// The premium alert: what only Premium members can do, and the way to what Premium gives (decisions B13).
import { useStore } from '@nanostores/react';
import { FREE, PREMIUM } from '#domain/limits';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $premiumDialog, closePremiumDialog } from '#stores/premium-dialog';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';

const LIMITS = { free: FREE.photos, premium: PREMIUM.photos };

export function PremiumDialog() {
  const open = useStore($premiumDialog);
  useCloseOnNavigation(closePremiumDialog);
  const address = linkTo('premium') + (open?.partner ? `?for=${encodeURIComponent(open.partner)}` : '');
  return (
    <Modal
      isOpen={open !== null}
      title={open ? t(`shell:premium_${open.reason}_heading`, LIMITS) : ''}
      isSheet
      onClose={closePremiumDialog}
    >
      <p>{open && t(`shell:premium_${open.reason}`, LIMITS)}</p>
      <div className="form-actions">
        <Button kind="quiet" onClick={closePremiumDialog}>
          {t('shell:premium_later')}
        </Button>
        <Button kind="primary" href={address}>
          {t('shell:premium_action')}
        </Button>
      </div>
    </Modal>
  );
}
