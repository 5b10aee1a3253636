// Reacting to a message of the other member and answering it, in a sheet. An own message can only be answered, at once.
import { useEffect, useRef } from 'react';
import { t } from '#lib/i18n';
import { answer } from '#stores/outbox';
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
  onClose: () => void;
}

export const Respond = (props: Props) =>
  props.bubble.isMine ? <AnswerAtOnce {...props} /> : <RespondDialog {...props} />;

function AnswerAtOnce({ bubble, onClose }: Props) {
  useEffect(() => {
    answer(quoteOf(bubble));
    focusField();
    onClose();
  }, []);
  return null;
}

function RespondDialog({ bubble, name, onClose }: Props) {
  const quote = quoteOf(bubble);
  const isReplying = useRef(false);
  // The dialog gives the focus back to its button when it closes.
  useEffect(() => () => void (isReplying.current && focusField()), []);
  const reply = (): void => {
    isReplying.current = true;
    answer(quote);
    onClose();
  };
  const { seq, reaction } = bubble;
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
