// The dialog that deletes an own message: for both within 15 minutes, later for oneself.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { errorText, t } from '#lib/i18n';
import { createMessageDeletion, deletionScope } from '#stores/chat-deletion';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { Notice } from '#ui/Notice';
import type { BubbleData } from './bubbles.ts';

interface Props {
  bubble: BubbleData;
  /** The partner's name. */
  name: string;
  onClose: () => void;
}

export function DeleteMessage(props: Props) {
  useEffect(() => focusMessages, []);
  return (
    <Modal isOpen title={t('chats:delete_heading')} isSheet onClose={props.onClose}>
      <Question {...props} />
    </Modal>
  );
}

/** The button that opened the dialog is gone with the message. */
function focusMessages(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('.talk')?.focus();
}

function Question({ bubble: { clientId, at, status }, name, onClose }: Props) {
  const [deletion] = useState(createMessageDeletion);
  const state = useStore(deletion);
  const scope = deletionScope(at);
  useEffect(() => {
    if (state.state === 'done') onClose();
  }, [state.state]);
  return (
    <div className="stack">
      <p>{t(status === 'held' ? 'chats:delete_held' : `chats:delete_${scope}`, { name })}</p>
      {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
      <div className="form-actions">
        <Button kind="quiet" onClick={onClose}>
          {t('safety:cancel')}
        </Button>
        <Button
          kind="primary"
          isBusy={state.state === 'sending'}
          onClick={() => void deletion.submit({ client_id: clientId, scope })}
        >
          {t('chats:discard')}
        </Button>
      </div>
    </div>
  );
}
