// The state of a page or list that failed to load, with a retry button.
import { t } from '#lib/i18n';
import { Button } from './Button.tsx';
import { PageState, type PageStateProps } from './PageState.tsx';

export function ErrorState({ onRetry, ...props }: PageStateProps & { onRetry?: () => void }) {
  const retry = onRetry && (
    <Button kind="primary" icon="refresh" onClick={onRetry}>
      {t('shell:retry')}
    </Button>
  );
  return <PageState {...props} role="alert" action={retry} />;
}
