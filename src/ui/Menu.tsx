// A menu on the native <details>; src/layouts/inline/shell.js closes it on Escape and on a click elsewhere.
import type { ReactNode } from 'react';
import { LoneText } from './LoneText.tsx';

interface Props {
  /** For screen readers; not needed when the button has text. */
  label?: string;
  button: ReactNode;
  buttonClass?: string;
  /** Whether the current page belongs to the menu. */
  isCurrent?: boolean;
  children: ReactNode;
}

export function Menu({ label, button, buttonClass, isCurrent, children }: Props) {
  return (
    <details className="menu">
      <summary className={buttonClass} aria-current={isCurrent ? 'true' : undefined}>
        {label && <span className="visually-hidden">{label}</span>}
        <LoneText>{button}</LoneText>
      </summary>
      <ul className="menu-list">{children}</ul>
    </details>
  );
}
