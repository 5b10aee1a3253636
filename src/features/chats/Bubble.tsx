// One message in the conversation, with the day above it when a new one begins.
import { memo } from 'react';
import { t } from '#lib/i18n';
import { MessageBubble } from '#ui/MessageBubble';
import type { BubbleData } from './bubbles.ts';
import { dayLabel, timeOf } from './moments.ts';

interface Props {
  bubble: BubbleData;
  /** The other's name. */
  name: string;
  onRetry: () => void;
}

function BubbleView({ bubble, name, onRetry }: Props) {
  const { text, at, isMine, status, startsDay, isLast } = bubble;
  return (
    <>
      {startsDay && <p className="talk-day">{dayLabel(at)}</p>}
      <MessageBubble
        text={text}
        time={timeOf(at)}
        who={isMine ? t('chats:own') : name}
        isMine={isMine}
        isLast={isLast}
        status={status}
        statusText={t(`chats:${status}`)}
        retry={status === 'failed' ? { text: t('shell:retry'), onPress: onRetry } : null}
      />
    </>
  );
}

/** Of a long conversation only what changed is drawn again. */
export const Bubble = memo(BubbleView, (a, b) => JSON.stringify(a.bubble) === JSON.stringify(b.bubble));
