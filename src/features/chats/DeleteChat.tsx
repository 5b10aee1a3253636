// The dialog that deletes a conversation from the member's own list.
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { removeChat } from '#stores/chat-deletion';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';

interface Props {
  conversation: string;
  /** The partner's name. */
  name: string;
  onClose: () => void;
}

/** Confirming is a link to the list, which shows a failure. */
export const DeleteChat = ({ conversation, name, onClose }: Props) => (
  <Modal isOpen title={t('chats:delete_chat_heading')} isSheet onClose={onClose}>
    <div className="stack">
      <p>{t('chats:delete_chat_text', { name })}</p>
      <div className="form-actions">
        <Button kind="quiet" onClick={onClose}>
          {t('safety:cancel')}
        </Button>
        <Button kind="primary" href={linkTo('chats')} onClick={() => void removeChat(conversation)}>
          {t('chats:delete_chat')}
        </Button>
      </div>
    </div>
  </Modal>
);
