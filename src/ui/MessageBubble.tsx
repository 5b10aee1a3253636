// A message bubble: text, perhaps with a picture, time, and the delivery status of own messages.
import { Icon, type IconName } from './Icon.tsx';
import type { Elements } from './LoneText.tsx';

/** `held` waits, such as for the confirmation of the e-mail address; `failed` can be retried. */
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
  /** The message that it answers, above all else. */
  quote?: Elements;
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
  /** What the member who received it thinks of it: a drawing, and the words for it. */
  reaction?: { readonly mark: Elements; readonly text: string } | null;
  /** The button that answers the message. */
  respond?: (BubbleAction & { readonly icon: IconName }) | null;
  /** The button that reports a message of another member. */
  report?: BubbleAction | null;
  /** The button that deletes an own message. */
  remove?: BubbleAction | null;
  /** The text says that the message was deleted. */
  isDeleted?: boolean;
  /** Buttons and links of a message that has not been delivered. */
  actions?: readonly (BubbleAction | { readonly text: string; readonly href: string })[];
}

export function MessageBubble(props: Props) {
  const { text, quote, picture, who, isMine, isLast, status, statusText, isDeleted = false, actions = [] } = props;
  return (
    <div
      className={`msg${isMine ? ' msg-mine' : ''}${isLast ? ' msg-last' : ''}${isDeleted ? ' msg-deleted' : ''} msg-${status}`}
    >
      <span className="visually-hidden">{who}: </span>
      {quote}
      {picture}
      <span className="msg-text" dir="auto">
        {text}
      </span>
      <Meta {...props} />
      {isSpelledOut(props) && (
        <p className="msg-status">
          <span>{statusText}</span>
          {actions.map((action) =>
            'href' in action ? (
              <a className="btn btn-quiet" href={action.href} key={action.text}>
                {action.text}
              </a>
            ) : (
              <button className="btn btn-quiet" type="button" key={action.text} onClick={action.onPress}>
                {action.text}
              </button>
            ),
          )}
        </p>
      )}
    </div>
  );
}

const isSpelledOut = ({ isMine, status }: Props): boolean => isMine && (status === 'held' || status === 'failed');

/** The line with the time, what can be done, and the status of an own message. */
function Meta(props: Props) {
  const { time, isMine, status, statusText, reaction, respond, report, remove, isDeleted = false } = props;
  return (
    <span className="msg-meta">
      {reaction && <Reaction {...reaction} />}
      <span>{time}</span>
      {respond && <Press {...respond} />}
      {remove && <Press {...remove} icon="trash" />}
      {report && <Press {...report} icon="flag" />}
      {isMine && !isDeleted && <Icon name={icons[status]} />}
      {isMine && !isDeleted && !isSpelledOut(props) && <span className="visually-hidden">{statusText}</span>}
    </span>
  );
}

const Reaction = ({ mark, text }: { mark: Elements; text: string }) => (
  <span className="msg-reaction">
    {mark}
    <span className="visually-hidden">{text}</span>
  </span>
);

const Press = ({ text, icon, onPress }: BubbleAction & { icon: IconName }) => (
  <button className="msg-report" type="button" aria-label={text} onClick={onPress}>
    <Icon name={icon} />
  </button>
);
