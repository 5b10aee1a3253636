// The question before a message about money, with a web address or a contact elsewhere is sent.
import type { ScamTopic } from '#domain/scam-guard';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';

interface Props {
  topic: ScamTopic;
  onConfirm: () => void;
  onClose: () => void;
}

export const SendGuardDialog = ({ topic, onConfirm, onClose }: Props) => (
  <Modal isOpen title={t('scam:sure_heading')} isSheet onClose={onClose}>
    <div className="stack">
      <p>{t(`scam:sure_${topic}`)}</p>
      <div className="form-actions">
        <Button kind="quiet" onClick={onConfirm}>
          {t('scam:send_anyway')}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {t('scam:change')}
        </Button>
      </div>
    </div>
  </Modal>
);
