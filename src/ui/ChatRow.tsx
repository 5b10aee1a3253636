// A row of the chat list: avatar, name, last message, time, and unread count. The whole row is a link.
import { Avatar } from './Avatar.tsx';
import { Badge } from './Badge.tsx';
import { FictionalLabel } from './FictionalLabel.tsx';

interface Props {
  href: string;
  /** Address of the 640 px picture. */
  photo: string | null;
  /** Localized name and age. */
  title: string;
  /** The label of a fictional profile. */
  fictional: string | null;
  line: string;
  isTyping: boolean;
  time: string;
  unread: number;
  unreadLabel: string;
  isCurrent: boolean;
  /** Opened last, so that one finds the way back. */
  isLast: boolean;
}

export function ChatRow({ href, photo, title, fictional, line, isTyping, time, ...rest }: Props) {
  const { unread, unreadLabel, isCurrent, isLast } = rest;
  return (
    <a
      className={`chat-row${unread > 0 ? ' chat-row-unread' : ''}${isLast ? ' chat-row-last' : ''}`}
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Avatar address={photo} />
      <span className="chat-row-words">
        <span className="chat-row-name">
          <b>{title}</b>
          {fictional && <FictionalLabel text={fictional} />}
        </span>
        <span className={`chat-row-line${isTyping ? ' is-typing' : ''}`} dir="auto">
          {line}
        </span>
      </span>
      <span className="chat-row-end">
        <span className="chat-row-time">{time}</span>
        {unread > 0 && <Badge count={unread} label={unreadLabel} />}
      </span>
    </a>
  );
}
