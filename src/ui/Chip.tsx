// A chip: static text, a toggle, or a button.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { type Elements, LoneText } from './LoneText.tsx';

interface Props {
  children: ReactNode;
  icon?: IconName;
  /** Instead of an icon: a drawing of its own. */
  drawing?: Elements;
  tone?: 'normal' | 'on' | 'shared';
  /** Makes it a toggle. */
  isPressed?: boolean;
  /** Announces that it opens a dialog. */
  opensDialog?: boolean;
  onClick?: () => void;
}

export function Chip({ children, icon, drawing, tone = 'normal', isPressed, opensDialog, onClick }: Props) {
  const isOn = tone === 'on' || isPressed;
  const className = `chip${isOn ? ' chip-on' : tone === 'shared' ? ' chip-shared' : ''}`;
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {drawing}
      <LoneText>{children}</LoneText>
    </>
  );
  if (!onClick) return <span className={className}>{content}</span>;
  return (
    <button
      className={className}
      type="button"
      aria-pressed={isPressed}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={onClick}
    >
      {content}
    </button>
  );
}
