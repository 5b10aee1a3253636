// A button, or a link styled as one. Use the primary kind once per view, for the next step.
import type { MouseEvent, ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { LoneText } from './LoneText.tsx';

interface Props {
  children: ReactNode;
  kind?: 'primary' | 'line' | 'quiet' | 'normal';
  icon?: IconName;
  /** Renders a link. */
  href?: string;
  /** The link is saved as a file instead of opened; as text, under this name. */
  isDownload?: boolean | string;
  type?: 'button' | 'submit';
  isBlock?: boolean;
  /** In progress: stays focusable and ignores clicks. */
  isBusy?: boolean;
  isDisabled?: boolean;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

export function Button({
  children,
  kind = 'normal',
  icon,
  href,
  isDownload = false,
  type = 'button',
  isBlock,
  isBusy,
  isDisabled,
  onClick,
}: Props) {
  const className = `btn${kind === 'normal' ? '' : ` btn-${kind}`}${isBlock ? ' btn-block' : ''}`;
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <LoneText>{children}</LoneText>
    </>
  );
  if (href !== undefined) {
    return (
      <a className={className} href={href} download={isDownload} onClick={onClick}>
        {content}
      </a>
    );
  }
  const press = (event: MouseEvent<HTMLElement>): void => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      className={className}
      type={type}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      disabled={isDisabled}
      onClick={press}
    >
      {content}
    </button>
  );
}
