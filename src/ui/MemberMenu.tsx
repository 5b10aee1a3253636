// The menu of another member: profile, block or unblock, report, delete the chat.
import { Icon } from './Icon.tsx';
import { Menu } from './Menu.tsx';

interface Props {
  /** For screen readers. */
  label: string;
  texts: {
    readonly profile?: string;
    readonly block: string;
    readonly unblock: string;
    readonly report: string;
    readonly remove?: string;
  };
  /** The profile's address, outside of it. */
  profile?: string;
  isBlocked: boolean;
  onBlock: () => void;
  onUnblock: () => void;
  onReport: () => void;
  /** In a conversation: deletes it. */
  onRemove?: (() => void) | undefined;
}

export function MemberMenu({ label, texts, profile, isBlocked, onBlock, onUnblock, onReport, onRemove }: Props) {
  return (
    <Menu label={label} button={<Icon name="dots" />} buttonClass="round menu-dots">
      {profile && (
        <li>
          <a href={profile}>
            <Icon name="user" />
            <span>{texts.profile}</span>
          </a>
        </li>
      )}
      <li>
        <button type="button" onClick={isBlocked ? onUnblock : onBlock}>
          <Icon name="block" />
          <span>{isBlocked ? texts.unblock : texts.block}</span>
        </button>
      </li>
      <li>
        <button type="button" onClick={onReport}>
          <Icon name="flag" />
          <span>{texts.report}</span>
        </button>
      </li>
      {onRemove && (
        <li>
          <button type="button" onClick={onRemove}>
            <Icon name="trash" />
            <span>{texts.remove}</span>
          </button>
        </li>
      )}
    </Menu>
  );
}
