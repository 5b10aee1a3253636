// Nothing here: a drawing, a sentence, one thing to do.
import type { ReactNode } from 'react';

interface Props {
  /** The drawing, in the niche's colours. */
  children?: ReactNode;
  heading: string;
  text: string;
  /** The page says nothing else, so its heading is the page's. */
  isPage?: boolean;
  action?: ReactNode;
}

export function EmptyState({ children, heading, text, isPage, action }: Props) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="state">
      {children && (
        <div className="state-drawing" aria-hidden="true">
          {children}
        </div>
      )}
      <Heading>{heading}</Heading>
      <p>{text}</p>
      {action}
    </div>
  );
}
