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
  fate: DeliveryStatus;
  fateText: string;
  /** Offered beside a message that failed. */
  again?: { readonly text: string; readonly onPress: () => void } | null;
}

export function MessageBubble({ text, time, who, isMine, isLast, fate, fateText, again }: Props) {
  const isSpelledOut = isMine && (fate === 'held' || fate === 'failed');
  return (
    <div className={`msg${isMine ? ' msg-mine' : ''}${isLast ? ' msg-last' : ''} msg-${fate}`}>
      <span className="visually-hidden">{who}: </span>
      <span className="msg-text">{text}</span>
      <span className="msg-meta">
        <span>{time}</span>
        {isMine && <Icon name={icons[fate]} />}
        {isMine && !isSpelledOut && <span className="visually-hidden">{fateText}</span>}
      </span>
      {isSpelledOut && (
        <p className="msg-fate">
          {fateText}
          {again && (
            <button className="btn btn-quiet" type="button" onClick={again.onPress}>
              {again.text}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
