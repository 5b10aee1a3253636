// Shown when a free member has used up the free conversations: explains premium and links to the packages.
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { creditsFor } from './addresses.ts';

interface Props {
  isOpen: boolean;
  partner: string;
  onClose: () => void;
}

export function PremiumDialog({ isOpen, partner, onClose }: Props) {
  return (
    <Modal isOpen={isOpen} title={t('chats:premium_heading')} isSheet onClose={onClose}>
      <p>{t('chats:premium_text')}</p>
      <div className="form-actions">
        <Button kind="quiet" onClick={onClose}>
          {t('chats:later')}
        </Button>
        <Button kind="primary" href={creditsFor(partner)}>
          {t('chats:premium_action')}
        </Button>
      </div>
    </Modal>
  );
}
