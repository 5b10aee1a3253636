// Something could not be loaded: what happened, and how to try again.
import type { ReactNode } from 'react';
import { t } from '#lib/i18n';
import { Button } from './Button.tsx';

interface Props {
  children?: ReactNode;
  heading: string;
  text: string;
  /** The page says nothing else, so its heading is the page's. */
  isPage?: boolean;
  onRetry?: () => void;
}

export function ErrorState({ children, heading, text, isPage, onRetry }: Props) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="state" role="alert">
      {children && (
        <div className="state-drawing" aria-hidden="true">
          {children}
        </div>
      )}
      <Heading>{heading}</Heading>
      <p>{text}</p>
      {onRetry && (
        <Button kind="primary" icon="refresh" onClick={onRetry}>
          {t('shell:retry')}
        </Button>
      )}
    </div>
  );
}
