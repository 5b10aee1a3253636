// Reminds a member whose signup came by API on a smartphone of the mail that confirms the address (requirement AU30).
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';

export function ActivationDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal isOpen title={t('shell:reminder_heading')} isSheet onClose={onClose}>
      <p>{t('shell:banner_unconfirmed')}</p>
      <div className="form-actions">
        <Button href={`${linkTo('complete-signup')}?step=confirm`}>{t('shell:banner_unconfirmed_action')}</Button>
        <Button kind="primary" onClick={onClose}>
          {t('shell:close')}
        </Button>
      </div>
    </Modal>
  );
}
