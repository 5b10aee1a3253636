// A message bubble: text, time, and the delivery status of own messages.
import { Icon, type IconName } from './Icon.tsx';

/** `held` waits for the confirmation of the e-mail address; `failed` can be retried. */
export type DeliveryStatus = 'sent' | 'read' | 'sending' | 'held' | 'failed';
const icons: Readonly<Record<DeliveryStatus, IconName>> = {
  sent: 'check',
  read: 'checks',
  sending: 'clock',
  held: 'clock',
  failed: 'alert',
};

interface Props {
  text: string;
  time: string;
  /** The sender, for screen readers. */
  who: string;
  isMine: boolean;
  /** The last of consecutive messages by one person. */
  isLast: boolean;
  status: DeliveryStatus;
  statusText: string;
  /** The retry button of a failed message. */
  retry?: { readonly text: string; readonly onPress: () => void } | null;
}

export function MessageBubble({ text, time, who, isMine, isLast, status, statusText, retry }: Props) {
  const isSpelledOut = isMine && (status === 'held' || status === 'failed');
  return (
    <div className={`msg${isMine ? ' msg-mine' : ''}${isLast ? ' msg-last' : ''} msg-${status}`}>
      <span className="visually-hidden">{who}: </span>
      <span className="msg-text">{text}</span>
      <span className="msg-meta">
        <span>{time}</span>
        {isMine && <Icon name={icons[status]} />}
        {isMine && !isSpelledOut && <span className="visually-hidden">{statusText}</span>}
      </span>
      {isSpelledOut && (
        <p className="msg-status">
          {statusText}
          {retry && (
            <button className="btn btn-quiet" type="button" onClick={retry.onPress}>
              {retry.text}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
