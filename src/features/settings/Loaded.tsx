// Draws the content of a section once its data has loaded; until then a skeleton, and after a failure a retry.
import type { ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { ErrorState } from '#ui/ErrorState';
import { Skeleton } from '#ui/Skeleton';

type State =
  { readonly state: 'loading' } | { readonly state: 'ready' } | { readonly state: 'failed'; readonly code: string };

interface Props<S extends State> {
  shown: S;
  onRetry: () => void;
  children: (ready: Extract<S, { state: 'ready' }>) => ReactNode;
}

export function Loaded<S extends State>({ shown, onRetry, children }: Props<S>) {
  if (shown.state === 'ready') return children(shown as Extract<S, { state: 'ready' }>);
  if (shown.state === 'failed')
    return <ErrorState heading={t('settings:failed_heading')} text={errorText(shown.code)} onRetry={onRetry} />;
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{t('shell:loading')}</p>
      <Skeleton size="long" />
    </div>
  );
}
