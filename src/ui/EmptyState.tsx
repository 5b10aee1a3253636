// Nothing here: a drawing, a sentence, one thing to do.
import type { ReactNode } from 'react';

interface Props {
  /** The drawing, in the niche's colours. */
  children?: ReactNode;
  heading: string;
  text: string;
  action?: ReactNode;
}

export function EmptyState({ children, heading, text, action }: Props) {
  return (
    <div className="state">
      {children && (
        <div className="state-drawing" aria-hidden="true">
          {children}
        </div>
      )}
      <h2>{heading}</h2>
      <p>{text}</p>
      {action}
    </div>
  );
}
