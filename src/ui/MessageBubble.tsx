// One message: what was written, when, and, for one's own, what became of it.
import { Icon, type IconName } from './Icon.tsx';

/** `held` waits for the e-mail address; `failed` was not sent and can be sent again. */
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
  /** Who wrote it, for those who cannot see on which side it stands. */
  who: string;
  isMine: boolean;
  /** The last of several in a row by one person. */
  isLast: boolean;
  status: DeliveryStatus;
  statusText: string;
  /** Offered beside a message that failed. */
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
