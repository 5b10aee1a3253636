// A button, or a link that looks like one; the filled kind is the one next step of a view.
import type { MouseEvent, ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

interface Props {
  children: ReactNode;
  kind?: 'primary' | 'line' | 'quiet' | 'normal';
  icon?: IconName;
  /** Makes it a link. */
  href?: string;
  type?: 'button' | 'submit';
  isBlock?: boolean;
  /** Under way: it stays focused and readable, and pressing it again does nothing. */
  isBusy?: boolean;
  isDisabled?: boolean;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

export function Button({
  children,
  kind = 'normal',
  icon,
  href,
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
      {children}
    </>
  );
  if (href !== undefined) {
    return (
      <a className={className} href={href} onClick={onClick}>
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
