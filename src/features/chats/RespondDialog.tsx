// The sheet with what one can do about a message of the other member: react to it, or answer it.
import { useEffect, useRef } from 'react';
import { t } from '#lib/i18n';
import { react } from '#stores/reactions';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { ReactionMark, reactions } from '#ui/ReactionMark';
import type { BubbleData } from './bubbles.ts';
import { QuotedMessage } from './QuotedMessage.tsx';
import { focusField, quoteOf } from './respond.ts';

interface Props {
  bubble: BubbleData;
  /** The partner's name. */
  name: string;
  onReply: (bubble: BubbleData) => void;
  onClose: () => void;
}

export function RespondDialog({ bubble, name, onReply, onClose }: Props) {
  const isReplying = useRef(false);
  // The dialog gives the focus back to its button when it closes.
  useEffect(() => () => void (isReplying.current && focusField()), []);
  const reply = (): void => {
    isReplying.current = true;
    onReply(bubble);
    onClose();
  };
  const { seq, reaction } = bubble;
  const quote = quoteOf(bubble);
  return (
    <Modal isOpen title={t('chats:respond')} isSheet onClose={onClose}>
      <div className="stack">
        {quote && <QuotedMessage {...{ quote, name }} />}
        <div className="reactions" role="group" aria-label={t('chats:reactions')}>
          {reactions.map((each) => (
            <button
              className="reaction"
              key={each}
              type="button"
              aria-pressed={each === reaction}
              aria-label={t(`chats:reaction_${each}`)}
              onClick={() => {
                if (seq !== null) void react(seq, each);
                onClose();
              }}
            >
              <ReactionMark reaction={each} />
            </button>
          ))}
        </div>
        <Button kind="primary" icon="reply" isBlock onClick={reply}>
          {t('chats:reply')}
        </Button>
      </div>
    </Modal>
  );
}
