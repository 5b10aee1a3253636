// A menu on the browser's own <details>; the page's script closes it on Escape and on a press elsewhere.
import type { ReactNode } from 'react';

interface Props {
  /** What the button says to those who cannot see it; not needed when its content has words. */
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
