// Something could not be loaded: what happened, and how to try again.
import type { ReactNode } from 'react';
import { t } from '#lib/i18n';
import { Button } from './Button.tsx';

interface Props {
  children?: ReactNode;
  heading: string;
  text: string;
  onRetry?: () => void;
}

export function ErrorState({ children, heading, text, onRetry }: Props) {
  return (
    <div className="state" role="alert">
      {children && (
        <div className="state-drawing" aria-hidden="true">
          {children}
        </div>
      )}
      <h2>{heading}</h2>
      <p>{text}</p>
      {onRetry && (
        <Button kind="primary" icon="refresh" onClick={onRetry}>
          {t('shell:retry')}
        </Button>
      )}
    </div>
  );
}
