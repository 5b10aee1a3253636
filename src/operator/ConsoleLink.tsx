// A link to another page of the console, which opens without loading it anew.
import type { MouseEvent, ReactNode } from 'react';
import { go } from './route.ts';

interface Props {
  to: string;
  isCurrent?: boolean;
  children: ReactNode;
}

export function ConsoleLink({ to, isCurrent = false, children }: Props) {
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} aria-current={isCurrent ? 'page' : undefined} onClick={open}>
      {children}
    </a>
  );
}
