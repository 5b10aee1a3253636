// A placeholder for missing content: drawing, heading, sentence, and an optional action.
import type { ReactNode } from 'react';
import type { Elements } from './LoneText.tsx';

export interface PageStateProps {
  /** The niche's drawing. */
  children?: ReactNode;
  heading: string;
  text: string;
  /** The heading is the page's main heading. */
  isPage?: boolean | undefined;
}

export function PageState({
  children,
  heading,
  text,
  isPage,
  action,
  role,
}: PageStateProps & { action?: Elements; role?: 'alert' }) {
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
