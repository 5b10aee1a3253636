// A menu on the native <details>; src/layouts/inline/shell.js closes it on Escape and on a click elsewhere.
import type { ReactNode } from 'react';

interface Props {
  /** For screen readers; not needed when the button has text. */
  label?: string;
  button: ReactNode;
  buttonClass?: string;
  children: ReactNode;
}

export function Menu({ label, button, buttonClass, children }: Props) {
  return (
    <details className="menu">
      <summary className={buttonClass}>
        {label && <span className="visually-hidden">{label}</span>}
        {button}
      </summary>
      <ul className="menu-list">{children}</ul>
    </details>
  );
}
