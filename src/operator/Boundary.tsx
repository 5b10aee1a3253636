// Around a page: an error while it is drawn leaves the ways to other pages alone.
import { Component, type ReactNode } from 'react';
import { t } from '#lib/i18n';
import { reloadPage } from '#lib/restored';
import { ErrorState } from '#ui/ErrorState';

interface State {
  readonly hasFailed: boolean;
}

export class Boundary extends Component<{ readonly children: ReactNode }, State> {
  static getDerivedStateFromError = (): State => ({ hasFailed: true });

  override state: State = { hasFailed: false };

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <ErrorState heading={t('shell:error_heading')} text={t('shell:error_text')} onRetry={reloadPage} />;
  }
}
