// One message of the conversation, with a date line above the first of a day.
import { memo } from 'react';
import { t } from '#lib/i18n';
import { MessageBubble } from '#ui/MessageBubble';
import type { BubbleData } from './bubbles.ts';
import { dayLabel, timeOf } from './moments.ts';

interface Props {
  bubble: BubbleData;
  /** The partner's name. */
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

/** Memoized: a long conversation only rerenders the bubbles that changed. */
export const Bubble = memo(BubbleView, (a, b) => JSON.stringify(a.bubble) === JSON.stringify(b.bubble));
