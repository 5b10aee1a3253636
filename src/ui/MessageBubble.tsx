// A message bubble: text, perhaps with a picture, time, and the delivery status of own messages.
import { Icon, type IconName } from './Icon.tsx';
import type { Elements } from './LoneText.tsx';

/** `held` waits for the confirmation of the e-mail address; `failed` can be retried. */
export type DeliveryStatus = 'sent' | 'read' | 'sending' | 'held' | 'failed';
const icons: Readonly<Record<DeliveryStatus, IconName>> = {
  sent: 'check',
  read: 'checks',
  sending: 'clock',
  held: 'clock',
  failed: 'alert',
};

interface BubbleAction {
  readonly text: string;
  readonly onPress: () => void;
}

interface Props {
  text: string;
  /** Above the text, which names it. */
  picture?: Elements;
  time: string;
  /** The sender, for screen readers. */
  who: string;
  isMine: boolean;
  /** The last of consecutive messages by one person. */
  isLast: boolean;
  status: DeliveryStatus;
  statusText: string;
  /** The button that reports a message of another member. */
  report?: BubbleAction | null;
  /** The button that deletes an own message. */
  remove?: BubbleAction | null;
  /** The text says that the message was deleted. */
  isDeleted?: boolean;
  /** The buttons of a failed message. */
  actions?: readonly BubbleAction[];
}

export function MessageBubble(props: Props) {
  const {
    text,
    picture,
    time,
    who,
    isMine,
    isLast,
    status,
    statusText,
    report,
    remove,
    isDeleted = false,
    actions = [],
  } = props;
  const isSpelledOut = isMine && (status === 'held' || status === 'failed');
  return (
    <div
      className={`msg${isMine ? ' msg-mine' : ''}${isLast ? ' msg-last' : ''}${isDeleted ? ' msg-deleted' : ''} msg-${status}`}
    >
      <span className="visually-hidden">{who}: </span>
      {picture}
      <span className="msg-text" dir="auto">
        {text}
      </span>
      <span className="msg-meta">
        <span>{time}</span>
        {remove && (
          <button className="msg-report" type="button" aria-label={remove.text} onClick={remove.onPress}>
            <Icon name="trash" />
          </button>
        )}
        {report && (
          <button className="msg-report" type="button" aria-label={report.text} onClick={report.onPress}>
            <Icon name="flag" />
          </button>
        )}
        {isMine && !isDeleted && <Icon name={icons[status]} />}
        {isMine && !isDeleted && !isSpelledOut && <span className="visually-hidden">{statusText}</span>}
      </span>
      {isSpelledOut && (
        <p className="msg-status">
          <span>{statusText}</span>
          {actions.map((action) => (
            <button className="btn btn-quiet" type="button" key={action.text} onClick={action.onPress}>
              {action.text}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
