// What stands where content would: a drawing, a heading, a sentence, and perhaps one thing to do.
import type { ReactNode } from 'react';

export interface PageStateProps {
  /** The drawing, in the niche's colours. */
  children?: ReactNode;
  heading: string;
  text: string;
  /** The page says nothing else, so its heading is the page's. */
  isPage?: boolean | undefined;
}

export function PageState({
  children,
  heading,
  text,
  isPage,
  action,
  role,
}: PageStateProps & { action?: ReactNode; role?: 'alert' }) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="state" role={role}>
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
